import { createHash } from 'node:crypto'
import { existsSync, globSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './run.ts'
import { importsOf } from './source-imports.ts'

/** What opens a database of the kind that TEST_DATABASE names. Whoever imports one, if only through others, touches SQL. */
const doors = ['test/database.ts', 'test/postgres.ts']

/** These open one, and yet run on one only: what they hold is decided before or after any SQL. */
export const onceAllTheSame = new Map([
  ['test/caddy.long.test.ts', 'The way of a file to a store, and what Caddy says on it.'],
  ['test/bad-input.test.ts', 'Bodies that the contract refuses; the fuzz test sends bodies to both.'],
  ['src/app/server/pages.test.ts', 'Pages and assets as files are served.'],
])

/** What these are about lies outside the database: on PostgreSQL they belong to the long part. */
export const rarelyOnPostgres = new Map([
  ['src/features/accounts/mobile/server/mobile.test.ts', 'What the provider of text messages answers.'],
  ['src/features/accounts/photo/server/photos.test.ts', 'Pictures, and where they are stored.'],
  ['src/features/clients/server/icons.test.ts', 'What websites answer.'],
  ['src/features/mail-settings/server/delivery.test.ts', 'What mail servers answer.'],
  ['src/features/uploads/server/receive.test.ts', 'Bytes on the line and on the disk.'],
  ['test/stopping.test.ts', 'How a process ends.'],
])

/** These run on both in every part: what they hold is about the database itself, or differs from one to the other. */
export const alwaysOnBoth = new Set([
  'src/features/chat/server/chat-socket.test.ts',
  'src/features/event-log/server/event-log.test.ts',
  'src/features/live/server/presence.test.ts',
  'src/features/search/server/long-texts.test.ts',
  'src/features/search/server/search.test.ts',
  'src/features/tickets/server/round-trips.test.ts',
  'src/features/tickets/server/ticket-list.test.ts',
  'src/platform/server/bus.test.ts',
  'test/crowd.test.ts',
  'test/database-restart.test.ts',
  'test/durability.test.ts',
  'test/fuzz.test.ts',
  'test/lost-answer.test.ts',
  'test/migrating.test.ts',
  'test/nodes.test.ts',
  'test/tables.test.ts',
  'test/upgrade.test.ts',
])

const known = new Map<string, boolean>()
function opensDatabase(file: string): boolean {
  const before = known.get(file)
  if (before !== undefined) return before
  known.set(file, doors.includes(file))
  // Nothing of the product imports a test's helper: the import rule holds that.
  const isOfTests = /^test\/|[.]test[.]tsx?$/.test(file)
  const found =
    doors.includes(file) || (isOfTests && existsSync(join(root, file)) && importsOf(file).some(opensDatabase))
  known.set(file, found)
  return found
}

/** Of the long part: a dose is one of so many. */
const doses = 16
/** Of the browser tests that concern one screen the short part takes one of so many. */
const shares = 8

const hashOf = (text: string) => createHash('sha256').update(text).digest()[0] ?? 0

const isInDose = (file: string, seed: number) => hashOf(`dose ${seed} ${file}`) % doses === 0

const isLong = (file: string) => /[.]long[.]test[.]tsx?$/.test(file)

/** Those that run on PostgreSQL besides the embedded database, on which all run. */
const runsOnBoth = (file: string) => opensDatabase(file) && !onceAllTheSame.has(file)

/** Where a file that runs on both runs in the short part: by a coin for each run and file. */
const tossedTo = (file: string, seed: number) => (hashOf(`${seed} ${file}`) % 2 === 0 ? 'pglite' : 'postgres')

function isShort(file: string, database: string, seed: number | undefined): boolean {
  if (isLong(file)) return false
  if (!runsOnBoth(file)) return true
  if (rarelyOnPostgres.has(file)) return database === 'pglite'
  return seed === undefined || alwaysOnBoth.has(file) || tossedTo(file, seed) === database
}

/**
 * The files of unit, HTTP and socket tests, relative to the root of the project.
 * @param database `pglite` or `postgres`
 * @param part `short`: all but `*.long.test.ts`; `long`: the rest; `dose`: a sixteenth of the long part, another one for each seed; absent:
 * the short and the long one
 * @param seed divides between the databases what runs on both: in the short part each file runs on one of them, in the long part
 * of the same seed on the other; absent: the short part runs them on both
 */
export function listTestFiles(database: string, part?: string, seed?: number): string[] {
  return globSync(['src/**/*.test.{ts,tsx}', 'test/*.test.ts'], { cwd: root })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => database !== 'postgres' || runsOnBoth(file))
    .filter((file) => part === undefined || isShort(file, database, seed) === (part === 'short'))
    .filter((file) => part !== 'dose' || isInDose(file, seed ?? 0))
    .toSorted()
}

/** What these walk through concerns every other screen. */
export const alwaysInBrowser = [
  'board.spec.ts',
  'detail.spec.ts',
  'lists.spec.ts',
  'looks.spec.ts',
  'main-job.spec.ts',
  'routes.spec.ts',
]

/**
 * The files of browser tests.
 * @param part `short`: all but `*.long.spec.ts`; `long`: the rest; `dose`: a sixteenth of the long part, another one for
 * each seed; absent: the short and the long one
 * @param seed leaves seven eighths of the files to the long part of the same seed; absent: none
 */
export function listBrowserTestFiles(part?: string, seed?: number): string[] {
  const files = globSync('*.spec.ts', { cwd: join(root, 'test/e2e') }).toSorted()
  const ordinary = files.filter((file) => !file.includes('.long.'))
  const inTurn = ordinary.filter((file) => !alwaysInBrowser.includes(file))
  // Neighbours in the alphabet are about the same screen, and so in different shares: 0 runs now.
  const turnOf = (file: string) => (inTurn.indexOf(file) + shares - ((seed ?? 0) % shares)) % shares
  const left = inTurn.filter((file) => seed !== undefined && turnOf(file) > 0)
  const short = ordinary.filter((file) => !left.includes(file))
  if (part === undefined) return files
  if (part === 'short') return short
  const long = files.filter((file) => !short.includes(file))
  return part === 'long' ? long : long.filter((file) => isInDose(file, seed ?? 0))
}
