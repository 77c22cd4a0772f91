import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Database } from './database/query-builder.ts'
import type { Work } from './work.ts'

/** A person who is being erased, as they were. */
export interface FormerPerson {
  id: string
  email: string
  /** In international form, proved by a code; undefined also where a number was only typed, which may be anybody's. */
  number: string | undefined
}

/** A search for texts with an address or a number of a person. */
export interface TextSearch<V> {
  db: Database
  /** Sees the places that are found. */
  viewer: V
  /** Texts that this person wrote are left out. */
  userId: string
  /** The address and the number, as far as they are theirs for certain; without white space. */
  pieces: readonly string[]
  /** Most places of each piece. */
  most: number
}

/** Texts to be looked through. */
export interface FoundTexts {
  /** Selects them, by `selectTexts`. */
  rows: SQL
  /** Whether older texts are left out. */
  isCut: boolean
}

/** How a feature forgets a person. */
export interface PersonalData<V> {
  /**
   * Deletes what belongs to the person alone. The caller has locked their row.
   * @returns where files lie that are gone with it; to be removed there once the unit of work is done
   */
  forget?: (unit: Work, person: FormerPerson) => Promise<readonly string[] | void>
  /**
   * Replaces each text that the person wrote by a word. The caller has locked the tickets in which they wrote, and tells of it.
   * @returns how many texts
   */
  replaceTexts?: (unit: Work, userId: string, word: string) => Promise<number>
  /** Finds texts of others that may name the person. */
  findTexts?: (search: TextSearch<V>) => Promise<FoundTexts>
}

/** Rows of a table without an index of words that are looked through: the newest. */
export const mostRows = 20_000

export const newestRows = (table: PgTable): SQL =>
  sql`(select * from ${table} order by created_at desc limit ${mostRows}) as ${table}`

interface TextColumns {
  /** Id of the thing to which the text belongs. */
  id: SQLWrapper
  name: SQLWrapper
  createdAt: SQLWrapper
  texts: readonly SQLWrapper[]
}

/** Selects texts, those of one row as one. @param kind of the thing to which they belong */
export const selectTexts = (kind: string, { id, name, createdAt, texts }: TextColumns, from: SQL): SQL => sql`
  select ${kind}::text as kind, ${id} as id, ${name} as name, ${createdAt} as created_at,
    concat_ws(e'\n', ${sql.join([...texts], sql`, `)}) as text from ${from}`
