import type pg from 'pg'

/** Arbitrary number, the same in every process, of the lock that a backup holds. */
const backupLock = 7_305_252

/** Tells all nodes, while this connection is open, that a backup is being made. */
export const recordBackup = (client: pg.ClientBase) =>
  client.query('select pg_advisory_lock_shared($1)', [backupLock])

export async function isBackupRunning(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query(
    `select 1 from pg_locks where locktype = 'advisory' and classid = 0 and objid = $1 and granted
      and database = (select oid from pg_database where datname = current_database())`,
    [backupLock],
  )
  return rows.length > 0
}
