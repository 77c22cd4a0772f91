import { sql } from 'drizzle-orm'
import type { Viewer } from '#features/users/contract.ts'
import type { Database } from '#platform/server/database/query-builder.ts'
import type { PersonalData } from '#platform/server/personal-data.ts'
import type { users } from '#tables/users.ts'
import { mostPlaces, type Place } from '../contract.ts'
import { formerPerson } from './former-person.ts'

type UserRow = typeof users.$inferSelect

/** Letters shown on each side. */
const around = 40

const confirmedAddress = ({ email, emailProvedAt }: UserRow): string | undefined =>
  emailProvedAt === null ? undefined : email

interface Found extends Record<string, unknown>, Place {}

/**
 * Finds a person's confirmed address or number in texts that an erasure keeps.
 * @returns at most `mostPlaces`, the newest first, and whether more may exist
 */
export async function findPlaces(
  db: Database,
  viewer: Viewer,
  user: UserRow,
  personal: readonly PersonalData<Viewer>[],
): Promise<{ places: Place[]; hasMore: boolean }> {
  const pieces = [confirmedAddress(user), formerPerson(user).number?.replace('+', '')].filter(
    (one) => one !== undefined,
  )
  const search = { db, viewer, userId: user.id, pieces, most: mostPlaces + 1 }
  const texts = await Promise.all(personal.flatMap(({ findTexts }) => findTexts?.(search) ?? []))
  const all = sql.join(
    texts.map((some) => some.rows),
    sql` union all `,
  )
  // Lowercase ASCII letters only, so that positions in both texts are the same.
  const { rows } = await db.execute<Found>(sql`
    select kind, id, name,
      case when at > ${around + 1} then '…' else '' end
        || substr(text, greatest(at - ${around}, 1), least(at - 1, ${around})) as before,
      substr(text, at, length(piece)) as found,
      substr(text, at + length(piece), ${around})
        || case when length(text) >= at + length(piece) + ${around} then '…' else '' end as after
    from (select *, position(piece in lower(text collate "C")) as at
      from (${all}) as texts cross join unnest(${sql.param(pieces)}::text[]) as piece) as texts
    where at > 0 order by created_at desc, id, piece limit ${mostPlaces + 1}`)
  const isCut = texts.some((some) => some.isCut)
  return { places: rows.slice(0, mostPlaces), hasMore: isCut || rows.length > mostPlaces }
}
