import type { Reader } from '#platform/server/database/query-builder.ts'
import { listMailboxAddresses } from '#features/mailboxes/server/queries.ts'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { createExposure } from '#features/auth/server/exposure.ts'
import { isClient } from '#features/users/policy.ts'
import { createLimits } from '#features/auth/server/limits.ts'
import { isOurs } from '#features/auth/server/origin.ts'
import { isPrivateTrial, type LiveSession } from '#features/auth/server/queries.ts'
import type { AuthSettings } from '#features/auth/server/routes.ts'
import { requirePassword } from '#features/auth/server/service.ts'
import { createProxyWatch } from '#features/auth/server/untrusted-proxy.ts'
import { createSenders, createSessionCookie } from '#features/auth/server/session-cookie.ts'
import { createFetchIcon, type FetchIcon } from '#features/clients/server/fetch-icon.ts'
import { createOutbox } from '#features/deliveries/server/outbox.ts'
import { idempotently } from '#features/event-log/server/idempotency.ts'
import { appendEvents } from '#features/event-log/server/service.ts'
import { createHub } from '#features/live/server/hub.ts'
import { isMailConfigured } from '#features/mail-settings/server/queries.ts'
import { createMail } from '#features/mail-settings/server/service.ts'
import type { InboundDoor } from '#features/inbound/server/public/door.ts'
import type { WhatsAppAccount } from '#features/messaging/server/whatsapp.ts'
import type { Bus } from '#platform/server/bus.ts'
import type { Clock } from '#platform/server/clock.ts'
import type { OpenDatabase } from '#platform/server/database/database.ts'
import { createDoor, type Door } from '#platform/server/door.ts'
import { createTotals, recentLogOf } from '#features/ticket-list/server/public/totals.ts'
import { createMetrics } from '#platform/server/metrics.ts'
import type { Env } from '#platform/server/process/env.ts'
import type { NodeIdentity } from '#platform/server/process/node-identity.ts'
import { createDispatcher } from '#platform/server/send/dispatcher.ts'
import type { SmsAccount } from '#platform/server/send/sms.ts'
import { createSockets } from '#platform/server/sockets.ts'
import type { Files } from '#platform/server/store/files.ts'
import { createWork, type DoWork } from '#platform/server/work.ts'
import { productName } from '../product.ts'
import { apiDocs } from './api-docs/routes.ts'
import { sendingChecks } from './checks.ts'
import {
  allFacts,
  deliveryKinds,
  fieldWords,
  features,
  liveRules,
  notifyRules,
  personalData,
  type Deps,
} from './features.ts'
import { healthRoutes, type Health } from './health.ts'
import { openHttpServer, stopAfterBalancer, type Patience } from './http-server.ts'
import { hasMetrics, metricsRoute, type MetricsAccess } from './metrics-route.ts'
import { processReadings } from './readings.ts'
import { webPages } from './web-pages.ts'

type Settings = Pick<
  Env,
  | 'HOST'
  | 'PORT'
  | 'PUBLIC_URL'
  | 'CLIENT_QUOTA_GB'
  | 'TIME_ZONE'
  | 'TRUST_PROXY'
  | 'API_DOCS'
  | 'READS_PER_MINUTE'
  | 'WRITES_PER_MINUTE'
  | 'REGISTRATIONS_PER_10_MINUTES'
  | 'LOGIN_FAILURES_PER_15_MINUTES'
  | 'MAILS_PER_MINUTE'
  | 'SMS_CODES_PER_HOUR'
  | 'SMS_CODES_PER_DAY'
  | 'LOAD_SHEDDING'
  | 'WHATSAPP_NUMBER'
  | 'SMS_NUMBER'
  | 'DISK_FLOOR_MB'
  | 'INBOUND_ADDRESSES'
> &
  MetricsAccess

export interface AppParts {
  node: NodeIdentity
  database: OpenDatabase
  bus: Bus
  clock: Clock
  settings: Settings
  auth: AuthSettings
  health: Health
  files: Files
  secret: string
  /** Absent: WhatsApp messages are not received. */
  whatsApp?: WhatsAppAccount | undefined
  /** Absent: no mails come in. */
  inbound?: InboundDoor | undefined
  /** Absent: no text messages are sent, and no mobile number can be proved. */
  sms?: SmsAccount | undefined
  /** Fetches icons of websites; absent: from the public web. */
  fetchIcon?: FetchIcon | undefined
  logger: FastifyBaseLogger
  dataFolder: string
  /** Folder of the built browser application; absent: the API alone. */
  webRoot?: string
  impatience?: Partial<Patience>
}

export interface BoundSweep {
  /** Name in the log: "sessions". */
  what: string
  everyMinutes: number
  run(): Promise<unknown>
}

export interface App {
  app: FastifyInstance
  door: Door<LiveSession>
  work: DoWork
  sweeps: readonly BoundSweep[]
}

/**
 * Makes the way in which services change things for people: with facts, another try after a collision, and the check
 * for room. Upkeep, such as sweeps and the index of words, writes without facts, and by the database alone.
 */
export const openWork = (database: OpenDatabase, clock: Clock, bus: Pick<Bus, 'wake'>): DoWork =>
  createWork({
    db: database.db,
    clock,
    requireRoom: database.requireRoom,
    append: appendEvents,
    committed: () => bus.wake(),
  })

