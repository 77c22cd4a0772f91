import { i18n } from '#platform/contract/i18n.ts'
import { isMailConfigured } from '#features/mail-settings/server/queries.ts'
import type { Mail } from '#features/mail-settings/server/service.ts'
import { addressNotice, type AddressNotice } from '#features/users/server/deliveries.ts'
import { languageOf } from '#features/users/policy.ts'
import { findUser } from '#features/users/server/queries.ts'
import type { Database } from '#platform/server/database/query-builder.ts'
import { inLanguage } from '#platform/server/language.ts'
import { mailboxOf } from '#platform/server/send/mailer.ts'
import { nameInMail } from '#platform/server/send/name-in-mail.ts'
import type { Sender } from '#platform/server/send/outbox.ts'

interface Parts {
  db: Database
  mail: Mail
  productName: string
}

const wordsFor = (firstName: string, email: string, productName: string) => ({
  subject: i18n.t('Your email address for {productName} was changed', { productName }),
  text: i18n.t(
    `Hello {firstName},

the email address of your account for {productName} was changed to {email}. From now on you sign in with it, and emails go there.

If you did not ask for this, tell an administrator at once.
`,
    { firstName: nameInMail(firstName), productName, email },
  ),
})

/** Mails former addresses of an account that it has another one. Without a mail server nothing is due. */
export const createAddressNoticeSender = ({ db, mail, productName }: Parts): Sender<AddressNotice> => ({
  kind: addressNotice,
  what: 'the notice that an address was changed',
  atOnce: 3,
  isReady: async () => true,
  async send({ id, userId, payload: { formerEmail, email } }) {
    const user = userId === null ? undefined : await findUser(db, userId)
    if (!user || !(await isMailConfigured(db))) return false
    const words = inLanguage(languageOf(user), () => wordsFor(user.firstName, email, productName))
    await mail.sendPlain({ to: mailboxOf(user, formerEmail), messageId: id, ...words })
    return true
  },
})
