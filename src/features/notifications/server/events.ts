import { i18n } from '#platform/contract/i18n.ts'
import { z } from 'zod'
import { defineFact } from '#platform/server/log/define-fact.ts'
import { NotificationType } from '../contract.ts'

const heading = () => i18n.t('Email')

const aboutUser = { heading, about: 'user', isPublic: false } as const

/** Has no actor when changed by the link in a mail, which needs no session. */
export const preferenceChanged = defineFact('email_preference.changed', {
  ...aboutUser,
  says: () => i18n.t('Changed an email preference'),
  payload: z.object({
    notificationType: NotificationType,
    /** Null: the default. */
    now: z.object({ frequency: z.string(), isEnabled: z.boolean() }).nullable(),
  }),
})

export const mailsRetried = defineFact('email_preference.retried', {
  says: () => i18n.t('Retried failed emails'),
  heading,
  about: null,
  isPublic: false,
  payload: z.object({ tried: z.number() }),
})

export const testMailSent = defineFact('email_preference.tested', {
  ...aboutUser,
  says: () => i18n.t('Sent a test email'),
  payload: z.object({ notificationType: NotificationType }),
})
