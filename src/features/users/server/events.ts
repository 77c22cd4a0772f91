import { i18n } from '#platform/contract/i18n.ts'
import { z } from 'zod'
import { LoggedChanges } from '#platform/server/database/changed-fields.ts'
import { defineFact } from '#platform/server/log/define-fact.ts'
import { Role } from '../contract.ts'

const heading = () => i18n.t('Users')

/** Null: no signed-in user. */
export interface By {
  actorId: string | null
}

const aboutUser = { heading, about: 'user', isPublic: false } as const

export const userCreated = defineFact('user.created', {
  ...aboutUser,
  says: () => i18n.t('Created a user'),
  payload: z.object({ role: Role }),
})
export const userChanged = defineFact('user.changed', {
  ...aboutUser,
  says: () => i18n.t('Changed a user'),
  payload: z.object({ changes: LoggedChanges }),
})
export const userDisabled = defineFact('user.disabled', {
  ...aboutUser,
  says: () => i18n.t('Deactivated a user'),
})
export const userEnabled = defineFact('user.enabled', {
  ...aboutUser,
  says: () => i18n.t('Reactivated a user'),
})
export const userDeleted = defineFact('user.deleted', {
  ...aboutUser,
  says: () => i18n.t('Deleted a user'),
  payload: z.object({ name: z.string() }),
  subjectName: 'name',
})
/** Verified by a mailed link, or by a super user. */
export const emailProved = defineFact('user.email_proved', {
  ...aboutUser,
  says: () => i18n.t('Confirmed an email address'),
})
/** Unverified account claimed by the address's owner; the registrant loses access. */
export const userTakenOver = defineFact('user.taken_over', {
  ...aboutUser,
  says: () => i18n.t('Took over an account that was not confirmed'),
})
/** Name, address and texts are replaced from then on. The event does not name the person. */
export const userErased = defineFact('user.erased', { ...aboutUser, says: () => i18n.t('Erased a person') })
/** Erasure is complete. Stands for all changed texts, which have no events. */
export const tracesErased = defineFact('user.traces_erased', {
  says: () => i18n.t('Finished erasing a person'),
  heading,
  about: 'user',
  isPublic: true,
  payload: z.object({ texts: z.number(), files: z.number() }),
})
export const passwordLinkMade = defineFact('user.password_link', {
  ...aboutUser,
  says: () => i18n.t('Requested a link to set a password'),
  payload: z.object({ purpose: z.string() }),
})
export const addressAsked = defineFact('user.address_asked', {
  ...aboutUser,
  says: () => i18n.t('Requested another email address'),
  payload: z.object({ email: z.string() }),
})
export const mobileCodeSent = defineFact('user.mobile_code', {
  ...aboutUser,
  says: () => i18n.t('Requested a code to verify a mobile number'),
})
export const mobileProved = defineFact('user.mobile_proved', {
  ...aboutUser,
  says: () => i18n.t('Verified a mobile number'),
})
/** Another user has verified the number. */
export const mobileLost = defineFact('user.mobile_lost', {
  ...aboutUser,
  says: () => i18n.t('Took over a mobile number'),
})
export const photoChanged = defineFact('user.photo_changed', {
  ...aboutUser,
  says: () => i18n.t('Changed a photo'),
})
export const photoRemoved = defineFact('user.photo_removed', {
  ...aboutUser,
  says: () => i18n.t('Removed a photo'),
})
export const passwordSet = defineFact('user.password_set', {
  ...aboutUser,
  says: () => i18n.t('Set a password'),
})
