import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import type pg from 'pg'
import { z } from 'zod'

export const ownMigrations = new URL('../../../../migrations', import.meta.url).pathname
/** Arbitrary, but the same in every process: the process that holds this lock migrates. */
export const migrationLock = 7_305_251

export class NewerDatabase extends Error {}

/** Journal beside the migrations; `when` identifies each in the database. */
const Journal = z.object({ entries: z.array(z.object({ tag: z.string(), when: z.number() })) })

function readJournal(migrationsFolder: string) {
  const journal = readFileSync(path.join(migrationsFolder, 'meta', '_journal.json'), 'utf8')
  return Journal.parse(JSON.parse(journal)).entries
}

const journalTable = 'drizzle.__drizzle_migrations'

async function listApplied(client: pg.ClientBase): Promise<number[]> {
  const { rows: found } = await client.query<{ is_there: boolean }>(
    `select to_regclass('${journalTable}') is not null as is_there`,
  )
  if (!found[0]?.is_there) return []
  const { rows } = await client.query<{ at: string }>(`select created_at as at from ${journalTable}`)
  return rows.map(({ at }) => Number(at))
}

/** Finds the newest migration of a database; undefined without any, or for an unknown one. */
export async function findNewestMigration(
  client: pg.ClientBase,
  migrationsFolder: string,
): Promise<{ name: string; at: number } | undefined> {
  const newest = Math.max(0, ...(await listApplied(client)))
  const known = readJournal(migrationsFolder).find(({ when }) => when === newest)
  return known && { name: known.tag, at: known.when }
}

export const isKnownMigration = (migrationsFolder: string, at: number): boolean =>
  readJournal(migrationsFolder).some(({ when }) => when === at)

/** Applies the missing migrations within the caller's transaction. @param upTo `when` of the last one to apply */
export async function applyMigrations(
  client: pg.ClientBase,
  migrationsFolder: string,
  upTo = Infinity,
): Promise<void> {
  await client.query(
    `create schema if not exists drizzle;
    create table if not exists ${journalTable} (id serial primary key, hash text not null, created_at bigint)`,
  )
  const newest = Math.max(0, ...(await listApplied(client)))
  for (const { sql, hash, folderMillis: at } of readMigrationFiles({ migrationsFolder })) {
    if (at <= newest || at > upTo) continue
    for (const statement of sql) await client.query(statement)
    await client.query(`insert into ${journalTable} (hash, created_at) values ($1, $2)`, [hash, at])
  }
}

const Snapshot = z.object({
  tables: z.record(z.string(), z.object({ name: z.string() })),
  sequences: z.record(z.string(), z.object({ name: z.string() })),
})

/** Lists all tables and sequences that this program has ever made; the database may hold others. */
export function listOwnNames(migrationsFolder: string): { tables: Set<string>; sequences: Set<string> } {
  const folder = path.join(migrationsFolder, 'meta')
  const own = { tables: new Set<string>(), sequences: new Set<string>() }
  for (const file of readdirSync(folder).filter((name) => name.endsWith('_snapshot.json'))) {
    const snapshot = Snapshot.parse(JSON.parse(readFileSync(path.join(folder, file), 'utf8')))
    for (const { name } of Object.values(snapshot.tables)) own.tables.add(name)
    for (const { name } of Object.values(snapshot.sequences)) own.sequences.add(name)
  }
  return own
}

interface Upgrade {
  isNew: boolean
  pending: string[]
  moments: number[]
}

/**
 * Compares the database with the migrations of this program; writes nothing.
 * @throws {NewerDatabase} when the database has an unknown one
 */
export async function planUpgrade(client: pg.ClientBase, migrationsFolder: string): Promise<Upgrade> {
  const known = readJournal(migrationsFolder)
  const applied = await listApplied(client)
  if (applied.some((at) => known.every(({ when }) => when !== at)))
    throw new NewerDatabase(
      'The database was written by a newer version of Signalbox, which this version would damage. Start the newer version again, or go back to a copy of the data that was made before it.',
    )
  const newest = Math.max(0, ...applied)
  const lacking = known.filter(({ when }) => when > newest)
  return {
    isNew: applied.length === 0,
    pending: lacking.map(({ tag }) => tag),
    moments: lacking.map(({ when }) => when),
  }
}

/** Matches statements that change no existing row. */
const isQuick =
  /^\s*(?:create table|alter table \S+ add column|alter table \S+ add constraint \S+ foreign key)/i

/** Sums the bytes of existing rows that some migrations process, as far as their statements name the tables. */
export async function measureUpgrade(
  client: pg.ClientBase,
  migrationsFolder: string,
  names: readonly string[],
): Promise<number> {
  const statements = names.flatMap((name) =>
    readFileSync(path.join(migrationsFolder, `${name}.sql`), 'utf8').split(/--> statement-breakpoint|;/),
  )
  const named = statements
    .filter((statement) => !isQuick.test(statement))
    .flatMap((statement) => [...statement.matchAll(/"(\w+)"/g)].map(([, table]) => table))
  const { rows } = await client.query<{ bytes: string }>(
    `select coalesce(sum(pg_table_size(oid)), 0) as bytes from pg_class
     where relkind = 'r' and relnamespace = current_schema()::regnamespace and relname = any($1)`,
    [[...new Set(named)]],
  )
  return Number(rows[0]?.bytes)
}
