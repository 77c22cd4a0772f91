import { randomUUID } from 'node:crypto'
import { openAsBlob } from 'node:fs'
import pg from 'pg'
import { migrateDatabase, openPglite, openPostgres, type OpenDatabase } from '#platform/server/database.ts'

export interface TestDatabase extends OpenDatabase {
  /** The address of a PostgreSQL database; absent for the embedded one. */
  url: string | undefined
}

async function query(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(text)
  await client.end()
}

/** An empty PostgreSQL database on the server the run was given, and the way to drop it. */
export async function createPostgresDatabase(): Promise<{ url: string; drop: () => Promise<void> }> {
  const server = process.env.TEST_POSTGRES_URL
  if (server === undefined) throw new Error('TEST_POSTGRES_URL is not set: the global set-up has not run.')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await query(server, `create database ${name}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return { url: String(url), drop: () => query(server, `drop database ${name} with (force)`) }
}

/** A database of its own with empty tables, of the kind TEST_DATABASE names. */
export async function openTestDatabase(): Promise<TestDatabase> {
  if (process.env.TEST_DATABASE !== 'postgres') {
    const dump = process.env.TEST_PGLITE_DUMP
    const database = await openPglite(undefined, dump === undefined ? undefined : await openAsBlob(dump))
    await migrateDatabase(database)
    return { ...database, url: undefined }
  }
  const { url, drop } = await createPostgresDatabase()
  const database = openPostgres(url)
  await migrateDatabase(database)
  return {
    ...database,
    url,
    async close() {
      await database.close()
      await drop()
    },
  }
}