/** Composes the server from the platform and every `feature.ts`, without listening yet. */
export async function buildApp(parts: AppParts): Promise<App> {
  const { database, bus, clock, settings, auth, health, files, secret, logger, webRoot } = parts
  const { db } = database
  const publicUrl = settings.PUBLIC_URL ?? `http://${settings.HOST}:${settings.PORT}`
  const inboundAddresses = async (reader: Reader) => [
    ...new Set([...(settings.INBOUND_ADDRESSES ?? []), ...(await listMailboxAddresses(reader))]),
  ]
  const publicOrigin = settings.PUBLIC_URL && new URL(settings.PUBLIC_URL).origin
  const work = openWork(database, clock, bus)
  const exposure = createExposure({
    work,
    log: logger,
    advice: (isClaimed) =>
      [
        auth.isPrivateTrial && !auth.registration && 'Staff roles wait for approval now; set REGISTRATION.',
        !isClaimed && `To become the first administrator open ${publicUrl}/?setup=${auth.setupCode}`,
      ]
        .filter(Boolean)
        .join(' '),
  })
  const proxyWatch = createProxyWatch(logger)
  const metrics = hasMetrics(settings) ? await createMetrics() : undefined
  const app = await openHttpServer({
    settings,
    publicOrigin,
    logger,
    hasPages: webRoot !== undefined,
    ...(parts.impatience && { impatience: parts.impatience }),
    watch(request) {
      if (!publicOrigin) exposure.watch(request)
      proxyWatch.watch(request)
    },
    answered: metrics?.noteAnswer,
  })

  const sessionCookie = createSessionCookie(publicOrigin?.startsWith('https:') ?? false)
  const senders = createSenders({ db, clock, cookie: sessionCookie })
  const { authenticate } = senders
  const limits = createLimits(database.pool, bus, {
    readsPerMinute: settings.READS_PER_MINUTE,
    writesPerMinute: settings.WRITES_PER_MINUTE,
    registrationsPer10Minutes: settings.REGISTRATIONS_PER_10_MINUTES,
    loginFailuresPer15Minutes: settings.LOGIN_FAILURES_PER_15_MINUTES,
    mailsPerMinute: settings.MAILS_PER_MINUTE,
    mobileCodesPerHour: settings.SMS_CODES_PER_HOUR,
    mobileCodesPerDay: settings.SMS_CODES_PER_DAY,
  })
  const door = createDoor<LiveSession>({
    app,
    work,
    ...senders,
    limitCalls(viewer, { ip }, isWrite) {
      if (viewer === null) return limits.stranger(ip)
      return isWrite ? limits.write(viewer.id) : limits.read(viewer.id)
    },
    async limitText(viewer, bytes) {
      if (viewer && isClient(viewer) && bytes > 0) await limits.written(viewer.id, bytes)
    },
    requirePassword: (viewer) => requirePassword(viewer, clock.now()),
    keepAnswer: idempotently,
  })

  const sockets = await createSockets(app, {
    authenticate,
    isOurs: (origin, host) => isOurs(origin, host, publicOrigin),
  })
  const hub = await createHub({ db, bus, clock, log: app.log, rules: liveRules })
  app.addHook('onClose', () => hub.close())

  const given: Omit<Deps, 'dispatcher'> = {
    app,
    door,
    sockets,
    database,
    db,
    work,
    bus,
    clock,
    log: app.log,
    files,
    secret,
    productName,
    timeZone: settings.TIME_ZONE,
    publicUrl,
    node: parts.node,
    dataFolder: parts.dataFolder,
    settings,
    auth: {
      cookie: sessionCookie,
      settings: auth,
      hasPublicUrl: publicOrigin !== undefined,
      exposure,
      findUntrustedProxy: proxyWatch.found,
      canReset: () => isMailConfigured(db),
    },
    limits,
    totals: createTotals({
      db,
      clock,
      timeZone: settings.TIME_ZONE,
      recent: recentLogOf({ db, isKnown: (entry) => allFacts.kindOf(entry) !== undefined }),
    }),
    isTrial: (reader) =>
      isPrivateTrial(reader, {
        isPrivateTrial: auth.isPrivateTrial,
        hasPublicUrl: publicOrigin !== undefined,
      }),
    mail: createMail({ db, secret, publicUrl: settings.PUBLIC_URL, inboundAddresses }),
    inboundAddresses,
    hub,
    whatsApp: parts.whatsApp,
    inbound: parts.inbound,
    sms: parts.sms,
    fetchIcon: parts.fetchIcon ?? createFetchIcon(),
    facts: allFacts,
    fieldWords,
    notifyRules,
    personal: personalData,
    deliveryKinds,
  }
  const dispatcher = createDispatcher({
    clock,
    log: app.log,
    outbox: createOutbox(db, work),
    senders: features.flatMap(({ senders }) => senders?.(given) ?? []),
  })
  app.addHook('onClose', () => dispatcher.stop())
  const deps: Deps = { ...given, dispatcher }
  healthRoutes(app, health)
  if (metrics) {
    metrics.add(
      ...processReadings(database, parts.dataFolder),
      ...features.flatMap(({ readings }) => readings?.(deps) ?? []),
    )
    metricsRoute(app, metrics, settings)
  }
  for (const feature of features) await feature.serve?.(deps)
  await apiDocs(app, settings.API_DOCS, authenticate)
  if (webRoot !== undefined)
    await webPages(app, { root: webRoot, fileOrigin: files.store.origin, session: sessionCookie })

  health.add(
    ...features.flatMap(({ checks }) => checks?.(deps) ?? []),
    ...sendingChecks({
      db,
      clock,
      kinds: deliveryKinds.filter(({ name }) => dispatcher.kinds.includes(name)),
    }),
  )
  for (const { follow } of features) {
    const running = await follow?.(deps)
    if (running) app.addHook('onClose', () => running.stop())
  }
  if (settings.TRUST_PROXY !== '') stopAfterBalancer(app)
  const sweeps = features.flatMap((feature) => feature.sweeps ?? [])
  return { app, door, work, sweeps: sweeps.map((sweep) => ({ ...sweep, run: () => sweep.run(deps) })) }
}
