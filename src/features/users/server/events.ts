import type { FieldChanges } from '#platform/server/changed-fields.ts'
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
/** `changes` says of each field what it was and what it has become. */
export const userChanged = (userId: string, changes: FieldChanges, by: By) =>
  about('user.changed', userId, by, { changes })
export const userDisabled = (userId: string, by: By) => about('user.disabled', userId, by)
export const userEnabled = (userId: string, by: By) => about('user.enabled', userId, by)
export const passwordLinkMade = (userId: string, purpose: string, by: By) =>
  about('user.password_link', userId, by, { purpose })
/** They want this address; it is not theirs yet. */
export const addressAsked = (userId: string, email: string, by: By) =>
  about('user.address_asked', userId, by, { email })
export const mobileCodeSent = (userId: string, by: By) => about('user.mobile_code', userId, by)
export const mobileProved = (userId: string, by: By) => about('user.mobile_proved', userId, by)
/** Somebody else has proved that the number is theirs. */
export const mobileLost = (userId: string, by: By) => about('user.mobile_lost', userId, by)
export const photoChanged = (userId: string, by: By) => about('user.photo_changed', userId, by)
export const photoRemoved = (userId: string, by: By) => about('user.photo_removed', userId, by)
export const passwordSet = (userId: string, by: By) => about('user.password_set', userId, by)
