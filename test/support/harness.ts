import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import pino from 'pino'
import { buildApp, type AppParts } from '#app/server/app.ts'
import { openFiles, type Files } from '#platform/server/store/files.ts'
import { vitalChecks } from '#app/server/checks.ts'
import { createHealth } from '#app/server/health.ts'
import { openSession } from '#features/auth/server/service.ts'
import type { Role } from '#features/users/contract.ts'
import { findOrCreateInstallation, findStoreFault } from '#features/uploads/server/installation.ts'
import { createUser, type NewUser } from '#features/users/server/service.ts'
import { hashPassword } from '#features/users/server/public/password.ts'
import { localBus, postgresBus, type Bus } from '#platform/server/bus.ts'
import type { Endpoint } from '#platform/contract/endpoint.ts'
import type { Clock } from '#platform/server/clock.ts'
import type { DoWork } from '#platform/server/work.ts'
import { openTestDatabase, type TestDatabase } from './database.ts'
import { identifyNode } from '#platform/server/process/node-identity.ts'

export const password = 'correct horse'
/** Hashed once: it is the slowest part of making a person. */
const hashed = hashPassword(password)

/** The clock of a test: real, until it is set. */
class TestClock implements Clock {
  #offsetMs = 0
  now = () => new Date(Date.now() + this.#offsetMs)
  set = (to: Date | string) => {
    this.#offsetMs = new Date(to).getTime() - Date.now()
  }
  advance = (ms: number) => {
    this.#offsetMs += ms
  }
}

interface Answer<T = Record<string, unknown>> {
  status: number
  body: T
  headers: Record<string, string | string[] | number | undefined>
}

type Headers = Record<string, string>

/** Somebody who calls the API: signed in, or nobody. */
export class Caller {
  readonly app: FastifyInstance
  readonly cookie: string
  readonly id: string
  constructor(app: FastifyInstance, cookie = '', id = '') {
    this.app = app
    this.cookie = cookie
    this.id = id
  }

