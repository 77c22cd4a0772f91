import type { Logger } from 'pino'
import { vacuumWornTables } from '#platform/server/database/embedded-upkeep.ts'
import type { OpenDatabase } from '#platform/server/database/database.ts'
import { inTrace } from '#platform/server/traces/spans.ts'
import type { BoundSweep } from './app.ts'

const minuteMs = 60_000

/** Runs each sweep when it is due, and vacuums the embedded database. @returns a function that stops */
export function startMaintenance(
  database: OpenDatabase,
  sweeps: readonly BoundSweep[],
  log: Pick<Logger, 'warn'>,
): () => void {
  let minutes = 0
  let timer: NodeJS.Timeout
  let isStopped = false

  async function attempt(what: string, run: () => Promise<unknown>): Promise<void> {
    try {
      if (!isStopped) await inTrace(`clean ${what}`, run)
    } catch (error) {
      log.warn({ err: error }, `cleaning up failed, and is tried again later: ${what}`)
    }
  }
  async function clean(): Promise<void> {
    const due = sweeps.filter(({ everyMinutes }) => minutes % everyMinutes === 0)
    minutes++
    for (const { what, run } of due) await attempt(what, run)
    if (database.embedded) await attempt('vacuum', () => vacuumWornTables(database.pool))
  }
  function cleanLater(): void {
    timer = setTimeout(() => void clean().finally(() => isStopped || cleanLater()), minuteMs)
    timer.unref()
  }
  cleanLater()
  return () => {
    isStopped = true
    clearTimeout(timer)
  }
}
