import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPostgresDatabase } from '#test/database.ts'

export interface ServerHome {
  directory: string
  /** Leads a server there: a data directory, and with TEST_DATABASE=postgres a database. */
  env: Record<string, string>
  remove(): Promise<void>
}

/** Makes a place for a server that runs as a process of its own. */
export async function makeServerHome(): Promise<ServerHome> {
  const directory = await mkdtemp(join(tmpdir(), 'signalbox-server-'))
  const database = process.env.TEST_DATABASE === 'postgres' ? await createPostgresDatabase() : undefined
  return {
    directory,
    env: {
      DATA_DIR: directory,
      ...(database && { DATABASE_URL: database.url, APP_SECRET: 'x'.repeat(32) }),
    },
    async remove() {
      await database?.drop()
      await rm(directory, { recursive: true, force: true })
    },
  }
}
