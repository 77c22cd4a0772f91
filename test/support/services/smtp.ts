import { fork, type ChildProcess } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import net, { type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import PostalMime, { type Email } from 'postal-mime'
import type { Options, Order, Report } from './smtp-process.ts'

export const smtpLogin = { username: 'desk', password: 'pa55 wörd/of "SMTP"' }

interface Received {
  from: string
  to: string[]
  isSecure: boolean
  /** As the process of the mail server has written it down. */
  raw: string
  mail: Email
}

export interface Smtp {
  port: number
  received: Received[]
  /** Number of sign-ins. */
  logins: number
  close(): Promise<void>
}

/** The mails that one person was sent. */
export const receivedBy = (smtp: Pick<Smtp, 'received'>, address: string) =>
  smtp.received.filter(({ to }) => to.includes(address))

/** The process with the mail servers of this one, which it does not outlive. */
class SmtpProcess {
  readonly #child: ChildProcess
  readonly #folder = mkdtempSync(join(tmpdir(), 'signalbox-smtp-'))
  readonly #orders = new Map<number, (port: number) => void>()
  readonly #servers = new Map<number, Smtp>()
  #numbered = 0

  constructor() {
    const script = fileURLToPath(new URL('smtp-process.ts', import.meta.url))
    this.#child = fork(script, [this.#folder], {
      execArgv: [],
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    this.#child.on('message', (told: Report) => void this.#hear(told))
    this.#child.unref()
    this.#child.channel?.unref()
    process.once('exit', () => {
      this.#child.kill()
      rmSync(this.#folder, { recursive: true, force: true })
    })
  }

  async #hear(told: Report): Promise<void> {
    if ('done' in told) return this.#orders.get(told.done)?.(told.port)
    const server = this.#servers.get(told.port)
    if (server && 'login' in told) server.logins++
    else if (server && 'file' in told) {
      const { file, from, to, isSecure } = told
      const bytes = readFileSync(file)
      const mail = await PostalMime.parse(bytes)
      server.received.push({ from, to, isSecure, raw: bytes.toString('utf8'), mail })
    }
    this.#send({ noted: told.note })
  }

  #send(order: Order): void {
    this.#child.send(order)
  }

  #order(what: { open: Extract<Order, { open: unknown }>['open'] } | { close: number }): Promise<number> {
    const order = ++this.#numbered
    return new Promise((resolve, reject) => {
      const end = () => reject(new Error('the process of the mail servers has ended'))
      this.#child.once('exit', end)
      this.#orders.set(order, (port) => {
        this.#child.off('exit', end)
        this.#orders.delete(order)
        resolve(port)
      })
      this.#send({ order, ...what })
    })
  }

  async open(options: Options): Promise<Smtp> {
    const port = await this.#order({ open: { ...options, login: smtpLogin } })
    const close = async () => {
      await this.#order({ close: port })
      this.#servers.delete(port)
    }
    const server: Smtp = { port, received: [], logins: 0, close }
    this.#servers.set(port, server)
    return server
  }
}

let mailProcess: SmtpProcess | undefined

/** A real mail server at a free port of this machine, in a process of its own. */
export function startSmtp(options: Options = {}): Promise<Smtp> {
  mailProcess ??= new SmtpProcess()
  return mailProcess.open(options)
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
