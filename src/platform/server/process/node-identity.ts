import { randomUUID } from 'node:crypto'
import os from 'node:os'

/** One process among those that may serve the same database. */
export interface NodeIdentity {
  /** Random for each start. */
  id: string
  name: string
  version: string
  startedAt: Date
}

export const identifyNode = (version: string): NodeIdentity => ({
  id: randomUUID(),
  name: os.hostname(),
  version,
  startedAt: new Date(Date.now() - Math.round(process.uptime() * 1000)),
})
