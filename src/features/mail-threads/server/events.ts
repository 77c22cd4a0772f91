import { z } from 'zod'
import { i18n } from '#platform/contract/i18n.ts'
import { defineFact } from '#platform/server/log/define-fact.ts'

const heading = () => i18n.t('Email')

/** A mail about a ticket came back for good; the subject is the comment that it carried. */
export const mailBounced = defineFact('mail.bounced', {
  says: () => i18n.t('An email came back'),
  heading,
  about: 'ticket',
  isPublic: false,
  payload: z.object({
    recipientId: z.string(),
    /** Status of RFC 3463, such as "5.1.1"; the words of the other side stay out of the log. */
    code: z.string(),
  }),
  untold: ['recipientId'],
})

export const bounceCleared = defineFact('mail.bounce_cleared', {
  says: () => i18n.t('Allowed emails to an address again'),
  heading,
  about: 'user',
  isPublic: false,
})
