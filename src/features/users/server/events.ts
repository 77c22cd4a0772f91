import type { Announcement } from '#platform/server/log-entry.ts'
import type { Role } from '../contract.ts'

/** Who did it and from where; null: nobody who is signed in. */
export interface By {
  actorId: string | null
  ip?: string | undefined
}

const about = (
  type: string,
  userId: string,
  { actorId, ip }: By,
  data: Record<string, unknown> = {},
): Announcement => ({
  type,
  isPublic: false,
  subjectId: userId,
  actorId,
  ...(ip !== undefined && { ip }),
  data,
})

export const userCreated = (userId: string, role: Role, by: By) => about('user.created', userId, by, { role })
/** What a user was and has become, field by field. */
export type UserChanges = Record<string, { from: string | null; to: string | null }>

export const userChanged = (userId: string, changes: UserChanges, by: By) =>
  about('user.changed', userId, by, { changes })
export const userDisabled = (userId: string, by: By) => about('user.disabled', userId, by)
export const userEnabled = (userId: string, by: By) => about('user.enabled', userId, by)
export const passwordSet = (userId: string, by: By) => about('user.password_set', userId, by)
