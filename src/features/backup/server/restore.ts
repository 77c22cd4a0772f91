import { buffer } from 'node:stream/consumers'
import { applyMigrations, isKnownMigration, ownMigrations } from '#platform/server/database/migrations.ts'
import {
  beginRows,
  dropIndexes,
  listSequences,
  listTables,
  quoted,
  setSequences,
  writeRows,
  type Table,
} from '#platform/server/database/rows.ts'
import { markOf, type ObjectStore } from '#platform/server/store/object-store.ts'
import { BackupRefused, type About, type Contents, type Manifest } from './archive/archive.ts'
import type { Part } from './archive/archive-reader.ts'
import { restoringMarkOf, type Target } from './target.ts'

/** Number of small files written at a time, each of which is held in memory. */
const filesAtOnce = 8
const smallBytes = 256 * 1024

/** @throws {BackupRefused} for a backup with migrations that this version does not know */
function requireKnown({ program, schema }: About): void {
  if (isKnownMigration(ownMigrations, schema.at)) return
  throw new BackupRefused(
    `The backup was made by a newer version of Signalbox (${program}) than this one. Restore it with that version or a later one.`,
  )
}

/** Reads all and writes nothing. @throws {BackupRefused} for an archive that cannot be restored */
export async function checkArchive(
  parts: AsyncIterable<Part>,
): Promise<{ about: About; manifest: Manifest }> {
  let about: About | undefined
  let manifest: Manifest | undefined
  for await (const part of parts) {
    if (part.kind === 'about') {
      about = part.about
      requireKnown(about)
    } else if (part.kind === 'file') for await (const _ of part.bytes);
    // Read to the very end, where the compression has its own checksum.
    else if (part.kind === 'manifest') manifest = part.manifest
  }
  if (about && manifest) return { about, manifest }
  throw new BackupRefused('The backup is damaged: it ends before its end.')
}

async function makeTables({ client, own }: Target, { schema }: About): Promise<Table[]> {
  const before = await listTables(client, own.tables)
  const sequences = await listSequences(client, own.sequences)
  if (before.length > 0)
    await client.query(`drop table ${before.map(({ name }) => quoted(name)).join()} cascade`)
  for (const { name } of sequences) await client.query(`drop sequence if exists ${quoted(name)}`)
  await client.query('drop schema if exists drizzle cascade')
  await applyMigrations(client, ownMigrations, schema.at)
  const tables = await listTables(client, own.tables)
  await client.query(`truncate ${tables.map(({ name }) => quoted(name)).join()}`)
  return tables
}

function matchTables(tables: readonly Table[], about: About): Map<string, Table> {
  const matched = about.tables.map(({ name, columns }) => {
    const table = tables.find((one) => one.name === name)
    const found = columns.map((column) => table?.columns.find((one) => one.name === column))
    const known = found.filter((column) => column !== undefined)
    if (known.length < columns.length || known.length !== table?.columns.length)
      throw new BackupRefused('The backup does not fit the tables of the version that it names.')
    return [name, { name, columns: known }] as const
  })
  return new Map(matched)
}

function createFileWriter(store: ObjectStore) {
  const writing = new Set<Promise<void>>()
  let fault: { error: unknown } | undefined
  async function room(most: number): Promise<void> {
    while (writing.size > most) await Promise.race(writing)
    if (fault) throw fault.error
  }
  return {
    async write({ path, size, bytes }: Extract<Part, { kind: 'file' }>): Promise<void> {
      if (size > smallBytes) {
        await room(0)
        return store.writeStream(path, bytes, size)
      }
      const held = await buffer(bytes)
      await room(filesAtOnce - 1)
      const one: Promise<void> = store
        .write(path, held, 'application/octet-stream')
        .catch((error: unknown) => void (fault ??= { error }))
        .finally(() => writing.delete(one))
      writing.add(one)
    },
    done: () => room(0),
  }
}

function requireComplete(wanted: Manifest, rows: Record<string, number>, files: Contents['files']): void {
  const isSame =
    Object.entries(wanted.rows).every(([name, count]) => (rows[name] ?? 0) === count) &&
    files.count === wanted.files.count &&
    files.bytes === wanted.files.bytes
  if (!isSame)
    throw new BackupRefused('The backup is damaged: it holds other than its list of contents says.')
}

async function fill(target: Target, parts: AsyncIterable<Part>): Promise<About> {
  const { client, store } = target
  const files = createFileWriter(store)
  const counted = { rows: {} as Record<string, number>, files: { count: 0, bytes: 0, missing: 0 } }
  let tables = new Map<string, Table>()
  let makeIndexes = async () => {}
  let about: About | undefined
  for await (const part of parts) {
    if (part.kind === 'about') {
      about = part.about
      requireKnown(about)
      const made = await makeTables(target, about)
      tables = matchTables(made, about)
      makeIndexes = await dropIndexes(client, made)
    } else if (part.kind === 'rows') {
      const table = tables.get(part.table)
      if (!table) throw new BackupRefused('The backup is damaged: it has rows of an unknown table.')
      await writeRows(client, table, part.lines)
      counted.rows[part.table] = (counted.rows[part.table] ?? 0) + part.lines.length
    } else if (part.kind === 'file') {
      await files.write(part)
      counted.files.count++
      counted.files.bytes += part.size
    } else {
      await files.done()
      requireComplete(part.manifest, counted.rows, counted.files)
      await setSequences(client, part.manifest.sequences)
      await makeIndexes()
    }
  }
  if (!about) throw new BackupRefused('The backup is damaged: it ends before its end.')
  return about
}

/**
 * Fills an empty target: all of it, or no rows. A retry overwrites files of an interrupted run.
 * @param finish ends the transaction, with tables in their newest form
 * @param done called once all is committed
 */
export async function restoreArchive(
  target: Target,
  parts: AsyncIterable<Part>,
  finish: (about: About) => Promise<void>,
  done = () => {},
): Promise<void> {
  const { client, store } = target
  await store.write(restoringMarkOf(store), Buffer.from('a restore is under way\n'), 'text/plain')
  await beginRows(client, 'write')
  try {
    const about = await fill(target, parts)
    await applyMigrations(client, ownMigrations)
    await finish(about)
    await client.query('commit')
    await store.write(markOf(store), Buffer.from(`${about.installation}\n`), 'text/plain')
    await store.remove([restoringMarkOf(store)])
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
  done()
  await client.query('analyze')
}
