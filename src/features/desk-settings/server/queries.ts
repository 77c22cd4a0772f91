import { eq } from 'drizzle-orm'
import { personColumns } from '#features/users/server/queries.ts'
import type { Reader } from '#platform/server/database/query-builder.ts'
import { deskSettings } from '#tables/desk-settings.ts'
import { users } from '#tables/users.ts'
import { defaultChoices, type DeskSettings } from '../contract.ts'

export async function findDeskSettings(reader: Reader): Promise<DeskSettings> {
  const [row] = await reader
    .select({ settings: deskSettings, changedBy: personColumns })
    .from(deskSettings)
    .leftJoin(users, eq(users.id, deskSettings.changedBy))
  if (!row) return { ...defaultChoices, changedBy: null, changedAt: null }
  const { reopenClosedDays, updatedAt } = row.settings
  return { reopenClosedDays, changedBy: row.changedBy, changedAt: updatedAt.toISOString() }
}
