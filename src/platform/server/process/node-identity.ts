import { randomUUID } from 'node:crypto'
import os from 'node:os'

/** One process among those that may serve the same database. */
export interface NodeIdentity {
  /** Another at each start. */
  id: string
  /** Name of its machine. */
  name: string
  version: string
  startedAt: Date
}

/** @param version of the program */
export const identifyNode = (version: string): NodeIdentity => ({
  id: randomUUID(),
  name: os.hostname(),
  version,
  startedAt: new Date(Date.now() - Math.round(process.uptime() * 1000)),
})
