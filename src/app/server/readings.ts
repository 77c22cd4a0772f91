import fs from 'node:fs/promises'
import type { OpenDatabase } from '#platform/server/database/database.ts'
import type { Reading } from '#platform/server/reading.ts'

const connections = ({ pool }: OpenDatabase): Reading => ({
  part: 'database pool',
  gauges: {
    database_connections: 'Connections to the database of this process, by what they do',
    database_waiting: 'Statements that wait for a connection',
  },
  labels: ['state'],
  async read() {
    const { totalCount, idleCount, waitingCount } = pool
    return [
      { gauge: 'database_connections', value: totalCount - idleCount, labels: { state: 'in_use' } },
      { gauge: 'database_connections', value: idleCount, labels: { state: 'idle' } },
      { gauge: 'database_waiting', value: waitingCount },
    ]
  },
})

const freeDisk = (folder: string): Reading => ({
  part: 'disk',
  gauges: { disk_free_bytes: 'Room on the disk with the data directory' },
  async read() {
    const { bavail, bsize } = await fs.statfs(folder)
    return [{ gauge: 'disk_free_bytes', value: bavail * bsize }]
  },
})

export const processReadings = (database: OpenDatabase, dataFolder: string): Reading[] => [
  connections(database),
  freeDisk(dataFolder),
]
