import { z } from 'zod'
import { LoggedChanges } from '#platform/server/database/changed-fields.ts'
import { defineFact } from '#platform/server/log/define-fact.ts'
import { Role } from '../contract.ts'

/** The actor and their address; null: nobody who is signed in. */
export interface By {
  actorId: string | null
  ip?: string | undefined
}

const aboutUser = { about: 'user', isPublic: false } as const

export const userCreated = defineFact('user.created', {
  ...aboutUser,
  payload: z.object({ role: Role }),
})
export const userChanged = defineFact('user.changed', {
  ...aboutUser,
  payload: z.object({ changes: LoggedChanges }),
})
export const userDisabled = defineFact('user.disabled', aboutUser)
export const userEnabled = defineFact('user.enabled', aboutUser)
export const userDeleted = defineFact('user.deleted', {
  ...aboutUser,
  payload: z.object({ name: z.string() }),
  subjectName: 'name',
})
/** Their address is theirs: a link that was mailed to it was opened, or a super user vouches for it. */
export const emailProved = defineFact('user.email_proved', aboutUser)
/** An account that nobody had confirmed was given to whom its address belongs: who had registered it has no way in any more. */
export const userTakenOver = defineFact('user.taken_over', aboutUser)
/** Name, address and texts of theirs are replaced, from then on. Nobody is told who it was. */
export const userErased = defineFact('user.erased', aboutUser)
/** Nothing tells of them any more. It stands for all the texts that were changed for that, of which nobody is told one by one. */
export const tracesErased = defineFact('user.traces_erased', {
  about: 'user',
  isPublic: true,
  payload: z.object({ texts: z.number(), files: z.number() }),
})
export const passwordLinkMade = defineFact('user.password_link', {
  ...aboutUser,
  payload: z.object({ purpose: z.string() }),
})
/** They want this address; it is not theirs yet. */
export const addressAsked = defineFact('user.address_asked', {
  ...aboutUser,
  payload: z.object({ email: z.string() }),
})
export const mobileCodeSent = defineFact('user.mobile_code', aboutUser)
export const mobileProved = defineFact('user.mobile_proved', aboutUser)
/** Somebody else has proved that the number is theirs. */
export const mobileLost = defineFact('user.mobile_lost', aboutUser)
export const photoChanged = defineFact('user.photo_changed', aboutUser)
export const photoRemoved = defineFact('user.photo_removed', aboutUser)
export const passwordSet = defineFact('user.password_set', aboutUser)
