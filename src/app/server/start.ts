import { createHmac } from 'node:crypto'
import path from 'node:path'
import { productName } from '#app/product.ts'
import type { AuthSettings } from '#features/auth/server/routes.ts'
import { findBootstrap, registrationMode } from '#features/auth/server/queries.ts'
import { createFirstAdministrator } from '#features/auth/server/service.ts'
import { createConfiguredServer } from '#features/mail-settings/server/service.ts'
import { inboundDoorOf } from '#features/inbound/server/public/door.ts'
import { accountOf } from '#features/messaging/server/whatsapp.ts'
import { findOrCreateInstallation, findStoreFault } from '#features/uploads/server/installation.ts'
import { hashPassword } from '#features/users/server/public/password.ts'
import { AppError } from '#platform/contract/errors.ts'
import { localBus, postgresBus } from '#platform/server/bus.ts'
import { systemClock } from '#platform/server/clock.ts'
import { loadSecret } from '#platform/server/process/data-directory.ts'
import type { OpenDatabase } from '#platform/server/database/database.ts'
import type { Env } from '#platform/server/process/env.ts'
import { identifyNode } from '#platform/server/process/node-identity.ts'
import { noProgress, type Progress } from '#platform/server/process/start-watch.ts'
import { smsAccountOf } from '#platform/server/send/sms.ts'
import { buildApp, openWork } from './app.ts'
import { openMomentDoor } from '#features/backup/server/moment.ts'
import { isBackupRunning } from '#features/backup/server/running.ts'
import { vitalChecks } from './checks.ts'
import { openFiles, type Files } from '#platform/server/store/files.ts'
import { createHealth } from './health.ts'
import { createLogger } from './logger.ts'
import { startMaintenance } from './maintenance.ts'
import { openDatabase } from './open-database.ts'
import { StartRefused } from '#platform/server/process/start-refused.ts'
import { readVersion } from './version.ts'
import { startTraces } from '#platform/server/traces/traces.ts'
import { upgradeDatabase } from './upgrade.ts'

const inFlightMs = 10_000

const isLoopback = (host: string) => host === 'localhost' || host === '::1' || host.startsWith('127.')

export interface Started {
  url: string
  dataDirectory: string
  database: OpenDatabase
  isUnclaimed: boolean
  setupCode: string
  /** Registration on this machine is trusted: people get the requested role, or become the first administrator. */
  isPrivateTrial: boolean
  /** Registration grants the requested role. */
  isOpen: boolean
  stop(): Promise<void>
}

/** Derives the code that proves access to the log: the same on every node and after every restart. */
const setupCodeOf = (secret: string) =>
  createHmac('sha256', secret).update('set-up code').digest('base64url').slice(0, 16)

interface Options {
  webRoot?: string
  demo?: AuthSettings['demo']
  /** Called after the migrations and before the server listens. */
  prepare?(database: OpenDatabase, files: Files): Promise<void>
  /** Called with a sentence when the database is upgraded. */
  say?(sentence: string): void
  progress?: Progress
}

async function createConfiguredAdministrator(database: OpenDatabase, env: Env): Promise<void> {
  const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password } = env
  if (email === undefined || password === undefined) return
  const work = openWork(database, systemClock, localBus())
  const passwordHash = await hashPassword(password)
  try {
    await work((unit) =>
      createFirstAdministrator(unit, { email, passwordHash, firstName: 'First', lastName: 'Administrator' }),
    )
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'conflict')) throw error
    // The account may be a stranger's: neither promote it nor set its password.
    throw new StartRefused(
      `ADMIN_EMAIL names ${email}, but somebody has registered with that address and is no administrator. Take another address, or create the administrator with: npm run user -- create-admin EMAIL "First Last"`,
    )
  }
}

async function storeConfiguredMail(database: OpenDatabase, env: Env, secret: string): Promise<void> {
  const { SMTP_URL: server } = env
  if (!server) return
  const work = openWork(database, systemClock, localBus())
  await work((unit) => createConfiguredServer(unit, server, secret))
}

/** Keeps files that a running backup may name. */
const keptForBackups = (files: Files, isBeingCopied: () => Promise<boolean>): Files => ({
  ...files,
  store: { ...files.store, isBeingCopied },
})

export async function start(
  env: Env,
  { webRoot, demo, prepare, say, progress = noProgress }: Options = {},
): Promise<Started> {
  progress.enter('starting')
  const log = createLogger(env.LOG_LEVEL)
  const node = identifyNode(readVersion())
  const endTraces = await startTraces(env, { productName, node, log })
  progress.enter('opening the database')
  const database = await openDatabase(env)
  progress.enterSlow('bringing the database up to date')
  await upgradeDatabase(database, { dataDirectory: env.DATA_DIR, log, ...(say && { say }) })
  progress.enter('opening the file store')
  await createConfiguredAdministrator(database, env)
  const secret = env.APP_SECRET ?? loadSecret(path.resolve(env.DATA_DIR))
  const directory = path.resolve(env.DATA_DIR)
  const momentDoor = database.embedded ? await openMomentDoor({ directory, database, log }) : undefined
  const files = keptForBackups(
    await openFiles(env, secret, await findOrCreateInstallation(database.db)),
    momentDoor ? async () => momentDoor.isOpen() : () => isBackupRunning(database.pool),
  )
  const storeFault = await findStoreFault(database.db, files.store).catch((error: unknown) => {
    log.warn(
      { err: error },
      'the file store does not answer; it is asked again before anything is removed from it',
    )
  })
  if (storeFault !== undefined) log.error(storeFault)
  if (prepare) progress.enterSlow('preparing the data')
  await prepare?.(database, files)

  progress.enter('opening the port')
  const bus = env.DATABASE_URL === undefined ? localBus() : await postgresBus(env.DATABASE_URL, log)
  const health = createHealth(database.db, ...vitalChecks(database, files, env))
  const setupCode = setupCodeOf(secret)
  await storeConfiguredMail(database, env, secret)
  const isPrivateTrial = isLoopback(env.HOST) && env.PUBLIC_URL === undefined
  const { app, sweeps } = await buildApp({
    node,
    database,
    bus,
    clock: systemClock,
    settings: env,
    auth: {
      registration: env.REGISTRATION,
      isPrivateTrial,
      bootstrap: env.BOOTSTRAP,
      setupCode,
      ...(demo && { demo }),
    },
    health,
    files,
    whatsApp: accountOf(env),
    inbound: inboundDoorOf(env),
    sms: smsAccountOf(env),
    secret,
    logger: log,
    dataFolder: path.resolve(env.DATA_DIR),
    ...(webRoot !== undefined && { webRoot }),
  })
  const stopCleaning = startMaintenance(database, sweeps, log)
  const url = await app.listen({ host: env.HOST, port: env.PORT })
  const standing = await findBootstrap(database.db)
  const isTrial = isPrivateTrial && standing.exposedBy === null

  return {
    url: env.PUBLIC_URL ?? url,
    dataDirectory: path.resolve(env.DATA_DIR),
    database,
    isUnclaimed: !standing.isClaimed,
    setupCode,
    isPrivateTrial: isTrial,
    isOpen: registrationMode(env.REGISTRATION, isTrial, standing) === 'open',
    async stop() {
      health.stop()
      stopCleaning()
      momentDoor?.close()
      const late = setTimeout(() => app.server.closeAllConnections(), inFlightMs)
      await app.close()
      clearTimeout(late)
      await bus.close()
      await database.close()
      await endTraces()
    },
  }
}
