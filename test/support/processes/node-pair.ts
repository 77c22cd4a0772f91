import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TicketPage } from '#features/tickets/contract.ts'
import { createPostgresDatabase } from '#test/database.ts'
import { ServerProcess } from './process.ts'

const root = { email: 'root@example.com', password: 'very secret' }

interface Reply<T> {
  status: number
  body: T
  headers: Headers
}

/** Somebody signed in who calls whichever node they like. */
export class Visitor {
  readonly id: string
  readonly cookie: string
  constructor(id: string, cookie: string) {
    this.id = id
    this.cookie = cookie
  }

  async send<T = Record<string, unknown>>(
    method: string,
    url: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Reply<T>> {
    const answer = await fetch(url, {
      method,
      headers: {
        cookie: this.cookie,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(60_000),
    })
    const text = await answer.text()
    // A balancer answers with a page where no node does.
    const isJson = answer.headers.get('content-type')?.startsWith('application/json')
    const told = (isJson ? JSON.parse(text) : text ? { text } : {}) as T
    return { status: answer.status, body: told, headers: answer.headers }
  }
}

/** Signs in at this node. */
export async function visit(node: string, who: { email: string; password: string } = root): Promise<Visitor> {
  const { status, body, headers } = await new Visitor('', '').send<{ id: string }>(
    'POST',
    `${node}/api/auth/login`,
    who,
  )
  if (status !== 200) throw new Error(`sign-in at ${node} answered ${status}: ${JSON.stringify(body)}`)
  return new Visitor(body.id, headers.getSetCookie()[0]!.split(';')[0]!)
}

/** Registers somebody with this role; on a private trial it is granted at once. */
export async function register(node: string, role: string, email: string) {
  const who = { email, password: 'correct horse' }
  const { status, body } = await new Visitor('', '').send('POST', `${node}/api/auth/register`, {
    ...who,
    firstName: 'First',
    lastName: email.split('@')[0],
    role,
  })
  if (status !== 201) throw new Error(`registering answered ${status}: ${JSON.stringify(body)}`)
  return who
}

/** All tickets that somebody sees, page by page. */
export async function listTickets(node: string, who: Visitor): Promise<TicketPage['tickets']> {
  const found: TicketPage['tickets'] = []
  for (;;) {
    const to = `${node}/api/tickets?limit=100&offset=${found.length}`
    const { body } = await who.send<TicketPage>('GET', to)
    found.push(...body.tickets)
    if (found.length >= body.total || body.tickets.length === 0) return found
  }
}

export interface NodePair {
  databaseUrl: string
  nodes: [ServerProcess, ServerProcess]
  urls: [string, string]
  /** Environment of a node, to start one more. */
  env: Record<string, string>
  close(): Promise<void>
}

/**
 * Two servers as their owner runs them, each a process of its own, on one PostgreSQL database.
 * @param given the address of an empty database; absent: one of the server that the run was given
 */
export async function startNodes(some: Record<string, string> = {}, given?: string): Promise<NodePair> {
  const made = given === undefined ? await createPostgresDatabase() : undefined
  const databaseUrl = given ?? made?.url ?? ''
  const directory = await mkdtemp(join(tmpdir(), 'signalbox-nodes-'))
  const env = {
    DATA_DIR: directory,
    DATABASE_URL: databaseUrl,
    APP_SECRET: 'x'.repeat(32),
    ADMIN_EMAIL: root.email,
    ADMIN_PASSWORD: root.password,
    REGISTRATION: 'open',
    ...some,
  }
  const nodes: NodePair['nodes'] = [new ServerProcess(env), new ServerProcess(env)]
  return {
    databaseUrl,
    nodes,
    env,
    urls: [await nodes[0].url(), await nodes[1].url()],
    async close() {
      await Promise.all(nodes.map((node) => node.end('SIGKILL')))
      await made?.drop()
      await rm(directory, { recursive: true, force: true })
    },
  }
}
