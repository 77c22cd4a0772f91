// The server with something that hangs: a connection of its database is lent out and never comes back. It has less patience
// than usual when it is to end, and SIGUSR2 shows it a defect that nobody catches.
import { endInTime } from '#app/server/ending.ts'
import { start } from '#app/server/start.ts'
import { readEnv } from '#platform/server/process/env.ts'

const started = await start(readEnv())
await started.database.pool.connect()
process.on('SIGUSR2', () => {
  throw new Error('a defect')
})
endInTime(started, 300)
process.stdout.write(`It listens on ${started.url}\nOpen it.\n`)
