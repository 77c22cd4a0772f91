import type { Viewer } from '#features/users/contract.ts'
import type { Announcement } from '#platform/server/log-entry.ts'
import type { AuditFilter } from '../contract.ts'

/** What left the house as a file, for whoever asks later. */
export const auditExported = (filter: AuditFilter, by: Pick<Viewer, 'id'>): Announcement => ({
  type: 'audit.exported',
  isPublic: false,
  actorId: by.id,
  data: { filter },
})
