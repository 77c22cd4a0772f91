import { readFile } from 'node:fs/promises'
import type pg from 'pg'

/** In Linux a tick of these counters is a hundredth of a second. */
const tickMs = 10

/** What a process has used of the processors, where this machine tells: PostgreSQL may be elsewhere, or within this process. */
async function usedBy(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // The name in parentheses may contain spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * tickMs
}

/** Processor time in milliseconds that this process, and the connections of its database, have used so far. */
export async function processorMs(pool: pg.Pool): Promise<{ server: number; database: number }> {
  const { rows } = await pool.query<{ pid: number }>(
    `select pid from pg_stat_activity where application_name = 'signalbox' and datname = current_database()`,
  )
  const { user, system } = process.cpuUsage()
  const used = await Promise.all(rows.map(({ pid }) => usedBy(pid)))
  return { server: (user + system) / 1000, database: used.reduce((sum, one) => sum + one, 0) }
}
