import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { productName } from '#app/product.ts'
import { start } from '#app/server/start.ts'
import { EnvError, readEnv } from '#platform/server/process/env.ts'
import { NodeTooOld, requireNode } from '#platform/server/process/required-node.ts'
import { watchStart } from '#platform/server/process/start-watch.ts'
import { ensureWebBuilt } from '../scripts/build.ts'
import { demoPassword } from '#features/demo/server/story/cast.ts'
import { demoAccounts, seedDemo } from './seed.ts'

// Whatever the environment says of data is left alone: the demonstration has its own, and throws it away.
const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'signalbox-demo-'))
process.on('exit', () => fs.rmSync(directory, { recursive: true, force: true }))

function giveUp(error: unknown): never {
  const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
  if (isTaken) console.error('The port is in use by another program. Stop it, or set PORT to another one.')
  else console.error(error instanceof EnvError || error instanceof NodeTooOld ? error.message : error)
  process.exit(1)
}

let stop: (() => Promise<void>) | undefined
for (const signal of ['SIGTERM', 'SIGINT'] as const)
  process.on(signal, () => {
    // Before it serves, or when asked twice: at once.
    if (!stop) process.exit(1)
    stop().then(() => process.exit(0), giveUp)
    stop = undefined
  })

try {
  requireNode()
  const env = readEnv({
    // A file that names a real database would count where these say nothing.
    ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.endsWith('_FILE'))),
    DATA_DIR: directory,
    DATABASE_URL: '',
    S3_ENDPOINT: '',
    S3_REGION: '',
    S3_BUCKET: '',
    S3_ACCESS_KEY_ID: '',
    S3_SECRET_ACCESS_KEY: '',
    ADMIN_EMAIL: '',
    ADMIN_PASSWORD: '',
  })
  const webRoot = await ensureWebBuilt()
  const started = await watchStart((progress) =>
    start(env, {
      webRoot,
      progress,
      demo: { demoAccounts, demoPassword },
      prepare(database, { store }) {
        console.log('Writing 90 days of a support desk: 300 tickets, about ten seconds.')
        return seedDemo(database, store, { timeZone: env.TIME_ZONE })
      },
    }),
  )
  stop = started.stop
  console.log(`${productName} shows a demonstration on ${started.url}`)
  console.log('Its data is thrown away when you stop it.')
  console.log(`Sign in as one of the people on the sign-in screen, all with the password ${demoPassword}.`)
} catch (error) {
  giveUp(error)
}
