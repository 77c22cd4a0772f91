import { eq } from 'drizzle-orm'
import type { Reader } from '#platform/server/database.ts'
import { userSettings } from '#tables/user-settings.ts'
import { defaultSettings, Settings } from '../contract.ts'

/** What is stored, field by field: one that an older version has written in another way counts as never set. */
export function readSettings(stored: Record<string, unknown>): Settings {
  const { ticketColumns, shortcuts } = Settings.shape
  return {
    ticketColumns: ticketColumns.catch(defaultSettings.ticketColumns).parse(stored['ticketColumns']),
    shortcuts: shortcuts.catch(defaultSettings.shortcuts).parse(stored['shortcuts']),
  }
}

export async function findSettings(reader: Reader, userId: string): Promise<Settings> {
  const [row] = await reader
    .select({ settings: userSettings.settings })
    .from(userSettings)
    .where(eq(userSettings.userId, userId))
  return readSettings(row?.settings ?? {})
}
