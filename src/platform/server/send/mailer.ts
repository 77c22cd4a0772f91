import { z } from 'zod'
import { bareSubject } from '#platform/contract/bare-subject.ts'
import { fieldsOf } from '#platform/contract/narrowing.ts'
import { inTime } from '../in-time.ts'
import { inSpan } from '../traces/spans.ts'
import { oneLine } from '../one-line.ts'
import { nameInMail } from './name-in-mail.ts'
import { SendFailure } from './send-failure.ts'

export interface MailServer {
  name: string
  host: string
  port: number
  username: string
  password: string
  /** TLS from the first byte. */
  useSSL: boolean
  /** Without `useSSL`: requires STARTTLS; false sends unencrypted. */
  useTLS: boolean
}

export interface Mailbox {
  name: string
  address: string
}

/** @param address absent: that of the account */
export const mailboxOf = (
  { firstName, lastName, email }: { firstName: string; lastName: string; email: string },
  address = email,
): Mailbox => ({ name: nameInMail(`${firstName} ${lastName}`), address })

export interface Letter {
  from: Mailbox
  replyTo: string
  /** The only recipient. */
  to: Mailbox
  /** People whom the headers name, among them the recipient; absent: the recipient alone. */
  named?: { to: Mailbox[]; cc: Mailbox[] } | undefined
  subject: string
  text: string
  html?: string | undefined
  /** With its angle brackets. */
  messageId: string
  headers?: Record<string, string> | undefined
  /** Earlier mails of its conversation, without their angle brackets. */
  thread?: { inReplyTo: string; references: string[] } | undefined
  isFromPerson?: boolean
}

export type FailureKind =
  | 'not_configured'
  | 'unreadable'
  | 'unreachable'
  | 'silent'
  | 'greeting'
  | 'no_tls'
  | 'certificate'
  | 'password'
  | 'recipient'
  | 'rejected'
  | 'dropped'

/** A failed mail or mail server. The message is a sentence for people. */
export class MailFailure extends SendFailure {
  override name = 'MailFailure'
  readonly kind: FailureKind

  constructor(kind: FailureKind, message: string, isForGood = false) {
    super(message, isForGood)
    this.kind = kind
  }
}

interface Place {
  host: string
  port: number
}

/** Faults that SMTP and IMAP share, with the words that name the settings. */
export const faultsAt = ({ host, port }: Place, protocol: 'SMTP' | 'IMAP') => ({
  notFound: () =>
    new MailFailure('unreachable', `The mail server ${host} was not found. Check the ${protocol} host.`),
  untrusted: () =>
    new MailFailure(
      'certificate',
      `The certificate of ${host} is not trusted: it is self-signed, has expired or is for another name.`,
    ),
  refused: () => new MailFailure('password', `${host} refused the ${protocol} username or password.`),
  unanswered: () =>
    new MailFailure(
      'unreachable',
      `Nothing answers at ${host}:${port}. Check the ${protocol} host and port.`,
    ),
})

const stepWithinMs = 10_000
/** Time limit for a server that is slow at each step. */
const letterWithinMs = 20_000

const Fault = z.object({
  code: z.string().catch(''),
  originalCode: z.string().catch(''),
  command: z.string().catch(''),
  responseCode: z.number().catch(0),
  message: z.string().catch(''),
})

export const certificateFault = /CERT|SELF_SIGNED|ALTNAME|UNABLE_TO_/
const plainSpeech = /WRONG_VERSION_NUMBER|UNKNOWN_PROTOCOL|packet length/

