import type { Viewer } from '#features/users/contract.ts'
import type { Announcement } from '#platform/server/log-entry.ts'
import type { SettingsChange } from '../contract.ts'

export const settingsChanged = (change: SettingsChange, by: Pick<Viewer, 'id'>): Announcement => ({
  type: 'settings.changed',
  isPublic: false,
  subjectId: by.id,
  actorId: by.id,
  data: change,
})
