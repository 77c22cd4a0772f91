import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { createAddressNotice } from '#features/accounts/server/address-notice.ts'
import { createLinkMails } from '#features/accounts/server/link-mails.ts'
import { profileLive, userListLive } from '#features/accounts/server/live.ts'
import { accountRoutes } from '#features/accounts/server/routes.ts'
import { mobileRoutes } from '#features/accounts/mobile/server/routes.ts'
import { photoRoutes } from '#features/accounts/photo/server/routes.ts'
import { auditLive } from '#features/audit/server/live.ts'
import { auditRoutes } from '#features/audit/server/routes.ts'
import { createExposure } from '#features/auth/server/exposure.ts'
import { createLimits } from '#features/auth/server/limits.ts'
import { isOurs } from '#features/auth/server/origin.ts'
import { sessionFinder, type LiveSession } from '#features/auth/server/queries.ts'
import { authRoutes, type AuthSettings } from '#features/auth/server/routes.ts'
import { createProxyWatch } from '#features/auth/server/untrusted-proxy.ts'
import { createAuthenticate, createSessionCookie } from '#features/auth/server/session-cookie.ts'
import { chatLive } from '#features/chat/server/live.ts'
import { chatRoutes } from '#features/chat/server/routes.ts'
import { clientLive } from '#features/clients/server/live.ts'
import { createFetchIcon, type FetchIcon } from '#features/clients/server/fetch-icon.ts'
import { createIcons } from '#features/clients/server/icons.ts'
import { clientRoutes } from '#features/clients/server/routes.ts'
import { emailPreferenceLive } from '#features/notifications/server/live.ts'
import { emailPreferenceRoutes } from '#features/notifications/server/routes.ts'
import { unsubscribePage } from '#features/notifications/server/unsubscribe-page.ts'
import { createUnsubscriber } from '#features/notifications/server/unsubscribe.ts'
import { idempotently } from '#features/event-log/server/idempotency.ts'
import { appendEvents } from '#features/event-log/server/service.ts'
import { isMailConfigured } from '#features/mail-settings/server/queries.ts'
import { mailSettingsRoutes } from '#features/mail-settings/server/routes.ts'
import { createMail } from '#features/mail-settings/server/service.ts'
import { createHub } from '#features/live/server/hub.ts'
import { liveRoutes } from '#features/live/server/routes.ts'
import type { WhatsAppAccount } from '#features/messaging/server/whatsapp.ts'
import { productLive } from '#features/products/server/live.ts'
import { productRoutes } from '#features/products/server/routes.ts'
import { settingsRoutes } from '#features/settings/server/routes.ts'
import { statsRoutes } from '#features/stats/server/routes.ts'
import { sharingRoutes } from '#features/sharing/server/routes.ts'
import { searchRoutes } from '#features/search/server/routes.ts'
import { attachmentRoutes } from '#features/tickets/attachments/server/routes.ts'
import { commentRoutes } from '#features/tickets/comments/server/routes.ts'
import { ticketLive } from '#features/tickets/server/live.ts'
import { ticketRoutes } from '#features/tickets/server/routes.ts'
import { createProgress } from '#features/uploads/server/progress.ts'
import { progressSocket } from '#features/uploads/server/progress-socket.ts'
import { uploadRoutes } from '#features/uploads/server/routes.ts'
import { userRoutes } from '#features/users/server/routes.ts'
import { viewLive } from '#features/views/server/live.ts'
import { viewRoutes } from '#features/views/server/routes.ts'
import { notifyStatement, type Bus } from '#platform/server/bus.ts'
import type { Clock } from '#platform/server/clock.ts'
import type { OpenDatabase } from '#platform/server/database/database.ts'
import { createDoor, type Door } from '#platform/server/door.ts'
import type { Env } from '#platform/server/process/env.ts'
import type { SmsAccount } from '#platform/server/send/sms.ts'
import { createSockets } from '#platform/server/sockets.ts'
import { createWork, type DoWork } from '#platform/server/work.ts'
import { productName } from '../product.ts'
import { apiPage } from './api-page.ts'
import type { Files } from './files.ts'
import { fileStoreCheck, followerChecks, liveCheck } from './checks.ts'
import { healthRoutes, type Health } from './health.ts'
import { openHttpServer, type Patience } from './http-server.ts'
import { openChannel, startNotifications } from './senders.ts'
import { webPages } from './web-pages.ts'

type Settings = Pick<
  Env,
  | 'HOST'
  | 'PORT'
  | 'PUBLIC_URL'
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
>

export interface AppParts {
  database: OpenDatabase
  bus: Bus
  clock: Clock
  settings: Settings
  auth: AuthSettings
  health: Health
  files: Files
  /** Of this installation. */
  secret: string
  /** Absent: nothing comes in through WhatsApp. */
  whatsApp?: WhatsAppAccount | undefined
  /** Absent: no text messages are sent, and no mobile number can be proved. */
  sms?: SmsAccount | undefined
  /** Asks websites for their icons; absent: as they are found on the public web. */
  fetchIcon?: FetchIcon | undefined
  logger: FastifyBaseLogger
  /** Where the built browser application lies; absent: the API alone. */
  webRoot?: string
  /** Where less is borne of those who are connected than usual. */
  impatience?: Partial<Patience>
}

export interface App {
  app: FastifyInstance
  door: Door<LiveSession>
  work: DoWork
}

