import { readFileSync } from 'node:fs'
import path from 'node:path'
import type pg from 'pg'
import { z } from 'zod'

/** Thrown when the database has the tables of a version that is newer than this program. */
export class NewerDatabase extends Error {}

/** The journal beside the migrations: of each its name, and the moment that identifies it in the database. */
const Journal = z.object({ entries: z.array(z.object({ tag: z.string(), when: z.number() })) })

const journalTable = 'drizzle.__drizzle_migrations'

/** The moments by which the journal knows the migrations that were applied; empty for a new database. */
async function listApplied(client: pg.ClientBase): Promise<number[]> {
  const { rows: found } = await client.query<{ is_there: boolean }>(
    `select to_regclass('${journalTable}') is not null as is_there`,
  )
  if (!found[0]?.is_there) return []
  const { rows } = await client.query<{ at: string }>(`select created_at as at from ${journalTable}`)
  return rows.map(({ at }) => Number(at))
}

/** What bringing a database up to date means. */
interface Upgrade {
  /** Whether there is anything in the database yet. */
  isNew: boolean
  /** The names of the migrations that are to be applied, in their order. */
  pending: string[]
}

/**
 * Compares the database with the migrations of this program; writes nothing.
 * @throws {NewerDatabase} when the database has one that this program does not know
 */
export async function planUpgrade(client: pg.ClientBase, migrationsFolder: string): Promise<Upgrade> {
  const journal = readFileSync(path.join(migrationsFolder, 'meta', '_journal.json'), 'utf8')
  const { entries: known } = Journal.parse(JSON.parse(journal))
  const applied = await listApplied(client)
  if (applied.some((at) => known.every(({ when }) => when !== at)))
    throw new NewerDatabase(
      'The database was written by a newer version of Signalbox, which this version would damage. Start the newer version again, or go back to a copy of the data that was made before it.',
    )
  const newest = Math.max(0, ...applied)
  return {
    isNew: applied.length === 0,
    pending: known.filter(({ when }) => when > newest).map(({ tag }) => tag),
  }
}
