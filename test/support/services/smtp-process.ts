// Mail servers in a process of their own. What they are to do, and what has come, goes over the channel to whoever started it.
import { writeFileSync } from 'node:fs'
import type { AddressInfo, Socket } from 'node:net'
import { join } from 'node:path'
import { SMTPServer } from 'smtp-server'
import { certificate, strangeCertificate } from './certificate.ts'

export interface Options {
  /** TLS from the first byte, after STARTTLS, or not at all. */
  tls?: 'ssl' | 'starttls' | 'none'
  /** With the certificate that a test can trust, or with one that nobody trusts. */
  trusted?: boolean
  refuses?: 'sender' | 'recipient' | 'mail' | 'mail for now'
  /** Listens there; at a free port unless it is said. */
  port?: number
  /** Takes the mail and goes away without saying so. */
  drops?: boolean
}

interface Login {
  username: string
  password: string
}

export type Order =
  | { order: number; open: Options & { login: Login } }
  | { order: number; close: number }
  | { noted: number }

export type Report =
  | { done: number; port: number }
  | { note: number; port: number; login: true }
  | {
      note: number
      port: number
      /** The file with the message, byte for byte as it came, with the dots of the protocol taken away. */
      file: string
      from: string
      to: string[]
      isSecure: boolean
    }

const [folder = '.'] = process.argv.slice(2)
const servers = new Map<number, SMTPServer>()
const waiting = new Map<number, () => void>()
let numbered = 0

const report = (told: Report) => process.send?.(told)

type News<R = Report> = R extends { note: number } ? Omit<R, 'note'> : never

/** Resolves once the other side knows of it, so that no client hears "taken" before the test could see what was. */
const tell = (told: News) =>
  new Promise<void>((resolve) => {
    const note = ++numbered
    waiting.set(note, resolve)
    report({ ...told, note })
  })

const refusal = (code: number, text: string) => Object.assign(new Error(text), { responseCode: code })

async function open({
  tls = 'none',
  trusted = true,
  refuses,
  drops,
  port: wanted = 0,
  login,
}: Options & { login: Login }) {
  const sockets = new Set<Socket>()
  // Known for good once it listens: what was on its way when the server is closed still arrives.
  let port = 0
  const server = new SMTPServer({
    secure: tls === 'ssl',
    ...(trusted ? certificate : strangeCertificate),
    disabledCommands: tls === 'starttls' ? [] : ['STARTTLS'],
    allowInsecureAuth: true,
    closeTimeout: 100,
    onAuth({ username, password }, _session, done) {
      const letIn = async () => {
        await tell({ port, login: true })
        done(null, { user: username })
      }
      if (username === login.username && password === login.password) void letIn()
      // Some servers say again what they were told; nobody may pass that on.
      else done(refusal(535, `Bad password ${password}`))
    },
    onMailFrom: (_address, _session, done) => done(refuses === 'sender' ? refusal(550, 'Not you') : null),
    onRcptTo: (_address, _session, done) =>
      done(refuses === 'recipient' ? refusal(550, 'Nobody here') : null),
    onData(stream, { envelope, secure }, done) {
      const take = async (bytes: Buffer) => {
        const file = join(folder, `${port}-${numbered}.eml`)
        writeFileSync(file, bytes)
        const from = envelope.mailFrom ? envelope.mailFrom.address : ''
        const to = envelope.rcptTo.map(({ address }) => address)
        await tell({ port, file, from, to, isSecure: secure })
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
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  // A client that does not trust us leaves in the middle of a word.
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(wanted, '127.0.0.1', resolve))
  port = (server.server.address() as AddressInfo).port
  servers.set(port, server)
  return port
}

async function close(port: number): Promise<number> {
  await new Promise<void>((resolve) => servers.get(port)?.close(resolve) ?? resolve())
  servers.delete(port)
  return port
}

async function carryOut(told: Exclude<Order, { noted: number }>): Promise<void> {
  report({ done: told.order, port: await ('open' in told ? open(told.open) : close(told.close)) })
}

process.on('message', (told: Order) => {
  if ('noted' in told) {
    waiting.get(told.noted)?.()
    waiting.delete(told.noted)
  } else void carryOut(told)
})
process.once('disconnect', () => process.exit(0))
