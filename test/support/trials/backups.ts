import { spawn } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import pg from 'pg'
import { z } from 'zod'
import { openPglite, openPostgres } from '#platform/server/database/database.ts'
import { listOwnNames, ownMigrations } from '#platform/server/database/migrations.ts'
import { beginRows, listTables, sumRows } from '#platform/server/database/rows.ts'
import { root } from '../../../scripts/run.ts'
import { ticketInput } from '#test/factories.ts'
import { startPostgres } from '#test/postgres.ts'
import { compileCache, scriptOf, ServerProcess } from '#test/processes/process.ts'
import { startS3 } from '#test/services/s3.ts'

export type Env = Record<string, string>
export type Command = 'backup' | 'restore' | 'move'

const administrator = { email: 'root@example.com', password: 'very secret' }
const secret = 'x'.repeat(32)

const Scripts = z.object({ scripts: z.record(z.string(), z.string()) })

/** The arguments of Node: the script alone, or what `npm run` says of it in package.json, without npm. */
function argumentsOf(command: Command, asShipped: boolean): string[] {
  if (!asShipped) return [scriptOf(`${command}-command`)]
  const { scripts } = Scripts.parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')))
  const words = (scripts[command] ?? '').split(' ').slice(1)
  return words.map((word) => (word.startsWith('scripts/') ? join(root, word) : word))
}

/**
 * One of the three commands as a process of its own.
 * @param options.asShipped as `npm run` does it: what was built, if that is up to date
 */
