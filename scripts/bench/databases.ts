import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '#test/postgres.ts'

interface Wanted {
  /** One of them only: `postgres` or `pglite`. */
  database?: string | undefined
  /** The address of a PostgreSQL database to use and to keep. */
  postgres?: string | undefined
  /** Of an embedded database to use and to keep. */
  directory?: string | undefined
}

/** Runs a benchmark on each wanted database, one after the other. @param bench gets a name to print and the environment of the server */
export async function onEachDatabase(
  { database, postgres, directory }: Wanted,
  bench: (name: string, env: Record<string, string>) => Promise<void>,
): Promise<void> {
  if (database === undefined || database === 'postgres') {
    const server = postgres === undefined ? await startPostgres({ durable: true }) : undefined
    await bench('PostgreSQL', {
      DATABASE_URL: postgres ?? server?.url ?? '',
      APP_SECRET: 'only for measuring, thirty-two and more',
    })
    await server?.stop()
  }
  if (database === undefined || database === 'pglite') {
    const folder = directory ?? mkdtempSync(join(tmpdir(), 'signalbox-bench-'))
    await bench('PGlite, on disk with fsync', { DATA_DIR: folder, DATABASE_URL: '' })
    if (directory === undefined) rmSync(folder, { recursive: true })
  }
}
