import type { ImapFlow } from 'imapflow'
import { z } from 'zod'
import { fieldsOf } from '#platform/contract/narrowing.ts'
import { certificateFault, faultsAt, MailFailure } from '#platform/server/send/mailer.ts'
import type { mailboxEncryptions } from '../contract.ts'
import { fetchAccessToken, type OAuthClient } from './access-token.ts'

/** Account with its secrets open. */
export interface Account {
  host: string
  port: number
  encryption: (typeof mailboxEncryptions)[number]
  username: string
  signIn: { password: string } | OAuthClient
}

const connectsWithinMs = 15_000
/** Longer than the pauses between looks, shorter than firewalls forget a connection. */
const silentForMs = 4 * 60_000
/** Servers may end IDLE after 30 minutes (RFC 2177). */
const idlesForMs = 28 * 60_000
const idlesAfterMs = 1000

const Fault = z.object({
  code: z.string().catch(''),
  authenticationFailed: z.boolean().catch(false),
  tlsFailed: z.boolean().catch(false),
  message: z.string().catch(''),
})

/** Describes a fault; never repeats the server's answer, which may contain credentials. */
export function failureOf(error: unknown, { host, port }: Pick<Account, 'host' | 'port'>): MailFailure {
  if (error instanceof MailFailure) return error
  const { code, authenticationFailed, tlsFailed, message } = Fault.parse(fieldsOf(error))
  const at = `${host}:${port}`
  const faults = faultsAt({ host, port }, 'IMAP')
  if (authenticationFailed) return faults.refused()
  if (certificateFault.test(code)) return faults.untrusted()
  if (tlsFailed || /WRONG_VERSION|PACKET_LENGTH|EPROTO/.test(`${code} ${message}`))
    return new MailFailure('no_tls', `${at} does not offer this encryption. Check port and encryption.`)
  if (/ENOTFOUND|EAI_AGAIN/.test(code)) return faults.notFound()
  if (/TIMEOUT/.test(code))
    return new MailFailure('silent', `${at} did not answer in time. Check host, port and encryption.`)
  if (/REFUSED|UNREACH/.test(code)) return faults.unanswered()
  return new MailFailure('dropped', `${host} ended the connection.`)
}

interface Connecting {
  /** Hears faults after the connection stands; the client then closes by itself. */
  onError(error: unknown): void
  /** Gives up, and closes the client also later. */
  signal?: AbortSignal
}

/**
 * Connects and signs in. The caller ends it by `logout` or `close`.
 * @throws {MailFailure} also once `signal` aborts
 */
export async function connect(account: Account, { onError, signal }: Connecting): Promise<ImapFlow> {
  const { host, port, encryption, username, signIn } = account
  const secret =
    'password' in signIn ? { pass: signIn.password } : { accessToken: await fetchAccessToken(signIn, signal) }
  const { ImapFlow: Client } = await import('imapflow')
  const client = new Client({
    host,
    port,
    secure: encryption === 'tls',
    ...(encryption !== 'tls' && { doSTARTTLS: encryption === 'starttls' }),
    auth: { user: username, ...secret },
    tls: { minVersion: 'TLSv1.2' },
    logger: false,
    disableCompression: true,
    connectionTimeout: connectsWithinMs,
    greetingTimeout: connectsWithinMs,
    socketTimeout: silentForMs,
    maxIdleTime: idlesForMs,
    autoIdleDelay: idlesAfterMs,
  })
  // Without a listener a late fault would end the process.
  client.on('error', onError)
  const stop = () => client.close()
  signal?.addEventListener('abort', stop)
  client.once('close', () => signal?.removeEventListener('abort', stop))
  try {
    signal?.throwIfAborted()
    await client.connect()
    return client
  } catch (error) {
    client.close()
    throw failureOf(error, account)
  }
}

/**
 * Opens a folder, and checks another for existence. A lock of the library would keep the server from telling of new mails.
 * @throws {MailFailure}
 */
export async function openFolders(client: ImapFlow, folder: string, moveTo: string | null): Promise<void> {
  const missing = (name: string) => new MailFailure('rejected', `The mailbox has no folder “${name}”.`)
  if (moveTo !== null) {
    const found = await client.status(moveTo, { uidNext: true }).catch(() => false)
    if (!found) throw missing(moveTo)
  }
  try {
    await client.mailboxOpen(folder)
  } catch (error) {
    if (!client.usable) throw error
    throw missing(folder)
  }
}
