import { attachments } from '#tables/attachments.ts'
import { deletedThings } from '#tables/deleted-things.ts'
import { imports } from '#tables/imports.ts'
import { mobileCodes } from '#tables/mobile-codes.ts'
import { emailChanges } from '#tables/email-changes.ts'
import { passwordResets } from '#tables/password-resets.ts'
import { rateLimits } from '#tables/rate-limits.ts'
import { sessions } from '#tables/sessions.ts'
import { uploads } from '#tables/uploads.ts'
import { users } from '#tables/users.ts'
import { getTableName } from 'drizzle-orm'
import type { Table } from '#platform/server/database/rows.ts'

const nothing = 'false'
const isComplete = 'completed_at is not null'

/**
 * What a backup leaves out, because it is true for a while only: sessions, so that nobody is signed in by a backup; what limits have
 * counted; codes and links on their way to people, which would be good once more after they were used; and uploads that have not
 * arrived, with what of them lies in the store.
 */
const kept: Record<string, string> = {
  [getTableName(sessions)]: nothing,
  [getTableName(rateLimits)]: nothing,
  [getTableName(mobileCodes)]: nothing,
  [getTableName(passwordResets)]: nothing,
  [getTableName(emailChanges)]: nothing,
  [getTableName(uploads)]: isComplete,
}

/** Which rows of a table a backup holds, as SQL. */
export const rowsKeptOf = ({ name }: Pick<Table, 'name'>): string => kept[name] ?? 'true'

const filesOf = [
  [getTableName(attachments), 'object_path'],
  [getTableName(uploads), 'object_path'],
  [getTableName(users), 'photo_path'],
  [getTableName(deletedThings), 'object_paths'],
  [getTableName(imports), 'object_path'],
] as const

/** The paths of all files that these rows name, each once, as SQL; of a database of any version. */
export function filesNamedIn(tables: readonly Table[]): string {
  const found = filesOf.filter(([name, column]) =>
    tables.some((table) => table.name === name && table.columns.some((one) => one.name === column)),
  )
  return found
    .map(([name, column]) => {
      const path = column === 'object_paths' ? `unnest(${column})` : column
      return `select ${path} as path from ${name} where ${column} is not null and ${rowsKeptOf({ name })}`
    })
    .join(' union ')
}
