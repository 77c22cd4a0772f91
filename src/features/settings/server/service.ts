import { eq, sql } from 'drizzle-orm'
import type { Viewer } from '#features/users/contract.ts'
import { onlyRow } from '#platform/server/database/database.ts'
import type { FormerPerson } from '#platform/server/personal-data.ts'
import type { Work } from '#platform/server/work.ts'
import { userSettings } from '#tables/user-settings.ts'
import type { Settings, SettingsChange } from '../contract.ts'
import { settingsChanged } from './events.ts'
import { readSettings } from './queries.ts'

/** Merges the change in SQL, so that concurrent changes of other settings are kept. */
export async function changeSettings(unit: Work, viewer: Viewer, change: SettingsChange): Promise<Settings> {
  const rows = await unit.tx
    .insert(userSettings)
    .values({ userId: viewer.id, settings: change, updatedAt: unit.now })
    .onConflictDoUpdate({
      target: userSettings.userId,
      set: { settings: sql`${userSettings.settings} || excluded.settings`, updatedAt: unit.now },
    })
    .returning({ settings: userSettings.settings })
  unit.announce(settingsChanged({ actorId: viewer.id, subjectId: viewer.id, data: change }))
  return readSettings(onlyRow(rows).settings)
}

export async function forgetPerson(unit: Work, { id }: FormerPerson): Promise<void> {
  await unit.tx.delete(userSettings).where(eq(userSettings.userId, id))
}