  async send<T = Record<string, unknown>>(
    method: string,
    url: string,
    payload?: unknown,
    headers: Headers = {},
  ) {
    const response = await this.app.inject({
      method: method as 'GET',
      url,
      headers: { ...(this.cookie && { cookie: this.cookie }), ...headers },
      ...(payload !== undefined && { payload: payload as object }),
    })
    const isJson =
      response.body !== '' && String(response.headers['content-type']).startsWith('application/json')
    const body = (isJson ? response.json() : response.body) as T
    return { status: response.statusCode, body, headers: response.headers } satisfies Answer<T>
  }
  get = <T = Record<string, unknown>>(url: string, headers?: Headers) =>
    this.send<T>('GET', url, undefined, headers)
  post = <T = Record<string, unknown>>(url: string, payload: unknown = {}, headers?: Headers) =>
    this.send<T>('POST', url, payload, headers)
  put = <T = Record<string, unknown>>(url: string, payload: unknown, headers?: Headers) =>
    this.send<T>('PUT', url, payload, headers)
  delete = <T = Record<string, unknown>>(url: string, headers?: Headers) =>
    this.send<T>('DELETE', url, undefined, headers)
}

export interface TestApp {
  app: FastifyInstance
  database: TestDatabase
  clock: TestClock
  bus: Bus
  work: DoWork
  served: readonly Endpoint[]
  files: Files
  /** Folder of the local store. */
  fileFolder: string
  /** The data directory. */
  dataFolder: string
  /** A person of this role, with anything else about them that matters to the test. */
  person(role: Role, some?: Partial<NewUser>): Promise<{ id: string; email: string }>
  /** The same, with a session of their own; the way in by password is `signIn`. */
  signedIn(role: Role, some?: Partial<NewUser>): Promise<Caller>
  signIn(email: string, withPassword?: string): Promise<Caller>
  nobody: Caller
  /** Listens on a free port; for sockets. */
  listen(): Promise<string>
  close(): Promise<void>
}

const ample = {
  READS_PER_MINUTE: 1_000_000,
  WRITES_PER_MINUTE: 1_000_000,
  REGISTRATIONS_PER_10_MINUTES: 1_000_000,
  LOGIN_FAILURES_PER_15_MINUTES: 10,
  MAILS_PER_MINUTE: 1_000_000,
  SMS_CODES_PER_HOUR: 1_000_000,
  SMS_CODES_PER_DAY: 1_000_000,
}

interface Options {
  settings?: Partial<AppParts['settings']>
  auth?: Partial<AppParts['auth']>
  webRoot?: string
  whatsApp?: AppParts['whatsApp']
  sms?: AppParts['sms']
  inbound?: AppParts['inbound']
  database?: TestDatabase
  /** Asks websites for their icons; in a test no website has one unless it says otherwise. */
  fetchIcon?: AppParts['fetchIcon']
  impatience?: AppParts['impatience']
  /** Silent unless it says otherwise. */
  logger?: pino.Logger
  /** Store of the files; the local disk unless it says otherwise. */
  storage?: Partial<Parameters<typeof openFiles>[0]>
}

let numbered = 0

/** The whole server on a real database, with nothing replaced but the clock. */
export async function startApp({
  settings,
  auth,
  whatsApp,
  sms,
  inbound,
  webRoot,
  database: given,
  storage,
  fetchIcon = async () => null,
  impatience,
  logger = pino({ level: 'silent' }),
}: Options = {}): Promise<TestApp> {
  const database = given ?? (await openTestDatabase())
  const clock = new TestClock()
  const bus = database.url === undefined ? localBus() : await postgresBus(database.url, logger)
  const dataFolder = await mkdtemp(join(tmpdir(), 'signalbox-test-'))
  const stored = { DATA_DIR: dataFolder, MAX_UPLOAD_MB: 512, DISK_FLOOR_MB: 0, ...storage }
  const installation = await findOrCreateInstallation(database.db)
  const files = await openFiles(stored, 'the secret of a test', installation)
  // A test of a full disk has none to write on.
  await findStoreFault(database.db, files.store).catch(() => undefined)
  const { app, work, door } = await buildApp({
    database,
    node: identifyNode('0.0.0'),
    secret: 'the secret of a test',
    dataFolder,
    files,
    bus,
    clock,
    logger,
    settings: {
      HOST: '127.0.0.1',
      PORT: 3000,
      TIME_ZONE: 'UTC',
      TRUST_PROXY: '',
      API_DOCS: 'open',
      LOAD_SHEDDING: 'off',
      DISK_FLOOR_MB: stored.DISK_FLOOR_MB,
      CLIENT_QUOTA_GB: 50,
      PUBLIC_URL: undefined,
      METRICS_ALLOW: undefined,
      METRICS_TOKEN: undefined,
      INBOUND_ADDRESSES: inbound ? [...inbound.addresses] : undefined,
      ...ample,
      ...settings,
    },
    auth: {
      registration: undefined,
      isPrivateTrial: true,
      bootstrap: 'code',
      setupCode: 'the-code',
      ...auth,
    },
    whatsApp,
    sms,
    inbound,
    fetchIcon,
    health: createHealth(database.db, ...vitalChecks(database, files, stored)),
    ...(webRoot !== undefined && { webRoot }),
    ...(impatience && { impatience }),
  })
  await app.ready()

  const person: TestApp['person'] = async (role, some = {}) => {
    const number = ++numbered
    const names = { firstName: `First${number}`, lastName: `Last${number}`, companyName: '' }
    const known = { email: `person${number}@example.com`, isEmailConfirmed: true }
    const user = { passwordHash: await hashed, role, ...known, ...names, ...some }
    const { id, email } = await work((unit) => createUser(unit, user, { actorId: null }))
    return { id, email }
  }
  const cookieName = settings?.PUBLIC_URL?.startsWith('https:') ? '__Host-sid' : 'sid'
  const signIn: TestApp['signIn'] = async (email, withPassword = password) => {
    const answer = await new Caller(app).post<{ id: string }>('/api/auth/login', {
      email,
      password: withPassword,
    })
    if (answer.status !== 200) throw new Error(`sign-in as ${email} answered ${answer.status}`)
    return new Caller(app, String(answer.headers['set-cookie']).split(';')[0], answer.body.id)
  }

  return {
    app,
    database,
    clock,
    bus,
    work,
    served: door.served,
    files,
    dataFolder,
    fileFolder: join(dataFolder, 'objects', files.store.prefix),
    person,
    signIn,
    async signedIn(role, some) {
      const { id } = await person(role, some)
      const token = await work((unit) =>
        openSession(unit, id, { ip: '127.0.0.1', userAgent: 'lightMyRequest' }),
      )
      return new Caller(app, `${cookieName}=${token}`, id)
    },
    nobody: new Caller(app),
    async listen() {
      await app.listen({ host: '127.0.0.1', port: 0 })
      return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
    },
    async close() {
      const closed = app.close()
      // Browsers open connections ahead, which are waited for as long as for a request.
      app.server.closeAllConnections()
      await closed
      await bus.close()
      if (!given) await database.close()
      await rm(dataFolder, { recursive: true, force: true })
    },
  }
}
