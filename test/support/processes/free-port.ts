import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

// Below the ports that systems give to connections and to `listen(0)`, which would take one before it is used.
const first = 20_000
const perWorker = 250
const worker = Number(process.env.VITEST_POOL_ID ?? process.env.TEST_PARALLEL_INDEX ?? 0)
/** Random, as two runs may share a machine. */
let next = randomInt(perWorker)

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch {
    return false
  }
  server.close()
  await once(server, 'close')
  return true
}

/** A port of this machine on which nobody listens; other workers of the run have ports of their own. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < perWorker; tries++) {
    const port = first + worker * perWorker + (next++ % perWorker)
    if (await isFree(port)) return port
  }
  throw new Error(`all ${perWorker} ports of worker ${worker} are taken`)
}
