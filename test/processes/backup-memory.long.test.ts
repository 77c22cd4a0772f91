import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findOrCreateInstallation } from '#features/uploads/server/installation.ts'
import {
  migrateDatabase,
  openPglite,
  openPostgres,
  type OpenDatabase,
} from '#platform/server/database/database.ts'
import { readEnv } from '#platform/server/process/env.ts'
import { openFiles } from '#platform/server/store/files.ts'
import { attachFiles } from '../../scripts/bench/attach.ts'
import { fill } from '../../scripts/bench/fill.ts'
import { root, runNode } from '../../scripts/run.ts'
import { makePlaces, startCommand, type Command, type Env, type Places } from '#test/trials/backups.ts'
import { watchPeak } from '#test/processes/peak-memory.ts'

const isEmbedded = process.env.TEST_DATABASE !== 'postgres'
const megabyte = 1024 * 1024
/** MiB, as docs/operations.md tells them; with the embedded database nearly all of it is the compiler's, to make one more than to open it. */
const most: Record<string, number> = isEmbedded
  ? { backup: 1000, restore: 1400 }
  : { backup: 280, restore: 280, move: 350 }

let places: Places

beforeAll(async () => {
  places = await makePlaces()
  const { code, output } = await runNode([join(root, 'scripts/build.ts'), '--no-budget', 'server'])
  if (code !== 0) throw new Error(output)
}, 180_000)
afterAll(() => places.remove(), 240_000)

/** With a bucket of its own: a desk that is restored or moved shares its files with no other. */
const place = async () => (isEmbedded ? places.embedded() : places.onPostgres(await places.anotherBucket()))

async function fillDesk(env: Env): Promise<void> {
  const { DATABASE_URL, DATA_DIR = '' } = env
  const database: OpenDatabase =
    DATABASE_URL === undefined ? await openPglite(join(DATA_DIR, 'database')) : openPostgres(DATABASE_URL)
  try {
    await migrateDatabase(database)
    await fill(database, 10_000)
    const installation = await findOrCreateInstallation(database.db)
    const { store } = await openFiles(readEnv(env), env['APP_SECRET'] ?? '', installation)
    await attachFiles(database, store, 200 * megabyte)
  } finally {
    await database.close()
  }
}

test.skipIf(!existsSync('/proc/self/status'))(
  'backup, restore and move hold little in memory, however much they carry',
  { timeout: 900_000 },
  async () => {
    const [env, restored, moved] = [await place(), await place(), await place()]
    await fillDesk(env)
    const file = places.file('large.backup')
    const settings = places.file('moved.env')
    await writeFile(
      settings,
      Object.entries(moved)
        .map((pair) => pair.join('='))
        .join('\n'),
    )
    const peaks: Record<string, number> = {}
    async function measure(command: Command, words: string[], where: Env): Promise<void> {
      const { child, ended } = startCommand(command, words, where, '', { asShipped: true })
      const peak = watchPeak(child)
      expect(await ended).toMatchObject({ code: 0, complaint: '' })
      peaks[command] = peak()
    }
    await measure('backup', [file], env)
    await measure('restore', [file], restored)
    if (!isEmbedded) await measure('move', ['--to-env', settings], restored)
    const isTooMuch = ([command, mib]: [string, number]) => !(mib > 0 && mib <= (most[command] ?? 0))
    expect(Object.entries(peaks).filter(isTooMuch)).toEqual([])
  },
)
