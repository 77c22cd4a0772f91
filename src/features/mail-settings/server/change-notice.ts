import { i18n } from '#platform/contract/i18n.ts'
import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { listEntitled } from '#features/auth/server/queries.ts'
import type { Viewer } from '#features/users/contract.ts'
import { listSignedUp } from '#features/users/server/queries.ts'
import type { Database } from '#platform/server/database/query-builder.ts'
import { MailFailure, mailboxOf } from '#platform/server/send/mailer.ts'
import { inLanguage } from '#platform/server/language.ts'
import { nameInMail } from '#platform/server/send/name-in-mail.ts'
import type { SettingsChanges } from './events.ts'
import { findSmtp } from './queries.ts'
import type { Mail, StoredSmtp } from './service.ts'

interface Parts {
  db: Database
  mail: Mail
  log: FastifyBaseLogger
  publicUrl: string
}

interface Change {
  by: Viewer
  before: StoredSmtp | undefined
  changes: SettingsChanges
}

function asText(value: unknown): string {
  const known = value ?? i18n.t('none')
  return typeof known === 'string' ? known : JSON.stringify(known)
}

const lineOf = ([field, change]: [string, SettingsChanges[string]]) =>
  change === true
    ? i18n.t('{field}: changed', { field })
    : `${field}: ${asText(change.from)} → ${asText(change.to)}`

const wordsOf = (name: string, changes: SettingsChanges, publicUrl: string) => ({
  subject: i18n.t('The mail server was changed'),
  text: i18n.t(
    `{name} has changed the mail server:

{changes}

If you did not expect this, see the settings at {publicUrl}/email-settings, and who changed them and from where at {publicUrl}/audit.
`,
    { name, changes: Object.entries(changes).map(lineOf).join('\n'), publicUrl },
  ),
})

/**
 * Mails all other super users: first through the former server, which the author does not control, else
 * through the new one. Failures go to the program's log and the audit log.
 */
export async function notifyOtherAdministrators(
  { db, mail, log, publicUrl }: Parts,
  { by, before, changes }: Change,
): Promise<void> {
  if (Object.keys(changes).length === 0) return
  const administrators = (await listSignedUp(db, ['super_user'])).map(({ id }) => id)
  const people = await listEntitled(db, [...administrators, by.id])
  const who = people.find(({ id }) => id === by.id)
  const others = people.filter(({ id }) => id !== by.id)
  const name = nameInMail(`${who?.firstName ?? ''} ${who?.lastName ?? ''}`)
  const ways = [before, await findSmtp(db)].filter((way) => way !== undefined)
  for (const { firstName, lastName, email, language } of others) {
    const letter = {
      to: mailboxOf({ firstName, lastName, email }),
      messageId: randomUUID(),
      ...inLanguage(language, () => wordsOf(name, changes, publicUrl)),
    }
    let failure: unknown
    for (const way of ways) {
      failure = await mail.sendThrough(way, letter).catch((error: unknown) => error)
      if (!failure) break
    }
    if (failure instanceof MailFailure)
      log.warn(`A super user was not told of the new mail server: ${failure.message}`)
    else if (failure) throw failure
  }
}
