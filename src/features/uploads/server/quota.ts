import { i18n } from '#platform/contract/i18n.ts'
import { eq, sql, type SQL } from 'drizzle-orm'
import type { Viewer } from '#features/users/contract.ts'
import { isStaff } from '#features/users/policy.ts'
import { AppError } from '#platform/contract/errors.ts'
import { onlyRow } from '#platform/server/database/database.ts'
import { type Reader } from '#platform/server/database/query-builder.ts'
import { attachments } from '#tables/attachments.ts'
import { clientUsers } from '#tables/client-users.ts'
import { uploads } from '#tables/uploads.ts'
import { users } from '#tables/users.ts'
import type { Quota, Quotas } from '../policy.ts'

const dayMs = 24 * 60 * 60 * 1000

/** Sums bytes attached by or uploaded for these people. @param people ids, in brackets */
async function sumStored(reader: Reader, people: SQL, since: Date): Promise<Quota> {
  const { rows } = await reader.execute<{ total: number; day: number }>(sql`
    select coalesce(sum(bytes), 0)::float8 as total,
      coalesce(sum(bytes) filter (where at > ${since.toISOString()}), 0)::float8 as day
    from (
      select ${attachments.fileSize} as bytes, ${attachments.createdAt} as at from ${attachments}
      where ${attachments.uploadedBy} in ${people}
      union all
      select ${uploads.fileSize}, ${uploads.createdAt} from ${uploads} where ${uploads.userId} in ${people}
    ) stored`)
  return onlyRow(rows)
}

/** Selects the people of a company, without its agents. */
const peopleOf = (clientId: string) => sql`(
  select ${clientUsers.userId} from ${clientUsers}
  join ${users} on ${users.id} = ${clientUsers.userId} and ${users.role} = 'client'
  where ${clientUsers.clientId} = ${clientId}
)`

async function isStranger(reader: Reader, { id, clientIds }: Viewer): Promise<boolean> {
  if (clientIds.length > 0) return false
  const rows = await reader.select({ emailProvedAt: users.emailProvedAt }).from(users).where(eq(users.id, id))
  return onlyRow(rows).emailProvedAt === null
}

async function quotaOf(reader: Reader, viewer: Viewer, { staff, stranger, account }: Quotas): Promise<Quota> {
  if (isStaff(viewer)) return staff
  return (await isStranger(reader, viewer)) ? stranger : account
}

const refused = (message: string) => new AppError('too_large', message)

/** Counts each company of a client, too. @throws {AppError} `too_large`, with the used bytes */
export async function requireQuota(reader: Reader, viewer: Viewer, quotas: Quotas, now: Date): Promise<void> {
  const since = new Date(now.getTime() - dayMs)
  const own = await quotaOf(reader, viewer, quotas)
  const stored = await sumStored(reader, sql`(${viewer.id})`, since)
  if (stored.day > own.day)
    throw refused(i18n.t('You have reached today’s upload limit. Try again tomorrow.'))
  if (stored.total > own.total)
    throw refused(i18n.t('Your files have reached the storage limit. Ask the helpdesk to remove some.'))
  if (isStaff(viewer)) return
  for (const clientId of viewer.clientIds) {
    const ofCompany = await sumStored(reader, peopleOf(clientId), since)
    if (ofCompany.day > quotas.company.day)
      throw refused(i18n.t('Your company has reached today’s upload limit. Try again tomorrow.'))
    if (ofCompany.total > quotas.company.total)
      throw refused(
        i18n.t('The files of your company have reached the storage limit. Ask the helpdesk to remove some.'),
      )
  }
}
