import { randomUUID } from 'node:crypto'
import { listEntitled } from '#features/auth/server/queries.ts'
import { isMailConfigured } from '#features/mail-settings/server/queries.ts'
import { statusWords } from '#features/tickets/contract.ts'
import { findUser } from '#features/users/server/queries.ts'
import { invalid } from '#platform/contract/errors.ts'
import { i18n } from '#platform/contract/i18n.ts'
import type { Database } from '#platform/server/database/query-builder.ts'
import { inLanguage } from '#platform/server/language.ts'
import { MailFailure, mailboxOf } from '#platform/server/send/mailer.ts'
import { notificationWords, type PreferenceTest, type TestResult } from '../contract.ts'
import { cadenceOf } from '../policy.ts'
import { unsubscribeHeaders, type Mailer } from './jobs.ts'
import { findPreferences } from './queries.ts'
import type { Unsubscriber } from './unsubscribe.ts'

export interface TestMailParts {
  db: Database
  mail: Mailer
  unsubscriber: Unsubscriber
  publicUrl: string
}

const notSent = (reason: string): TestResult => ({ sent: false, reason })

export function createTestMails({ db, mail, unsubscriber, publicUrl }: TestMailParts) {
  const testVariables = (name: string, firstName: string) => ({
    ticketNumber: 'TKT-000000',
    subject: i18n.t('Test of {name}', { name }),
    status: statusWords.open,
    clientName: i18n.t('No client'),
    message: i18n.t('Hello {firstName}, this is a test: {name} emails reach you at this address.', {
      firstName,
      name,
    }),
    ticketUrl: `${publicUrl}/my-tickets`,
  })

  /** Sends like the real mails, but at once, and returns the outcome. */
  return async function sendTest(of: PreferenceTest): Promise<TestResult> {
    const { userId, notificationType: type } = of
    if (!(await findUser(db, userId))) throw invalid('userId', i18n.t('userId: there is no such user'))
    const [to] = await listEntitled(db, [userId])
    if (!to) return notSent(i18n.t('This user cannot sign in, so no emails are sent to them.'))
    const preference = (await findPreferences(db, [userId]))(userId, type)
    if (cadenceOf(type, preference) === undefined)
      return notSent(
        preference.isEnabled
          ? i18n.t('Email was not sent because the frequency of this preference is Never.')
          : i18n.t('Email was not sent because this preference is disabled.'),
      )
    if (!(await isMailConfigured(db)))
      return notSent(i18n.t('No mail server is set up yet. Enter one in Email Settings.'))
    try {
      await inLanguage(to.language, () =>
        mail.sendTemplated({
          to: mailboxOf(to),
          messageId: randomUUID(),
          headers: unsubscribeHeaders(
            unsubscriber.linkFor({ userId: of.userId, notificationTypes: [of.notificationType] }),
          ),
          variables: testVariables(notificationWords[type], to.firstName),
        }),
      )
    } catch (error) {
      if (error instanceof MailFailure) return notSent(error.message)
      throw error
    }
    return { sent: true, message: i18n.t('Test email sent successfully!') }
  }
}