/** Never repeats the server's answer, which may contain credentials that were sent. */
function failureOf(error: unknown, { name, host, port }: MailServer): MailFailure {
  const { code, originalCode, command, responseCode, message } = Fault.parse(fieldsOf(error))
  const at = `${host}:${port}`
  const isForGood = responseCode >= 500
  const why = `${originalCode} ${message}`
  const faults = faultsAt({ host, port }, 'SMTP')
  if (code === 'EDNS') return faults.notFound()
  if (certificateFault.test(originalCode) || /certificate/i.test(message)) return faults.untrusted()
  if (plainSpeech.test(why))
    return new MailFailure('no_tls', `${at} does not speak SSL. Turn off Use SSL, or use its SSL port.`)
  if (code === 'ETLS')
    return new MailFailure(
      'no_tls',
      `${at} does not offer TLS. Use another port, or turn off Use TLS/STARTTLS.`,
    )
  if (code === 'EAUTH' && responseCode > 0) return faults.refused()
  if (responseCode >= 400 && command === 'CONN')
    return new MailFailure('greeting', `${host} refused the connection (${responseCode}).`)
  if (responseCode >= 400 && /^(?:EHLO|HELO)$/.test(command))
    return new MailFailure(
      'greeting',
      `${host} refused the greeting as ${name} (${responseCode}). The name is that of PUBLIC_URL, or of the From Email.`,
    )
  if (code === 'ETIMEDOUT')
    return new MailFailure('silent', `${at} did not answer in time. Check the SMTP port and Use SSL.`)
  if (code === 'EENVELOPE' && command === 'RCPT TO')
    return new MailFailure('recipient', `${host} refused the address of the recipient.`, isForGood)
  if (code === 'EENVELOPE' && command === 'MAIL FROM')
    return new MailFailure('rejected', `${host} refused the sender. Check the From Email.`)
  if (code === 'EMESSAGE' || code === 'EENVELOPE')
    return new MailFailure('rejected', `${host} refused the email.`, isForGood)
  if (/REFUSED|UNREACH|ENETDOWN|ETIMEDOUT/.test(originalCode)) return faults.unanswered()
  return new MailFailure('dropped', `${host} ended the connection before the email was accepted.`)
}

async function transportTo({ name, host, port, username, password, useSSL, useTLS }: MailServer) {
  const { createTransport } = await import('nodemailer')
  return createTransport({
    name,
    host,
    port,
    auth: { user: username, pass: password },
    secure: useSSL,
    requireTLS: !useSSL && useTLS,
    ignoreTLS: !useSSL && !useTLS,
    tls: { minVersion: 'TLSv1.2' },
    connectionTimeout: stepWithinMs,
    greetingTimeout: stepWithinMs,
    socketTimeout: stepWithinMs,
    dnsTimeout: stepWithinMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

async function within<T>(ms: number, server: MailServer, job: Promise<T>): Promise<T> {
  try {
    // The connection of a late job ends by its own limits.
    return await inTime(ms, job, () => failureOf({ code: 'ETIMEDOUT' }, server))
  } catch (error) {
    throw error instanceof MailFailure ? error : failureOf(error, server)
  }
}

/** Connects and signs in, and sends nothing. @throws {MailFailure} within ten seconds */
export async function checkMailServer(server: MailServer): Promise<void> {
  const transport = await transportTo(server)
  await within(stepWithinMs, server, transport.verify())
}

const bytesInWord = 45

/** Encodes a subject that looks like an encoded word: else it would be decoded. */
function encodedSubject(subject: string): string {
  if (!subject.includes('=?')) return subject
  const words = ['']
  for (const letter of subject) {
    const last = `${words.pop() ?? ''}${letter}`
    if (Buffer.byteLength(last) > bytesInWord) words.push(last.slice(0, -letter.length), letter)
    else words.push(last)
  }
  return words.map((word) => `=?UTF-8?B?${Buffer.from(word).toString('base64')}?=`).join(' ')
}

/** Suppresses automatic replies, which nobody reads, but not failure reports. */
const automatic = (isFromPerson: boolean) => ({
  ...(!isFromPerson && { 'Auto-Submitted': 'auto-generated' }),
  'X-Auto-Response-Suppress': isFromPerson ? 'OOF, AutoReply' : 'All',
})

/** Resolves when the server has taken the letter. @throws {MailFailure} within twenty seconds */
export async function sendLetter(
  server: MailServer,
  { headers, thread, isFromPerson = false, subject, to, named, ...letter }: Letter,
): Promise<void> {
  const transport = await transportTo(server)
  const attributes = {
    'network.protocol.name': 'smtp',
    'server.address': server.host,
    'server.port': server.port,
  }
  await inSpan({ name: 'send mail', kind: 'client', attributes }, async () => {
    const sending = transport.sendMail({
      ...letter,
      ...(named ?? { to }),
      envelope: { from: letter.from.address, to: [to.address] },
      subject: encodedSubject(subject),
      ...thread,
      headers: {
        ...automatic(isFromPerson),
        ...(thread && { 'Thread-Topic': encodedSubject(bareSubject(oneLine(subject))) }),
        ...headers,
      },
    })
    await within(letterWithinMs, server, sending)
  })
}
