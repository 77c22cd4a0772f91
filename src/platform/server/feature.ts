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

/** Services that the server gives every feature. */
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
  /** Where links in mails lead. */
  publicUrl: string
  /** This process. */
  node: NodeIdentity
  /** Where data lies, or would. */
  dataFolder: string
  settings: Pick<Env, 'PUBLIC_URL' | 'WHATSAPP_NUMBER' | 'SMS_NUMBER' | 'DISK_FLOOR_MB' | 'CLIENT_QUOTA_GB'>
}

/** Removes what has run out. */
interface Sweep<D> {
  /** For the log of the program: "sessions". */
  what: string
  everyMinutes: number
  run: (deps: D) => Promise<unknown>
}

/** Something that goes on until the server stops. */
interface Running {
  stop(): Promise<void>
}

/**
 * Declaration of a feature to the server. `D` is its needs: the platform, and offers of features before it; `V` who calls; `N` its rules
 * of notification.
 */
export interface Feature<D, V, N = unknown> {
  /** As its folder is called. */
  name: string
  /** The contracts of its calls, in the order of the API document. A test holds that all of them are served, and nothing else. */
  api?: readonly Readonly<Record<string, Endpoint>>[]
  /** Its facts. A test holds that every declared one is named. */
  facts?: readonly FactReader[]
  /** How the audit log tells the fields of its facts. */
  fieldWords?: FieldWords
  /** Rules for the recipients of its facts over the socket. */
  live?: readonly LiveRule<V>[]
  /** Rules for the people who are mailed or texted about its facts. */
  notify?: readonly N[]
  /** Serves its calls, sockets and pages. */
  serve?: (deps: D) => void | Promise<void>
  /** The kinds of its deliveries, also those that this server has no way to send. A test holds that each kind that is sent is named. */
  deliveries?: readonly DeliveryKind[]
  /** Send the deliveries of its kinds. They come before the dispatcher, so they do not know it. */
  senders?: (deps: Omit<D, 'dispatcher'>) => readonly Sender[]
  /** Starts what goes on by itself, such as what follows the log. */
  follow?: (deps: D) => Promise<Running>
  checks?: (deps: D) => readonly Check[]
  /** Its numbers in `/metrics`. */
  readings?: (deps: D) => readonly Reading[]
  sweeps?: readonly Sweep<D>[]
  /** How it forgets a person who is erased. */
  personal?: PersonalData<V>
}
