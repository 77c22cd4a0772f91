import { buffer } from 'node:stream/consumers'
import { AppError } from '#platform/contract/errors.ts'
import { findNewestMigration, ownMigrations } from '#platform/server/database/migrations.ts'
import { listSequences, readRows, type Table } from '#platform/server/database/rows.ts'
import { readPackageFile } from '#platform/server/process/package-file.ts'
import type { ObjectStore } from '#platform/server/store/object-store.ts'
import { archiveLimits, BackupRefused, formatVersion, type About, type Contents } from './archive/archive.ts'
import type { ArchiveWriter } from './archive/archive-writer.ts'
import { filesNamedIn, rowsKeptOf } from './contents.ts'
import type { Source } from './source.ts'

/** Number of files requested at a time; small ones are read ahead. */
const filesAhead = 8
const smallBytes = 256 * 1024
const fetchPaths = 500

async function describe({ client, tables, installation }: Source): Promise<About> {
  const schema = await findNewestMigration(client, ownMigrations)
  if (!schema) throw new Error('the database has tables, but no migration of this program')
  return {
    product: 'signalbox',
    format: formatVersion,
    program: readPackageFile().version,
    schema,
    madeAt: new Date().toISOString(),
    installation,
    tables: tables.map(({ name, columns }) => ({ name, columns: columns.map((one) => one.name) })),
  }
}

async function writeTable({ client, check }: Source, table: Table, writer: ArchiveWriter): Promise<number> {
  let count = 0
  let place = 0
  let gathered: string[] = []
  let bytes = 0
  async function flush(): Promise<void> {
    if (gathered.length === 0) return
    await writer.rows(table.name, ++place, `${gathered.join('\n')}\n`)
    gathered = []
    bytes = 0
  }
  for await (const lines of readRows(client, table, rowsKeptOf(table))) {
    check()
    for (const line of lines) {
      gathered.push(line)
      count++
      bytes += line.length
      if (bytes >= archiveLimits.rowsBytes) await flush()
    }
  }
  await flush()
  return count
}

export async function* listPaths({ client, tables }: Source): AsyncGenerator<string> {
  await client.query(`declare paths no scroll cursor for ${filesNamedIn(tables)}`)
  for (;;) {
    const { rows } = await client.query<{ path: string }>(`fetch ${fetchPaths} from paths`)
    if (rows.length === 0) break
    for (const { path } of rows) yield path
  }
  await client.query('close paths')
}

/** Runs a job for each item, several at a time, and yields results in the order of the items. */
export async function* inOrder<T, R>(
  items: AsyncIterable<T>,
  job: (item: T) => Promise<R>,
): AsyncGenerator<R> {
  const running: Promise<R>[] = []
  for await (const item of items) {
    const one = job(item)
    // Awaited in its turn.
    one.catch(() => undefined)
    running.push(one)
    const first = running.length < filesAhead ? undefined : running.shift()
    if (first) yield await first
  }
  for (const one of running) yield await one
}

interface FoundFile {
  path: string
  size: number
  read(): Promise<AsyncIterable<Uint8Array>>
}

async function findFile(store: ObjectStore, path: string): Promise<FoundFile | undefined> {
  const found = await store.find(path)
  if (!found) return undefined
  const { size } = found
  if (size > smallBytes) return { path, size, read: () => store.read(path) }
  const bytes = await buffer(await store.read(path))
  return {
    path,
    size,
    read: async () =>
      (async function* () {
        yield bytes
      })(),
  }
}

export interface Made extends Contents {
  about: About
  examples: string[]
}

const noFiles = () => ({ files: { count: 0, bytes: 0, missing: 0 }, examples: [] })

async function writeFiles(source: Source, writer: ArchiveWriter) {
  const files = { count: 0, bytes: 0, missing: 0 }
  const examples: string[] = []
  const one = async (path: string) => ({ path, file: await findFile(source.store, path) })
  for await (const { path, file } of inOrder(listPaths(source), one)) {
    source.check()
    if (file) {
      await writer.file(file.path, file.size, await file.read())
      files.count++
      files.bytes += file.size
    } else {
      files.missing++
      if (examples.length < 3) examples.push(path)
    }
  }
  return { files, examples }
}

/** @param withFiles false: only the rows */
export async function fillArchive(source: Source, writer: ArchiveWriter, withFiles = true): Promise<Made> {
  try {
    const about = await describe(source)
    await writer.about(about)
    const rows: Record<string, number> = {}
    for (const table of source.tables) rows[table.name] = await writeTable(source, table, writer)
    const sequences = await listSequences(source.client, source.own.sequences)
    const { files, examples } = withFiles ? await writeFiles(source, writer) : noFiles()
    source.check()
    await writer.manifest({ rows, files, sequences })
    return { about, rows, files, sequences, examples }
  } catch (error) {
    // Any failure follows from the loss of the copy.
    source.check()
    if (error instanceof AppError && error.code === 'not_found')
      throw new BackupRefused('A file was removed from the store while it was read.', { cause: error })
    throw error
  }
}
