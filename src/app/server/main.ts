import { productName } from '#app/product.ts'
import { DirectoryInUse } from '#platform/server/data-directory.ts'
import { EnvError, readEnv } from '#platform/server/env.ts'
import { ensureWebBuilt } from '../../../scripts/build.ts'
import { start, type Started } from './start.ts'

function whatFirst({ url, isUnclaimed, isPrivateTrial, setupCode }: Started): string {
  if (!isUnclaimed) return `Open ${url} and sign in.`
  if (isPrivateTrial) return `Open ${url} and register as Super User: you become the first administrator.`
  return `Open ${url}/?setup=${setupCode} and register as Super User: you become the first administrator.`
}

/** Expected faults are one sentence; anything else keeps its stack. */
function giveUp(error: unknown): never {
  const isExpected = error instanceof EnvError || error instanceof DirectoryInUse
  const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
  if (isTaken) console.error('The port is in use by another program. Stop it, or set PORT to another one.')
  else console.error(isExpected ? error.message : error)
  process.exit(1)
}

try {
  const env = readEnv()
  const webRoot = await ensureWebBuilt()
  const started = await start(env, { webRoot })
  const data =
    env.DATABASE_URL === undefined
      ? started.dataDirectory
      : `the PostgreSQL server ${new URL(env.DATABASE_URL).host}`
  console.log(`${productName} listens on ${started.url}`)
  console.log(`Its data lies in ${data}`)
  console.log(whatFirst(started))

  let isStopping = false
  function stop(code: number): void {
    // Who asks twice does not want to wait.
    if (isStopping) process.exit(1)
    isStopping = true
    started.stop().then(() => process.exit(code), giveUp)
  }
  process.on('SIGTERM', () => stop(0))
  process.on('SIGINT', () => stop(0))
  // A defect that nobody caught leaves an unknown state behind: finish what is in flight and let the supervisor start anew.
  process.on('uncaughtException', (error) => {
    console.error(error)
    stop(1)
  })
} catch (error) {
  giveUp(error)
}
