import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Endpoint } from '#platform/contract/endpoint.ts'
import type { Bus } from './bus.ts'
import type { Check } from './check.ts'
import type { Clock } from './clock.ts'
import type { OpenDatabase } from './database/database.ts'
import type { Database } from './database/query-builder.ts'
import type { Door } from './door.ts'
import type { FactReader } from './log/define-fact.ts'
import type { FieldWords } from './log/field-words.ts'
import type { LiveRule } from './log/live-rule.ts'
import type { Env } from './process/env.ts'
import type { PersonalData } from './personal-data.ts'
import type { NodeIdentity } from './process/node-identity.ts'
import type { Reading } from './reading.ts'
import type { DeliveryKind, Sender } from './send/outbox.ts'
import type { Sockets } from './sockets.ts'
import type { Files } from './store/files.ts'
import type { DoWork } from './work.ts'

export interface Platform<V> {
  app: FastifyInstance
  door: Door<V>
  sockets: Sockets<V>
  database: OpenDatabase
  db: Database
  work: DoWork
  bus: Bus
  clock: Clock
  log: FastifyBaseLogger
  files: Files
  /** Secret of this installation; signatures and seals by it hold on every node. */
  secret: string
  productName: string
  timeZone: string
  publicUrl: string
  node: NodeIdentity
  dataFolder: string
  settings: Pick<Env, 'PUBLIC_URL' | 'WHATSAPP_NUMBER' | 'SMS_NUMBER' | 'DISK_FLOOR_MB' | 'CLIENT_QUOTA_GB'>
}

interface Sweep<D> {
  /** Name in the log: "sessions". */
  what: string
  everyMinutes: number
  run: (deps: D) => Promise<unknown>
}

interface Running {
  stop(): Promise<void>
}

/** Declaration of a feature to the server: `D` its needs from platform and earlier features, `V` the caller, `N` its notification rules. */
export interface Feature<D, V, N = unknown> {
  name: string
  /** Contracts of its calls, in the order of the API document. A test checks that all of them are served, and no others. */
  api?: readonly Readonly<Record<string, Endpoint>>[]
  /** Its facts. A test checks that every declared one is named. */
  facts?: readonly FactReader[]
  fieldWords?: FieldWords
  live?: readonly LiveRule<V>[]
  notify?: readonly N[]
  serve?: (deps: D) => void | Promise<void>
  /** Kinds of its deliveries, including those without a sender. A test checks that each kind that is sent is named. */
  deliveries?: readonly DeliveryKind[]
  /** Senders of its kinds. They are made before the dispatcher, so they do not know it. */
  senders?: (deps: Omit<D, 'dispatcher'>) => readonly Sender[]
  /** Starts background work, such as a follower of the log. */
  follow?: (deps: D) => Promise<Running>
  checks?: (deps: D) => readonly Check[]
  readings?: (deps: D) => readonly Reading[]
  sweeps?: readonly Sweep<D>[]
  personal?: PersonalData<V>
}
