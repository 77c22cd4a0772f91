import type { Readable } from 'node:stream'
import { callbackify } from 'node:util'
import type { FastifyBaseLogger } from 'fastify'
import { SMTPServer, type SMTPServerSession } from 'smtp-server'
import { MailTooLarge } from '#features/mailboxes/server/public/mail-too-large.ts'
import { normalizeEmail } from '#platform/contract/fields.ts'
import { ownAddressOf } from '#platform/server/send/own-address.ts'
import type { InboundDoor } from './public/door.ts'
import type { TakeIn } from './public/take-in.ts'

const connections = 50
const mostRecipients = 100
const idleMs = 60_000
/** Longest name of a host in DNS. */
const longestName = 255
const stopWithinMs = 5000

const answer = (code: number, message: string) => Object.assign(new Error(message), { responseCode: code })

interface Parts {
  door: InboundDoor
  mostBytes: number
  takeIn: TakeIn
  log: FastifyBaseLogger
}

/**
 * Takes mails by SMTP or LMTP for the addresses of the desk, and says 250 once a mail is stored.
 * @returns its stop, which lets mails on their way arrive for five seconds
 */
export async function startListener({ door, mostBytes, takeIn, log }: Parts): Promise<() => Promise<void>> {
  const mailboxOf = (address: string) => ownAddressOf(address, door.addresses)

  async function receive(stream: Readable, session: SMTPServerSession): Promise<string> {
    const { envelope, remoteAddress, hostNameAppearsAs } = session
    const recipients = envelope.rcptTo.map(({ address }) => normalizeEmail(address))
    try {
      const { id } = await takeIn(stream, {
        door: 'smtp',
        envelopeFrom: normalizeEmail(envelope.mailFrom === false ? '' : envelope.mailFrom.address),
        recipients,
        mailboxes: [...new Set(recipients.flatMap((address) => mailboxOf(address) ?? []))],
        ...(door.isFirstHop && { remoteAddress, helo: hostNameAppearsAs.slice(0, longestName) }),
      })
      return `stored as ${id}`
    } catch (error) {
      // The rest of the mail must be read before the answer.
      stream.resume()
      if (error instanceof MailTooLarge) throw answer(552, 'The mail is too large')
      log.error({ err: error }, 'a mail could not be stored; its sender was told to try again')
      throw answer(451, 'Not stored; please try again later')
    }
  }

  const server = new SMTPServer({
    name: door.addresses[0]?.split('@')[1] ?? 'localhost',
    banner: 'ready',
    lmtp: door.protocol === 'lmtp',
    authOptional: true,
    disabledCommands: ['AUTH', ...(door.tls ? [] : ['STARTTLS'])],
    ...(door.tls && { cert: door.tls.cert, key: door.tls.key }),
    size: mostBytes,
    maxClients: connections,
    socketTimeout: idleMs,
    closeTimeout: stopWithinMs,
    // Names of sending hosts are the relay's business.
    disableReverseLookup: true,
    logger: false,
    onRcptTo({ address }, session, callback) {
      if (session.envelope.rcptTo.length >= mostRecipients)
        return callback(answer(452, 'Too many recipients'))
      const isOurs = mailboxOf(normalizeEmail(address)) !== undefined
      return callback(isOurs ? null : answer(550, 'No such address here'))
    },
    onData: callbackify(receive),
  })
  server.on('error', (error) => log.warn({ err: error }, 'a connection of the mail listener failed'))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(door.port, door.host, () => {
      server.removeListener('error', reject)
      resolve()
    })
  })
  return () => new Promise<void>((resolve) => server.close(() => resolve()))
}
