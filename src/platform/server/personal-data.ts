import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Database } from './database/query-builder.ts'
import type { Work } from './work.ts'

export interface FormerPerson {
  id: string
  email: string
  /** In international form, proved by a code; undefined for an unproved number, which may be anybody's. */
  number: string | undefined
}

export interface TextSearch<V> {
  db: Database
  /** Viewer of the found places. */
  viewer: V
  /** Author whose texts are left out. */
  userId: string
  /** Proved address and number, without white space. */
  pieces: readonly string[]
  /** Limit of places for each piece. */
  most: number
}

export interface FoundTexts {
  rows: SQL
  /** True when older texts are left out. */
  isCut: boolean
}

export interface PersonalData<V> {
  /** Deletes the person's own data. The caller has locked their row. @returns paths of files to be removed after the unit of work */
  forget?: (unit: Work, person: FormerPerson) => Promise<readonly string[] | void>
  /** Replaces each text that the person wrote by a word. The caller has locked and announces their tickets. @returns how many texts */
  replaceTexts?: (unit: Work, userId: string, word: string) => Promise<number>
  /** Finds texts of others that may name the person. */
  findTexts?: (search: TextSearch<V>) => Promise<FoundTexts>
}

/** Newest rows searched in a table without an index of words. */
export const mostRows = 20_000

export const newestRows = (table: PgTable): SQL =>
  sql`(select * from ${table} order by created_at desc limit ${mostRows}) as ${table}`

interface TextColumns {
  id: SQLWrapper
  name: SQLWrapper
  createdAt: SQLWrapper
  texts: readonly SQLWrapper[]
}

/** Selects texts, one per row. @param kind of the thing to which they belong */
export const selectTexts = (kind: string, { id, name, createdAt, texts }: TextColumns, from: SQL): SQL => sql`
  select ${kind}::text as kind, ${id} as id, ${name} as name, ${createdAt} as created_at,
    concat_ws(e'\n', ${sql.join([...texts], sql`, `)}) as text from ${from}`