export function startCommand(
  command: Command,
  words: string[],
  env: Env,
  input = '',
  { asShipped = false } = {},
) {
  const { PATH = '', HOME = '' } = process.env
  const child = spawn(process.execPath, [...argumentsOf(command, asShipped), ...words], {
    env: {
      PATH,
      HOME,
      LOG_LEVEL: 'silent',
      ...(!asShipped && { NODE_COMPILE_CACHE: compileCache }),
      ...env,
    },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  child.stdin.on('error', () => undefined).end(input)
  const ended = Promise.all([
    new Promise<number | null>((resolve) => child.once('close', resolve)),
    text(child.stdout),
    text(child.stderr),
  ]).then(([code, said, complaint]) => ({ code, said: said.trim(), complaint: complaint.trim() }))
  return { child, ended }
}

/** The same, to its end. */
export const run = (command: Command, words: string[], env: Env, input = '') =>
  startCommand(command, words, env, input).ended

/** The same, which has to succeed. @returns what it says */
export async function runWell(command: Command, words: string[], env: Env, input = ''): Promise<string> {
  const { code, said, complaint } = await run(command, words, env, input)
  if (code !== 0 || complaint !== '') throw new Error(`${command} ended with ${code}: ${complaint}`)
  return said
}

const isEmbedded = process.env.TEST_DATABASE !== 'postgres'

/** Places for databases and files, and programs that run there; all of it ends together. */
export async function makePlaces() {
  const folder = await mkdtemp(join(tmpdir(), 'signalbox-backup-'))
  const given = process.env.TEST_POSTGRES_URL
  let started: Awaited<ReturnType<typeof startPostgres>> | undefined
  const made: string[] = []
  const buckets: Awaited<ReturnType<typeof startS3>>[] = []
  const desks: ServedDesk[] = []

  async function query(sql: string): Promise<void> {
    const client = new pg.Client({ connectionString: given ?? started?.url })
    await client.connect()
    await client.query(sql)
    await client.end()
  }
  async function anotherBucket(): Promise<Env> {
    const bucket = await startS3()
    buckets.push(bucket)
    return bucket.settings
  }
  let bucket: Promise<Env> | undefined
  const places = {
    file: (name: string) => join(folder, name),
    anotherBucket,
    /** The settings of one and the same bucket. */
    bucket: () => (bucket ??= anotherBucket()),
    /** A place of the kind of database that the tests run on, on PostgreSQL with the bucket. */
    here: async (): Promise<Env> =>
      isEmbedded ? places.embedded() : places.onPostgres(await places.bucket()),
    /** A place of the other kind. */
    elsewhere: async (): Promise<Env> =>
      isEmbedded ? places.onPostgres(await places.bucket()) : places.embedded(),
    async served(env: Env): Promise<ServedDesk> {
      const desk = await new ServedDesk(env).start()
      desks.push(desk)
      return desk
    },
    /** An environment with a new directory, and the embedded database in it. */
    embedded: (more: Env = {}): Env => ({
      DATA_DIR: join(folder, randomUUID()),
      APP_SECRET: secret,
      ...more,
    }),
    /** An environment with a new directory and a new database of a PostgreSQL server. */
    async onPostgres(more: Env = {}): Promise<Env> {
      if (given === undefined) started ??= await startPostgres()
      const name = `backup_${randomUUID().replaceAll('-', '')}`
      await query(`create database ${name} template template0`)
      made.push(name)
      const url = new URL(given ?? started?.url ?? '')
      url.pathname = `/${name}`
      return { DATA_DIR: join(folder, randomUUID()), APP_SECRET: secret, DATABASE_URL: String(url), ...more }
    },
    async remove() {
      await Promise.all([...desks, ...buckets].map((one) => one.stop()))
      if (given !== undefined) for (const name of made) await query(`drop database ${name} with (force)`)
      await started?.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
  return places
}

export type Places = Awaited<ReturnType<typeof makePlaces>>

/** Sums of the rows of each table. @param without tables that may differ */
export async function sumsOf(env: Env, without: readonly string[] = []): Promise<Record<string, string>> {
  const database =
    env.DATABASE_URL === undefined
      ? await openPglite(join(env.DATA_DIR ?? '', 'database'))
      : openPostgres(env.DATABASE_URL)
  const client = await database.pool.connect()
  const sums: Record<string, string> = {}
  try {
    await beginRows(client, 'read')
    for (const table of await listTables(client, listOwnNames(ownMigrations).tables)) {
      const { count, sum } = await sumRows(client, table, 'true')
      if (!without.includes(table.name)) sums[table.name] = `${count} ${sum}`
    }
  } finally {
    client.release(true)
    await database.close()
  }
  return sums
}

/** A program that runs as a process of its own, and what it has acknowledged. */
export class ServedDesk {
  readonly tickets = new Map<string, string>()
  /** The ids of files with the hash of what is in them. */
  readonly files = new Map<string, string>()
  readonly env: Env
  #server: ServerProcess | undefined
  #cookie = ''
  #writing = new AbortController()
  url = ''

  constructor(env: Env) {
    this.env = env
  }

  async start(): Promise<this> {
    const [email, password] = [administrator.email, administrator.password]
    this.#server = new ServerProcess({ ...this.env, ADMIN_EMAIL: email, ADMIN_PASSWORD: password })
    this.url = await this.#server.url()
    const { headers } = await this.send('POST', '/api/auth/login', administrator)
    this.#cookie = headers.getSetCookie()[0]?.split(';')[0] ?? ''
    return this
  }
  get cookie(): string {
    return this.#cookie
  }

  /** Has somebody else call from now on. @returns who called before, as a cookie */
  async become(who: { email: string; password: string } | { cookie: string }): Promise<string> {
    const before = this.#cookie
    if ('cookie' in who) this.#cookie = who.cookie
    else {
      // Signing in ends the session that it is sent with.
      this.#cookie = ''
      const { headers } = await this.send('POST', '/api/auth/login', who)
      this.#cookie = headers.getSetCookie()[0]?.split(';')[0] ?? ''
    }
    return before
  }

  async send(method: string, to: string, body?: unknown): Promise<Response> {
    const answer = await fetch(this.url + to, {
      method,
      headers: {
        cookie: this.#cookie,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${method} ${to} answered ${answer.status}: ${await answer.text()}`)
    return answer
  }
  async json<T>(method: string, to: string, body?: unknown): Promise<T> {
    return (await (await this.send(method, to, body)).json()) as T
  }

  async upload(bytes: Buffer): Promise<string> {
    const query = new URLSearchParams({
      filename: 'notes.txt',
      type: '',
      'metadata[size]': String(bytes.length),
    })
    const begun = await this.json<{ id: string; url: string }>('GET', `/api/uploads/s3/params?${query}`)
    const sent = await fetch(new URL(begun.url, this.url), {
      method: 'PUT',
      headers: { 'content-type': 'application/octet-stream' },
      body: new Uint8Array(bytes),
    })
    if (!sent.ok) throw new Error(`sending a file answered ${sent.status}: ${await sent.text()}`)
    await this.send('POST', `/api/uploads/${begun.id}/finish`)
    return begun.id
  }

  /** Makes a ticket with a comment, and with a file if there are bytes for one. */
  async write(bytes?: Buffer): Promise<void> {
    const subject = `backup ${randomUUID()}`
    const attachmentIds = bytes ? [await this.upload(bytes)] : []
    const { id } = await this.json<{ id: string }>('POST', '/api/tickets', {
      ...ticketInput({ subject }),
      attachmentIds,
    })
    for (const one of attachmentIds)
      this.files.set(
        one,
        createHash('sha256')
          .update(bytes ?? '')
          .digest('hex'),
      )
    this.tickets.set(id, subject)
    await this.send('POST', `/api/tickets/${id}/comments`, { content: 'Looked at: ‘’ \u{1f525} \\ " \n' })
  }

  /** Has so many people write at the same time. @returns how to have them stop */
  startWriting(writers: number): () => Promise<unknown> {
    this.#writing = new AbortController()
    const loop = async () => {
      for (let turn = 0; !this.#writing.signal.aborted; turn++)
        await this.write(turn % 3 === 0 ? Buffer.from(`file ${randomUUID()}`) : undefined)
    }
    const all = Promise.all(Array.from({ length: writers }, loop))
    all.catch(() => undefined)
    return () => {
      this.#writing.abort()
      return all
    }
  }

  /** Holds that these tickets and files can be read here. */
  async expectAll(tickets: ReadonlyMap<string, string>, files: ReadonlyMap<string, string>): Promise<void> {
    for (const [id, subject] of tickets) {
      const found = await this.json<{ subject: string }>('GET', `/api/tickets/${id}`)
      if (found.subject !== subject) throw new Error(`ticket ${id} is ${found.subject}`)
    }
    for (const [id, hash] of files) {
      const bytes = Buffer.from(await (await this.send('GET', `/api/attachments/${id}`)).arrayBuffer())
      if (createHash('sha256').update(bytes).digest('hex') !== hash) throw new Error(`file ${id} differs`)
    }
  }

  /** @returns what the server has said */
  async stop(): Promise<string> {
    this.#writing.abort()
    return (await this.#server?.end('SIGTERM'))?.output ?? ''
  }
}

/** Reads the last backup as super users do. */
export const lastBackupOf = async (desk: ServedDesk) =>
  (await desk.json<{ lastBackup: unknown }>('GET', '/api/system')).lastBackup
