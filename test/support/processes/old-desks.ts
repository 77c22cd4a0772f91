// Desks as earlier versions left them, and how they are brought up to date. What a test has opened is closed after it.
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { upgradeDatabase } from '#app/server/upgrade.ts'
import type { TicketPage } from '#features/tickets/contract.ts'
import type { TicketDetail } from '#features/conversation/contract.ts'
import {
  openPglite,
  openPostgres,
  withBuilder,
  type OpenDatabase,
} from '#platform/server/database/database.ts'
import { openEmbedded } from '#platform/server/database/embedded-database.ts'
import { connectToEmbedded, type OpenPool } from '#platform/server/database/pools.ts'
import { createPostgresDatabase, type TestDatabase } from '#test/database.ts'
import type { Caller } from '#test/harness.ts'

export const isEmbedded = process.env.TEST_DATABASE !== 'postgres'
export const migrations = path.resolve('migrations')
const release = fs.readFileSync(new URL('../fixtures/release-0.1.0.sql', import.meta.url), 'utf8')
const releaseMigrations = 13

export let folder = ''
export const open: { close(): Promise<void> }[] = []
export const warnings: unknown[][] = []
const log = { warn: (...words: unknown[]) => void warnings.push(words) }
export const said: string[] = []

/** Closes what each test of this file has opened, and forgets what was said in it. */
export function tidyOldDesks(): void {
  beforeAll(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'signalbox-upgrade-'))
  })
  afterEach(async () => {
    for (const one of open.splice(0).toReversed()) await one.close()
    warnings.length = 0
    said.length = 0
  })
  afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))
}

interface Journal {
  entries: { idx: number; version: string; when: number; tag: string; breakpoints: boolean }[]
}

const journalFile = (migrationsFolder: string) => path.join(migrationsFolder, 'meta', '_journal.json')
export const journalOf = (migrationsFolder: string) =>
  JSON.parse(fs.readFileSync(journalFile(migrationsFolder), 'utf8')) as Journal

/** The migrations as another version has them. */
function migrationsOf(name: string, change: (journal: Journal) => void): string {
  const at = path.join(folder, name)
  if (fs.existsSync(at)) return at
  fs.cpSync(migrations, at, { recursive: true })
  const journal = journalOf(at)
  change(journal)
  fs.writeFileSync(journalFile(at), JSON.stringify(journal))
  return at
}

export const migrationsOfRelease = () =>
  migrationsOf('release', ({ entries }) => void entries.splice(releaseMigrations))
/** Migrations of the version that kept outgoing messages in four tables. */
export const migrationsOfBefore = () => migrationsOf('before', ({ entries }) => void entries.splice(21))
/** The migrations before one of this name, whatever its number. */
const migrationsBefore = (name: string) =>
  migrationsOf(
    `before ${name}`,
    ({ entries }) => void entries.splice(entries.findIndex(({ tag }) => tag.endsWith(`_${name}`))),
  )
/** Migrations of this version, and one of a later version. */
export const migrationsOfFuture = () =>
  migrationsWith('future', { '9999_future': 'create table of_the_future (id int);' })

/** Migrations of this version, and some more. */
export function migrationsWith(name: string, more: Record<string, string>): string {
  const at = migrationsOf(name, ({ entries }) => {
    for (const tag of Object.keys(more)) {
      const last = entries.at(-1)!
      entries.push({ ...last, idx: last.idx + 1, when: last.when + 1000, tag })
    }
  })
  for (const [tag, sql] of Object.entries(more)) fs.writeFileSync(path.join(at, `${tag}.sql`), sql)
  return at
}

async function layRelease({ pool }: OpenPool): Promise<void> {
  await migrate(drizzle({ client: pool }), { migrationsFolder: migrationsOfRelease() })
  await pool.query(release)
}

let dump: Promise<Blob> | undefined
async function dumpRelease(): Promise<Blob> {
  const embedded = await openEmbedded(undefined)
  const connected = connectToEmbedded(embedded)
  await layRelease(connected)
  await connected.close()
  const dumped = await embedded.dump()
  await embedded.close()
  return dumped
}

/** The same in memory each time: one dump serves all tests of a process, and loading it takes a tenth of the time. */
async function openReleaseInMemory(): Promise<TestDatabase> {
  const embedded = await openEmbedded(undefined, { from: await (dump ??= dumpRelease()) })
  const connected = connectToEmbedded(embedded)
  return {
    ...withBuilder(connected),
    url: undefined,
    close: () => connected.close().then(() => embedded.close()),
  }
}

async function openReleaseIn(directory: string): Promise<TestDatabase> {
  const database = await openPglite(path.join(directory, 'database'))
  await layRelease(database)
  return { ...database, url: undefined }
}

async function openReleaseOnPostgres(): Promise<TestDatabase> {
  const { url, drop } = await createPostgresDatabase()
  const database = openPostgres(url)
  await layRelease(database)
  return { ...database, url, close: () => database.close().then(drop) }
}

/** A desk as version 0.1.0 left it. @param directory of an embedded database; absent: in memory */
export async function openRelease(directory?: string): Promise<TestDatabase> {
  const openHere = () => (directory === undefined ? openReleaseInMemory() : openReleaseIn(directory))
  const database = await (isEmbedded ? openHere() : openReleaseOnPostgres())
  open.push(database)
  return database
}

export const upgrade = (
  database: OpenDatabase,
  more: { dataDirectory?: string; migrationsFolder?: string } = {},
) =>
  upgradeDatabase(database, {
    log,
    say: (sentence) => said.push(sentence),
    migrationsFolder: migrations,
    ...more,
  })

/** Brings a desk of version 0.1.0 to the last version before a migration; this version's code reads nothing of it yet. */
export const upgradeToBefore = ({ pool }: OpenDatabase, name: string) =>
  migrate(drizzle({ client: pool }), { migrationsFolder: migrationsBefore(name) })

export const ticketsOf = async (by: Caller) =>
  (await by.get<TicketPage>('/api/tickets?limit=100')).body.tickets

export async function expectTickets(zoe: Caller, jose: Caller): Promise<void> {
  const all = await ticketsOf(zoe)
  expect(all.map(({ status }) => status).toSorted()).toEqual([
    'closed',
    'open',
    'progress',
    'resolved',
    'testing',
  ])
  expect(await ticketsOf(jose)).toHaveLength(3)
  const { body: found } = await zoe.get<TicketPage>('/api/tickets?search=n3')
  expect(found.tickets.map(({ subject }) => subject)).toEqual(['Ticket resolved – ñ3'])
  const own = all.find(({ subject }) => subject === 'Ticket open – ñ0')!
  const whole = (await zoe.get<TicketDetail>(`/api/tickets/${own.id}`)).body
  expect(whole.comments.map(({ content }) => content)).toEqual([
    'Public answer 0',
    'Internal remark 0, naïve',
  ])
  const known = (await jose.get<TicketDetail>(`/api/tickets/${own.id}`)).body
  expect(known.comments.map(({ content }) => content)).toEqual(['Public answer 0'])
  const { body: chat } = await jose.get(`/api/tickets/${own.id}/chat`)
  expect(JSON.stringify(chat)).toContain('Chat 0')
}
