import type { Viewer } from '#features/users/contract.ts'
import type { Announcement } from '#platform/server/log-entry.ts'
import type { NotificationType } from '../contract.ts'

interface About {
  userId: string
  notificationType: NotificationType
}

/** @param by null: somebody who followed the link in a mail to them, and need not be signed in for that */
const about = (type: string, { userId, notificationType }: About, by: Pick<Viewer, 'id'> | null, data = {}) =>
  ({
    type,
    isPublic: false,
    subjectId: userId,
    actorId: by?.id ?? null,
    data: { notificationType, ...data },
  }) satisfies Announcement

/** @param now what counts since then; null: the default */
export const preferenceChanged = (
  preference: About,
  now: { frequency: string; isEnabled: boolean } | null,
  by: Pick<Viewer, 'id'> | null,
) =>
  // A row has more than what counts, and the log shows all that it is given.
  about('email_preference.changed', preference, by, {
    now: now && { frequency: now.frequency, isEnabled: now.isEnabled },
  })

/** @param tried how many mails */
export const mailsRetried = (tried: number, by: Pick<Viewer, 'id'>): Announcement => ({
  type: 'email_preference.retried',
  isPublic: false,
  actorId: by.id,
  data: { tried },
})

export const testMailSent = (preference: About, by: Pick<Viewer, 'id'>) =>
  about('email_preference.tested', preference, by)
