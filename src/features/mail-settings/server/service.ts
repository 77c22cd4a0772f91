import { i18n } from '#platform/contract/i18n.ts'
import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Viewer } from '#features/users/contract.ts'
import { domainOf } from '#platform/contract/domain-of.ts'
import { invalid } from '#platform/contract/errors.ts'
import { keysOf } from '#platform/contract/records.ts'
import type { Database, Reader } from '#platform/server/database/query-builder.ts'
import { lockName } from '#platform/server/database/lock-name.ts'
import {
  checkMailServer,
  MailFailure,
  sendLetter,
  type Letter,
  type Mailbox,
  type MailServer,
} from '#platform/server/send/mailer.ts'
import { isOwnAddress } from '#platform/server/send/own-address.ts'
import { createSecretBox, SecretUnreadable, type SecretBox } from '#platform/server/secret-box.ts'
import type { Work } from '#platform/server/work.ts'
import { mailTemplates } from '#tables/mail-templates.ts'
import { smtpSettings } from '#tables/smtp-settings.ts'
import { isElsewhere } from '../policy.ts'
import type { EmailSettingsChange, EmailTemplate, MailVariables, Smtp } from '../contract.ts'
import { mailSettingsChanged, type SettingsChanges } from './events.ts'
import { findSmtp, findTemplate, isMailConfigured, messageIdOf } from './queries.ts'
import { renderMail } from './template.ts'

export type StoredSmtp = NonNullable<Awaited<ReturnType<typeof findSmtp>>>

const placeOf = (id: string) => `smtp_settings/${id}/password`
const openBox = (secret: string): SecretBox => createSecretBox(secret, 'mail server password')

interface Addressed {
  to: Mailbox
  named?: Letter['named']
  /** Stays the same when the mail is resent, such as the id of a row. */
  messageId: string
  headers?: Record<string, string>
  /** Mail programs thread all mails about one ticket. */
  thread?: Letter['thread']
  /** Words of the sender's name; absent: the company alone. */
  fromName?: ((company: string) => string) | undefined
  /** Absent: the stored ones. */
  fromAddress?: string | undefined
  replyTo?: string | undefined
  /** The mail carries a person's words, not only the program's. */
  isFromPerson?: boolean
}

type Templated = Addressed & {
  variables: Partial<MailVariables>
  messageHtml?: string
  subject?: string | undefined
}
type Plain = Addressed & { subject: string; text: string; html?: string }

export interface Mail {
  /** Connects and signs in. @throws {MailFailure} */
  check(): Promise<void>
  /**
   * Sends the stored template filled with these values; missing ones are empty.
   * @param mail its `messageHtml` replaces the message in the HTML part, its `subject` that of the template
   * @throws {MailFailure}
   */
  sendTemplated(mail: Templated): Promise<void>
  /** @throws {MailFailure} */
  sendPlain(mail: Plain): Promise<void>
  /** Sends through these settings. @throws {MailFailure} */
  sendThrough(settings: StoredSmtp, mail: Plain): Promise<void>
}

function serverOf(stored: StoredSmtp, box: SecretBox): Omit<MailServer, 'name'> {
  try {
    return { ...stored, password: box.open(stored.password, placeOf(stored.id)) }
  } catch (error) {
    if (!(error instanceof SecretUnreadable)) throw error
    throw new MailFailure(
      'unreadable',
      'The stored SMTP password cannot be read: it was saved under another APP_SECRET. Enter it again.',
    )
  }
}

/** Checks whether this secret opens the stored password; true without one. */
export async function canReadPassword(reader: Reader, secret: string): Promise<boolean> {
  const stored = await findSmtp(reader)
  try {
    if (stored) openBox(secret).open(stored.password, placeOf(stored.id))
    return true
  } catch (error) {
    if (error instanceof SecretUnreadable) return false
    throw error
  }
}

/** Lists the addresses that take in mail, the default one first; none: nobody can answer by mail. */
export type InboundAddresses = (reader: Reader) => Promise<readonly string[]>

/** Makes a check for the desk's own addresses: those that receive mail, the sender and Reply-To. */
export async function findOwn(
  reader: Reader,
  { inboundAddresses }: { inboundAddresses: InboundAddresses },
): Promise<(address: string) => boolean> {
  const smtp = await findSmtp(reader)
  const sending = [smtp?.fromEmail, smtp?.replyToEmail].filter((address) => typeof address === 'string')
  const own = [...(await inboundAddresses(reader)), ...sending]
  return (address) => isOwnAddress(address, own)
}

interface MailParts {
  db: Database
  secret: string
  publicUrl?: string | undefined
  inboundAddresses: InboundAddresses
}

/** Checks for a name that mail servers accept: of the public internet, no IP address. */
const isPublicName = (host: string) => /\.[a-z][a-z\d-]*$/i.test(host)

/** Name for the greeting (EHLO): host of this installation, or the sender's domain. */
function greetingName(publicUrl: string | undefined, fromEmail: string): string {
  const host = publicUrl === undefined ? '' : new URL(publicUrl).hostname
  return isPublicName(host) ? host : domainOf(fromEmail)
}

