import fs from 'node:fs'
import { fileURLToPath } from 'node:url'
import { productName } from '#app/product.ts'
import { readEnv } from '#platform/server/process/env.ts'
import { requireNode } from '#platform/server/process/required-node.ts'
import { watchStart } from '#platform/server/process/start-watch.ts'
import { endInTime } from './ending.ts'
import { isStartRefusal } from '#platform/server/process/start-refused.ts'
import { start, type Started } from './start.ts'
import { readVersion } from './version.ts'

const webRoot = fileURLToPath(new URL('../../../dist/web', import.meta.url))

function whatFirst({ url, isUnclaimed, isPrivateTrial, setupCode }: Started): string {
  if (!isUnclaimed) return `Open ${url} and sign in.`
  if (isPrivateTrial) return `Open ${url} and register as Super User: you become the first administrator.`
  return `Open ${url}/?setup=${setupCode} and register as Super User: you become the first administrator.`
}

function giveUp(error: unknown): never {
  const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
  if (isTaken) console.error('The port is in use by another program. Stop it, or set PORT to another one.')
  else console.error(isStartRefusal(error) ? error.message : error)
  process.exit(1)
}

/** Process 1 of a container receives only signals that it listens to, so listen during a long start. */
const leave = () => process.exit(0)

try {
  requireNode()
  if (process.pid === 1) process.once('SIGTERM', leave).once('SIGINT', leave)
  const env = readEnv()
  const say = (sentence: string) => console.log(sentence)
  const started = await watchStart((progress) =>
    start(env, { say, progress, ...(fs.existsSync(webRoot) && { webRoot }) }),
  )
  const data =
    env.DATABASE_URL === undefined
      ? started.dataDirectory
      : `the PostgreSQL server ${new URL(env.DATABASE_URL).host}`
  // A supervisor that reads this line may send the signal to stop at once.
  process.off('SIGTERM', leave).off('SIGINT', leave)
  endInTime(started)
  console.log(`${productName} ${readVersion()}`)
  console.log(`${productName} listens on ${started.url}`)
  console.log(`Its data lies in ${data}`)
  console.log(whatFirst(started))
  if (started.isOpen)
    console.log(
      'Open to whoever reaches this port: they can register with any role. REGISTRATION=approval ends that.',
    )
} catch (error) {
  giveUp(error)
}
