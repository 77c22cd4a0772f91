import type { Viewer } from '#features/users/contract.ts'
import { lockName } from '#platform/server/database/lock-name.ts'
import type { Work } from '#platform/server/work.ts'
import { deskSettings } from '#tables/desk-settings.ts'
import type { DeskChoices, DeskSettings } from '../contract.ts'
import { deskSettingsChanged } from './events.ts'
import { findDeskSettings } from './queries.ts'

/** Equal values are no change and no event. */
export async function changeDeskSettings(
  unit: Work,
  viewer: Viewer,
  { reopenClosedDays }: DeskChoices,
): Promise<DeskSettings> {
  await lockName(unit, 'desk-settings')
  const before = await findDeskSettings(unit.tx)
  if (before.reopenClosedDays === reopenClosedDays) return before
  const row = { reopenClosedDays, changedBy: viewer.id, updatedAt: unit.now }
  await unit.tx.insert(deskSettings).values(row).onConflictDoUpdate({ target: deskSettings.id, set: row })
  const changes = { reopenClosedDays: { from: before.reopenClosedDays, to: reopenClosedDays } }
  unit.announce(deskSettingsChanged({ actorId: viewer.id, data: { changes } }))
  return findDeskSettings(unit.tx)
}
