import fs from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { root } from './run.ts'

/**
 * The first migration that has to let an older version serve beside it. Those before it are of 0.1.0, or change what 0.1.0 needs: from
 * 0.1.0 all nodes are stopped.
 */
const firstHeld = '0027_longest-wait'

/** Migrations that break the rule, as somebody has looked through them: their names with why that does no harm. */
const reviewed: Readonly<Record<string, string>> = {
  '0028_search-texts':
    'Indexes of the old search are dropped. The versions that read them were not released, except 0.1.0, whose nodes are stopped.',
  '0038_strangers-tickets':
    'The column that it sets was added by migration 0037, and no older version knows it.',
  '0040_known-addresses':
    'It fills a column of 0039 that an older version neither reads nor writes, and locks no more than the rows of users that it fills.',
  '0043_fewer-indexes':
    'No list needs the index. An older version adds up the figures of all tickets once after its start, which takes longer without it.',
  '0042_fold-anew':
    'An older version knows texts that wait to be indexed, and doubtful words. Until it is stopped it finds fewer of them.',
  '0050_search-chat-and-files':
    'An older version takes the new rows for comments of staff. Until it is stopped, staff find tickets by them there, and see no more of them.',
  '0058_internal-mails':
    'The column was added by migration 0055, and every version that knows it reads it beside the comment. 0.1.0 knows no mails.',
}

/** One statement of a migration, and what the statements before it have made. */
interface Made {
  tables: Set<string>
  /** As `table.column`. */
  columns: Set<string>
  /** Made anywhere in the migration. */
  indexes: Set<string>
}

const withoutComments = (sql: string) => sql.replaceAll(/^\s*--(?!>).*$/gm, '')

/** In a body between dollars a semicolon ends nothing we know, so what is in there is found to be unknown, and looked at by hand. */
const statementsOf = (sql: string): string[] =>
  withoutComments(sql)
    .replaceAll('--> statement-breakpoint', ';')
    .split(';')
    .map((statement) => statement.replaceAll(/\s+/g, ' ').replaceAll('"public".', '').trim())
    .filter(Boolean)

const name = '"?(\\w+)"?'
const pattern = (text: string) => new RegExp(`^${text.replaceAll('NAME', name)}`, 'i')

const patterns = {
  createTable: pattern('create table (?:if not exists )?NAME'),
  createIndex: pattern('create (unique )?index (?:concurrently )?(?:if not exists )?NAME on NAME'),
  dropIndex: pattern('drop index (?:if exists )?NAME'),
  addColumn: pattern('alter table NAME add column (?:if not exists )?NAME (.*)'),
  addConstraint: pattern('alter table NAME add constraint NAME (.*)'),
  setDefault: pattern('alter table NAME alter column NAME set default'),
  update: pattern('update NAME (?:\\w+ )?set (.*)'),
  insertOrDelete: pattern('(?:insert into|delete from) NAME'),
  harmless:
    /^(?:create (?:sequence|extension|type|(?:or replace )?function)|comment on|analyze)\b|^alter index "?\w+"? set \(/i,
}

/** Takes everything within parentheses away. */
function flat(text: string): string {
  const next = text.replaceAll(/\([^()]*\)/g, '')
  return next === text ? text : flat(next)
}

/** Whether an `update` sets nothing but columns that the same migration has added. */
function setsOnlyNew(table: string, assignments: string, { tables, columns }: Made): boolean {
  const [list = ''] = flat(assignments).split(/ (?:from|where) /i)
  return (
    tables.has(table) ||
    list.split(',').every((one) => columns.has(`${table}.${/^\s*"?(\w+)"?\s*=/.exec(one)?.[1] ?? ''}`))
  )
}

/** @returns why an older version may not get on with what a statement does; undefined when it does */
function faultOf(statement: string, made: Made): string | undefined {
  const match = (kind: Exclude<keyof typeof patterns, 'harmless'>) => patterns[kind].exec(statement)

  const table = match('createTable')?.[1]
  if (table !== undefined) return void made.tables.add(table)
  const index = match('createIndex')
  if (index)
    return index[1] !== undefined && !made.tables.has(index[3] ?? '')
      ? 'an older version may write rows that are not unique'
      : undefined
  const dropped = match('dropIndex')?.[1]
  if (dropped !== undefined)
    return made.indexes.has(dropped) ? undefined : 'an older version may need the index'
  if (/^alter table/i.test(statement) && flat(statement.replaceAll(/'[^']*'/g, '')).includes(','))
    return 'of several changes in one statement not all are looked at'
  const added = match('addColumn')
  if (added) {
    const [, of = '', column = '', form = ''] = added
    made.columns.add(`${of}.${column}`)
    if (/\b(?:unique|check|primary key)\b/i.test(form)) return 'an older version knows nothing of the rule'
    return /\bnot null\b/i.test(form) && !/\bdefault\b|\bgenerated\b/i.test(form)
      ? 'an older version writes rows without the column, which has no default'
      : undefined
  }
  const constraint = match('addConstraint')
  if (constraint) {
    const [, of = '', , form = ''] = constraint
    const column = /^foreign key \("?(\w+)"?\)/i.exec(form)?.[1] ?? ''
    const isNew = made.tables.has(of) || made.columns.has(`${of}.${column}`)
    return isNew ? undefined : 'an older version knows nothing of the rule'
  }
  if (match('setDefault')) return undefined
  const update = match('update')
  if (update)
    return setsOnlyNew(update[1] ?? '', update[2] ?? '', made)
      ? undefined
      : 'an older version may not know what is written'
  const written = match('insertOrDelete')?.[1]
  if (written !== undefined)
    return made.tables.has(written)
      ? undefined
      : 'an older version may not know what is written or miss what is gone'
  return patterns.harmless.test(statement) ? undefined : 'it does not only add'
}

/** What in a migration an older version that still serves may not get on with, a sentence each. */
export function breakingIn(sql: string): string[] {
  const statements = statementsOf(sql)
  const indexes = statements.flatMap((statement) => patterns.createIndex.exec(statement)?.[2] ?? [])
  const made: Made = { tables: new Set(), columns: new Set(), indexes: new Set(indexes) }
  return statements.flatMap((statement) => {
    const fault = faultOf(statement, made)
    return fault === undefined ? [] : [`${statement.slice(0, 100)}: ${fault}`]
  })
}

const Journal = z.object({ entries: z.array(z.object({ tag: z.string() })) })

/** Holds all migrations since the last release, and those that were reviewed. @returns a sentence for each fault */
export function brokenMigrations(): { read: number; broken: string[] } {
  const folder = path.join(root, 'migrations')
  const journal = fs.readFileSync(path.join(folder, 'meta', '_journal.json'), 'utf8')
  const tags = Journal.parse(JSON.parse(journal)).entries.map(({ tag }) => tag)
  const held = tags.slice(tags.indexOf(firstHeld))
  const found = new Map(
    held.map((tag) => [tag, breakingIn(fs.readFileSync(path.join(folder, `${tag}.sql`), 'utf8'))]),
  )
  const faults = [...found].flatMap(([tag, sentences]) =>
    reviewed[tag] === undefined ? sentences.map((sentence) => `${tag}: ${sentence}`) : [],
  )
  const needless = Object.keys(reviewed)
    .filter((tag) => (found.get(tag)?.length ?? 0) === 0)
    .map((tag) => `${tag} is named as reviewed, and breaks nothing`)
  return { read: held.length, broken: [...faults, ...needless] }
}
