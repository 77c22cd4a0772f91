import { i18n } from '#platform/contract/i18n.ts'
import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import type { Mail } from '#features/mail-settings/server/service.ts'
import { MailFailure, mailboxOf } from '#platform/server/send/mailer.ts'
import { isReservedEmail } from '#platform/contract/fields.ts'
import type { Language } from '#platform/contract/i18n.ts'
import { inLanguage } from '#platform/server/language.ts'
import { oneLine } from '#platform/server/one-line.ts'

interface Parts {
  mail: Mail
  productName: string
  log: FastifyBaseLogger
}

/** The account, with the address it has now. */
export interface AddressedNow {
  firstName: string
  lastName: string
  email: string
  /** The one they have chosen; without it, they read what the person does who makes the change. */
  language?: Language | null
}

/**
 * Makes the function that mails a former address that the account has another one now, so that its owner hears of it when it was somebody
 * else. What cannot be sent is left to the log; the audit log has the change in any case.
 */
export function createAddressNotice({ mail, productName, log }: Parts) {
  async function send(formerEmail: string, { firstName, lastName, email }: AddressedNow): Promise<void> {
    await mail.sendPlain({
      to: mailboxOf({ firstName, lastName, email }, formerEmail),
      messageId: randomUUID(),
      subject: i18n.t('Your email address for {productName} was changed', { productName }),
      text: i18n.t(
        `Hello {firstName},

the email address of your account for {productName} was changed to {email}. From now on you sign in with it, and emails go there.

If you did not ask for this, tell an administrator at once.
`,
        { firstName: oneLine(firstName), productName, email },
      ),
    })
  }
  return (formerEmail: string, now: AddressedNow): void => {
    if (isReservedEmail(formerEmail)) return
    const told = now.language
      ? inLanguage(now.language, () => send(formerEmail, now))
      : send(formerEmail, now)
    told.catch((error: unknown) => {
      if (error instanceof MailFailure && error.kind === 'not_configured') return
      log.warn({ err: error }, 'a former address was not told that it was changed')
    })
  }
}
