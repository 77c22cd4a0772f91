import type pg from 'pg'

/** Any number, the same in every process: whoever holds this lock makes a backup. */
const backupLock = 7_305_252

/** Lets all nodes of a PostgreSQL database know, for as long as this connection is open, that a backup is being made. */
export const recordBackup = (client: pg.ClientBase) =>
  client.query('select pg_advisory_lock_shared($1)', [backupLock])

/** Whether a backup of a PostgreSQL database is being made, by any process. */
export async function isBackupRunning(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query(
    `select 1 from pg_locks where locktype = 'advisory' and classid = 0 and objid = $1 and granted
      and database = (select oid from pg_database where datname = current_database())`,
    [backupLock],
  )
  return rows.length > 0
}
