import type { Table } from '#platform/server/database/rows.ts'

const nothing = 'false'
const isComplete = 'completed_at is not null'

/**
 * Rows that a backup leaves out: sessions, so that it signs nobody in; limit counters; codes and links, which
 * would work again; nodes; unfinished uploads. Literal table names load no feature; `contents.unit.test.ts`
 * checks them.
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

export const rowsKeptOf = ({ name }: Pick<Table, 'name'>): string => kept[name] ?? 'true'

const filesOf = [
  ['attachments', 'object_path'],
  ['uploads', 'object_path'],
  ['users', 'photo_path'],
  ['deleted_things', 'object_paths'],
  ['imports', 'object_path'],
  ['inbound_mails', 'object_path'],
] as const

export const named = { tables: Object.keys(kept), files: filesOf }

/** Builds SQL for the distinct paths of all named files, for a database of any version. */
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
