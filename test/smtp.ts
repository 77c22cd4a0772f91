import net, { type AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { certificate, strangeCertificate } from './certificate.ts'

export const smtpLogin = { username: 'desk', password: 'pa55 wörd/of "SMTP"' }

interface Received {
  from: string
  to: string[]
  isSecure: boolean
  /** Byte for byte as it came, with the dots of the protocol taken away. */
  raw: string
  mail: Email
}

export interface Smtp {
  port: number
  received: Received[]
  /** How often somebody has signed in. */
  logins: number
  close(): Promise<void>
}

interface Options {
  /** TLS from the first byte, after STARTTLS, or not at all. */
  tls?: 'ssl' | 'starttls' | 'none'
  /** With the certificate that a test can trust, or with one that nobody trusts. */
  trusted?: boolean
  refuses?: 'sender' | 'recipient' | 'mail' | 'mail for now'
  /** Takes the mail and goes away without saying so. */
  drops?: boolean
}

const refusal = (code: number, text: string) => Object.assign(new Error(text), { responseCode: code })

/** A real mail server at a free port of this machine. */
export async function startSmtp({
  tls = 'none',
  trusted = true,
  refuses,
  drops = false,
}: Options = {}): Promise<Smtp> {
  const received: Received[] = []
  const state = { logins: 0 }
  const server = new SMTPServer({
    secure: tls === 'ssl',
    ...(trusted ? certificate : strangeCertificate),
    disabledCommands: tls === 'starttls' ? [] : ['STARTTLS'],
    allowInsecureAuth: true,
    closeTimeout: 100,
    onAuth({ username, password }, _session, done) {
      if (username !== smtpLogin.username || password !== smtpLogin.password)
        // Some servers say again what they were told; nobody may pass that on.
        return done(refusal(535, `Bad password ${password}`))
      state.logins++
      return done(null, { user: username })
    },
    onMailFrom: (_address, _session, done) => done(refuses === 'sender' ? refusal(550, 'Not you') : null),
    onRcptTo: (_address, _session, done) =>
      done(refuses === 'recipient' ? refusal(550, 'Nobody here') : null),
    onData(stream, { envelope, secure }, done) {
      const take = async (bytes: Buffer) => {
        received.push({
          from: envelope.mailFrom ? envelope.mailFrom.address : '',
          to: envelope.rcptTo.map(({ address }) => address),
          isSecure: secure,
          raw: bytes.toString('utf8'),
          mail: await PostalMime.parse(bytes),
        })
        if (drops) for (const socket of sockets) socket.destroy()
        else done()
      }
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        if (refuses === 'mail') return done(refusal(554, 'Spam'))
        if (refuses === 'mail for now') return done(refusal(451, 'Later'))
        void take(Buffer.concat(chunks))
        return undefined
      })
    },
  })
  const sockets = new Set<net.Socket>()
  server.server.on('connection', (socket: net.Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  // A client that does not trust us leaves in the middle of a word.
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.server.address() as AddressInfo).port,
    received,
    get logins() {
      return state.logins
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}

/** Something that takes connections and then says nothing, or nothing after its greeting. */
export async function startSilence(greeting = ''): Promise<{ port: number; close(): void }> {
  const sockets = new Set<net.Socket>()
  const server = net.createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    if (greeting) socket.write(greeting)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

/** The settings that lead to such a server. */
export const settingsFor = ({ port }: { port: number }, some: Record<string, unknown> = {}) => ({
  host: '127.0.0.1',
  port,
  ...smtpLogin,
  fromEmail: 'desk@signalbox.example',
  replyToEmail: 'help@signalbox.example',
  companyName: 'Signalbox, the “Desk”',
  useSSL: false,
  useTLS: false,
  ...some,
})
