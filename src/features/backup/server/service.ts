import { lt } from 'drizzle-orm'
import type { Database, Tx } from '#platform/server/database/query-builder.ts'
import { lastBackup } from '#tables/last-backup.ts'
import type { Backup } from '../contract.ts'

/** Records a complete backup; of several the newest one stays. */
export async function recordBackup(writer: Database | Tx, { madeAt, ...backup }: Backup): Promise<void> {
  const made = { ...backup, madeAt: new Date(madeAt) }
  await writer
    .insert(lastBackup)
    .values(made)
    .onConflictDoUpdate({
      target: lastBackup.id,
      set: made,
      setWhere: lt(lastBackup.madeAt, made.madeAt),
    })
}