/** Sends through the server stored at that moment. */
export function createMail({ db, secret, publicUrl, inboundAddresses }: MailParts): Mail {
  const box = openBox(secret)

  async function stored(): Promise<StoredSmtp> {
    const smtp = await findSmtp(db)
    if (!smtp) throw new MailFailure('not_configured', 'No mail server is set up yet.')
    return smtp
  }

  const openServer = (smtp: StoredSmtp) => ({
    ...serverOf(smtp, box),
    name: greetingName(publicUrl, smtp.fromEmail),
  })

  async function send(
    smtp: StoredSmtp,
    {
      messageId,
      fromName = (company) => company,
      fromAddress,
      replyTo = smtp.replyToEmail,
      ...letter
    }: Plain,
  ): Promise<void> {
    const { fromEmail, companyName } = smtp
    // The desk would take it in, and answer itself.
    if (isOwnAddress(letter.to.address, await inboundAddresses(db)))
      throw new MailFailure(
        'recipient',
        'This is an address of the desk itself, so no email is sent to it.',
        true,
      )
    await sendLetter(openServer(smtp), {
      from: { name: fromName(companyName), address: fromAddress ?? fromEmail },
      replyTo,
      messageId: `<${messageIdOf(messageId, fromEmail)}>`,
      ...letter,
    })
  }

  return {
    check: async () => checkMailServer(openServer(await stored())),
    async sendTemplated({ variables, messageHtml, subject, ...mail }) {
      const smtp = await stored()
      const values = {
        ticketNumber: '',
        subject: '',
        status: '',
        clientName: '',
        message: '',
        ticketUrl: '',
        companyName: smtp.companyName,
        howToReply: '',
        ...variables,
      }
      const rendered = renderMail(await findTemplate(db), values, messageHtml)
      await send(smtp, { ...mail, ...rendered, ...(subject !== undefined && { subject }) })
    },
    sendPlain: async (mail) => send(await stored(), mail),
    sendThrough: send,
  }
}

const lockSettings = (unit: Work) => lockName(unit, 'mail settings')

/** @throws {AppError} `invalid` without a password, given or stored for this server */
async function saveServer(unit: Work, { password = '', ...server }: Smtp, box: SecretBox) {
  await lockSettings(unit)
  const before = await findSmtp(unit.tx)
  const isGiven = password.trim() !== ''
  if (!before && !isGiven) throw invalid('password', i18n.t('SMTP password is required'))
  if (before && !isGiven && isElsewhere(before, server))
    throw invalid(
      'password',
      i18n.t('Enter the SMTP password again: the stored one is not sent to a different server'),
    )
  const id = before?.id ?? randomUUID()
  const values = {
    ...server,
    ...(isGiven && { password: box.seal(password, placeOf(id)) }),
    updatedAt: unit.now,
  }
  if (before) await unit.tx.update(smtpSettings).set(values).where(eq(smtpSettings.id, id))
  else await unit.tx.insert(smtpSettings).values({ password: '', ...values, id, createdAt: unit.now })

  const changes: SettingsChanges = {}
  for (const field of keysOf(server))
    if (before?.[field] !== server[field])
      changes[field] = { from: before?.[field] ?? null, to: server[field] }
  if (isGiven) changes.password = true
  return changes
}

/** Stores only real changes: otherwise the default would freeze in the author's language. */
async function saveTemplate(unit: Work, parts: Partial<EmailTemplate>, sample: MailVariables) {
  await lockSettings(unit)
  const before = await findTemplate(unit.tx)
  const template = { ...before, ...parts }
  const changed = keysOf(template).filter((field) => template[field] !== before[field])
  if (changed.length === 0) return {}
  // Render now: a broken template would otherwise show only in failing mails.
  renderMail(template, sample)
  await unit.tx
    .insert(mailTemplates)
    .values({ name: 'notification', ...template, updatedAt: unit.now })
    .onConflictDoUpdate({ target: mailTemplates.name, set: { ...template, updatedAt: unit.now } })
  return Object.fromEntries(changed.map((field) => [field, true as const]))
}

interface Saving {
  secret: string
  /** Values for a trial rendering of a new template. */
  sample: MailVariables
}

/**
 * @returns the changes of the mail server
 * @throws {AppError} `invalid` for a broken template or a missing password
 */
export async function changeEmailSettings(
  unit: Work,
  viewer: Viewer,
  { server, emailTemplate }: EmailSettingsChange,
  { secret, sample }: Saving,
): Promise<SettingsChanges> {
  const ofServer = server ? await saveServer(unit, server, openBox(secret)) : {}
  const changes = {
    ...ofServer,
    ...(emailTemplate && (await saveTemplate(unit, emailTemplate, sample))),
  }
  if (Object.keys(changes).length > 0)
    unit.announce(mailSettingsChanged({ actorId: viewer.id, data: { changes } }))
  return ofServer
}

/** Stores the mail server of the environment unless one is stored. */
export async function createConfiguredServer(unit: Work, server: Smtp, secret: string): Promise<void> {
  await lockSettings(unit)
  if (await isMailConfigured(unit.tx)) return
  const changes = await saveServer(unit, server, openBox(secret))
  unit.announce(mailSettingsChanged({ actorId: null, data: { changes } }))
}
