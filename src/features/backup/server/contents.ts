import type { Table } from '#platform/server/database/rows.ts'

const nothing = 'false'
const isComplete = 'completed_at is not null'

/**
 * Rows that a backup leaves out, because they are true for a while only: sessions, so that a backup signs nobody in; counters of limits;
 * codes and links on their way to people, which would be good once more after they were used; nodes that were up; and uploads
 * that have not arrived, with what of them lies in the store. By their names, as `src/tables` would load what every feature declares;
 * `contents.unit.test.ts` holds that these are there.
 */
const kept: Record<string, string> = {
  sessions: nothing,
  rate_limits: nothing,
  mobile_codes: nothing,
  password_resets: nothing,
  email_changes: nothing,
  nodes: nothing,
  uploads: isComplete,
}

/** Rows of a table that a backup holds, as SQL. */
export const rowsKeptOf = ({ name }: Pick<Table, 'name'>): string => kept[name] ?? 'true'

const filesOf = [
  ['attachments', 'object_path'],
  ['uploads', 'object_path'],
  ['users', 'photo_path'],
  ['deleted_things', 'object_paths'],
  ['imports', 'object_path'],
] as const

/** The tables and columns that are named here. */
export const named = { tables: Object.keys(kept), files: filesOf }

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