/** Through this, and nothing else, services write. */
export const openWork = (database: OpenDatabase, clock: Clock, bus: Pick<Bus, 'wake'>): DoWork =>
  createWork({
    db: database.db,
    clock,
    requireRoom: database.requireRoom,
    async append(tx, facts, now) {
      await appendEvents(tx, facts, now)
      if (!database.embedded) await tx.execute(notifyStatement)
    },
    committed: bus.wake,
  })

/** Composes the server: what the platform gives, then the features in reading order. Ready to listen or to be asked by a test. */
export async function buildApp(parts: AppParts): Promise<App> {
  const { database, bus, clock, settings, auth, health, files, secret, logger, webRoot } = parts
  const { db } = database
  /** Where links in mails lead. */
  const publicUrl = settings.PUBLIC_URL ?? `http://${settings.HOST}:${settings.PORT}`
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
  })

  const sessionCookie = createSessionCookie(publicOrigin?.startsWith('https:') ?? false)
  const authenticate = createAuthenticate({
    db,
    clock,
    cookie: sessionCookie,
    findSession: sessionFinder(db),
  })
  const limits = createLimits(database.pool, {
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
    authenticate,
    limitCalls(viewer, { ip }, isWrite) {
      if (viewer === null) return limits.stranger(ip)
      return isWrite ? limits.write(viewer.id) : limits.read(viewer.id)
    },
    keepAnswer: idempotently,
  })

  healthRoutes(app, health)
  userRoutes(door, db, clock, settings.TIME_ZONE)
  authRoutes(door, {
    db,
    work,
    limits,
    cookie: sessionCookie,
    settings: auth,
    hasPublicUrl: publicOrigin !== undefined,
    exposure,
    findUntrustedProxy: proxyWatch.found,
    canReset: () => isMailConfigured(db),
  })
  settingsRoutes(door, db)
  const mail = createMail({ db, secret })
  await mailSettingsRoutes(door, { db, clock, secret, publicUrl, mail, limitTests: limits.testMail })
  const progress = createProgress(bus, secret)
  await uploadRoutes(door, {
    db,
    work,
    clock,
    progress,
    log: app.log,
    publicUrl: settings.PUBLIC_URL,
    ...files,
  })
  productRoutes(door, db)
  clientRoutes(door, db, createIcons({ db, work, clock, fetchIcon: parts.fetchIcon ?? createFetchIcon() }))
  ticketRoutes(door, db, clock, settings.TIME_ZONE, files.store)
  commentRoutes(door, db)
  attachmentRoutes(door, db, files.store)
  searchRoutes(door, { db, limitSearches: limits.search })
  viewRoutes(door, db)
  chatRoutes(door, db)
  sharingRoutes(door, db, settings)
  statsRoutes(door, db, clock, settings.TIME_ZONE)

  if (parts.whatsApp) await openChannel(app, parts.whatsApp, { db, work, clock })

  const links = createLinkMails({
    db,
    work,
    clock,
    mail,
    secret,
    publicUrl,
    productName,
    log: app.log,
  })
  app.addHook('onClose', () => links.stop())
  accountRoutes(door, {
    db,
    clock,
    guess: limits.signIn,
    limitLinks: limits.link,
    limitAddresses: limits.address,
    links,
    tellFormerAddress: createAddressNotice({ mail, productName, log: app.log }),
  })
  photoRoutes(door, {
    db,
    work,
    clock,
    store: files.store,
    log: app.log,
    publicUrl: settings.PUBLIC_URL,
  })
  mobileRoutes(door, {
    db,
    clock,
    account: parts.sms,
    secret,
    productName,
    limitCodes: limits.mobileCode,
  })
  auditRoutes(door, db, clock, settings.TIME_ZONE)

  const unsubscriber = createUnsubscriber(secret, publicUrl)
  emailPreferenceRoutes(door, {
    db,
    clock,
    mail,
    unsubscriber,
    publicUrl,
    limitTests: limits.testMail,
    queued() {
      notifications.wake()
      links.wake()
    },
  })
  await unsubscribePage(app, { db, work, unsubscriber, productName })

  const hub = await createHub({
    db,
    bus,
    clock,
    log: app.log,
    rules: [
      ticketLive,
      viewLive,
      userListLive,
      profileLive,
      productLive,
      clientLive,
      chatLive,
      emailPreferenceLive,
      auditLive,
    ],
  })
  const sockets = await createSockets(app, {
    authenticate,
    isOurs: (origin, host) => isOurs(origin, host, publicOrigin),
  })
  liveRoutes(sockets, hub)
  progressSocket(sockets, { db, clock, progress })
  app.addHook('onClose', () => hub.close())
  const sending = { hasTexts: parts.sms !== undefined, hasWhatsApp: parts.whatsApp !== undefined }
  health.add(
    fileStoreCheck(database, files),
    ...followerChecks({ database, clock, ...sending }),
    liveCheck(hub, clock),
  )

  const notifications = await startNotifications(app, {
    db,
    work,
    bus,
    clock,
    mail,
    unsubscriber,
    publicUrl,
    timeZone: settings.TIME_ZONE,
    isConnected: hub.isConnected,
    probe: hub.probe,
    hasAnswered: hub.hasAnswered,
    sms: parts.sms,
  })

  await apiPage(door, settings.API_DOCS, authenticate)
  if (webRoot !== undefined) await webPages(app, webRoot, files.store.origin)
  return { app, door, work }
}
