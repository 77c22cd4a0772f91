import { execFile, fork } from 'node:child_process'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { commandOf } from '../run.ts'
import type { Asker } from './cases.ts'
import { emails, password } from './fill.ts'
import type { Asked, Ready, Tasks, Told } from './server.ts'

const run = promisify(execFile)

interface Answer {
  status: number
  text: string
  cookie: string
}

/** Calls over one connection that is kept open. */
export function createClient(origin: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const send = (method: string, path: string, cookie: string, body?: unknown) =>
    new Promise<Answer>((resolve, reject) => {
      const headers = { cookie, ...(body !== undefined && { 'content-type': 'application/json' }) }
      const sent = request(`${origin}${path}`, { method, agent, headers }, (response) => {
        let text = ''
        response.setEncoding('utf8').on('data', (part: string) => (text += part))
        response.once('end', () => {
          const [set = ''] = response.headers['set-cookie'] ?? []
          resolve({ status: response.statusCode ?? 0, text, cookie: set.split(';')[0] ?? '' })
        })
      })
      sent.once('error', reject)
      sent.end(body === undefined ? undefined : JSON.stringify(body))
    })
  return { send, close: () => agent.destroy() }
}

export type Client = ReturnType<typeof createClient>

/** @returns the cookie of the session. @throws when the server does not let this person in */
export async function signIn(client: Client, email: string): Promise<string> {
  const { status, cookie } = await client.send('POST', '/api/auth/login', '', { email, password })
  if (status !== 200) throw new Error(`sign-in as ${email} answered ${status}`)
  return cookie
}

/** Requests per second over several connections at once, driven by a process of its own. @throws when one was not answered by 200. */
export async function requestsPerSecond(
  url: string,
  cookie: string,
  connections: number,
  seconds: number,
): Promise<number> {
  const args = ['--json', '-c', String(connections), '-d', String(seconds), '-H', `cookie=${cookie}`, url]
  const { stdout } = await run(process.execPath, [commandOf('autocannon'), ...args], { maxBuffer: 2 ** 26 })
  const { requests, errors, non2xx } = JSON.parse(stdout) as {
    requests: { average: number }
    errors: number
    non2xx: number
  }
  if (errors + non2xx > 0) throw new Error(`${errors + non2xx} bad answers from ${url}`)
  return requests.average
}

export interface Stand {
  origin: string
  filledS: number
  cookies: Record<Asker, string>
  ask<T extends keyof Tasks>(task: T, ...given: Parameters<Tasks[T]>): Promise<Awaited<ReturnType<Tasks[T]>>>
  stop(): Promise<void>
}

/**
 * Starts the server in a process of its own, with `env` saying on which database, and signs in. An empty database is filled first.
 * @param fileBytes so many in files of the tickets
 */
export async function startStand(
  env: Record<string, string>,
  tickets: number,
  fileBytes = 0,
): Promise<Stand> {
  const child = fork(fileURLToPath(new URL('server.ts', import.meta.url)), [tickets, fileBytes].map(String), {
    env: {
      ...process.env,
      PORT: '0',
      LOG_LEVEL: 'warn',
      READS_PER_MINUTE: '1000000',
      WRITES_PER_MINUTE: '1000000',
      TIME_ZONE: 'UTC',
      ...env,
    },
  })
  const waiting = new Map<number, { resolve(result: never): void; reject(error: Error): void }>()
  const ready = await new Promise<Ready>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)))
    child.on('message', (told: Told) => {
      if ('ready' in told) return resolve(told)
      const asked = waiting.get(told.id)
      waiting.delete(told.id)
      if (told.error === undefined) asked?.resolve(told.result as never)
      else asked?.reject(new Error(told.error))
    })
  })
  const origin = ready.ready
  const client = createClient(origin)
  const cookies = {
    helpdesk: await signIn(client, emails.helpdesk),
    employee: await signIn(client, emails.employee),
    contact: await signIn(client, emails.contact),
  }
  client.close()
  let asked = 0
  return {
    origin,
    filledS: ready.filledS,
    cookies,
    ask: (task, ...given) =>
      new Promise((resolve, reject) => {
        const id = ++asked
        waiting.set(id, { resolve, reject })
        child.send({ id, task, given } satisfies Asked)
      }),
    async stop() {
      const ended = once(child, 'exit')
      child.disconnect()
      await ended
    },
  }
}
