import type { FastifyInstance } from 'fastify'
import { followEvents } from '#features/notifications/server/follower.ts'
import { createMailSender } from '#features/notifications/server/jobs.ts'
import { createTextSender } from '#features/notifications/texts/server/jobs.ts'
import { createReplySender } from '#features/messaging/server/jobs.ts'
import { whatsAppRoutes } from '#features/messaging/server/routes.ts'
import type { WhatsAppAccount } from '#features/messaging/server/whatsapp.ts'
import type { Bus } from '#platform/server/bus.ts'
import type { SmsAccount } from '#platform/server/send/sms.ts'

type Mailing = Omit<Parameters<typeof createMailSender>[0], 'log' | 'look'>

interface NotificationParts extends Mailing {
  bus: Bus
  isConnected(userId: string): boolean
  probe(userIds: readonly string[]): void
  /** Absent: nobody is texted. */
  sms: SmsAccount | undefined
}

/**
 * Mails and texts people about what happens, for as long as the server runs.
 * @returns `wake`, for when there may be something to send
 */
export async function startNotifications(app: FastifyInstance, parts: NotificationParts) {
  const { work, bus, timeZone, isConnected, probe, sms } = parts
  const { log } = app
  const mails = createMailSender({ ...parts, log, look: () => follower.wake() })
  const texts = sms && createTextSender({ ...parts, log, account: sms })
  function wake() {
    mails.wake()
    texts?.wake()
  }
  const follower = await followEvents({
    work,
    bus,
    log,
    timeZone,
    isConnected,
    probe,
    mayText: texts !== undefined,
    queued: wake,
  })
  app.addHook('onClose', async () => {
    await follower.stop()
    await Promise.all([mails.stop(), texts?.stop()])
  })
  return { wake }
}

type ChannelParts = Omit<Parameters<typeof createReplySender>[0], 'log' | 'account'>

/** Takes messages in through WhatsApp, and answers them. */
export async function openChannel(
  app: FastifyInstance,
  account: WhatsAppAccount,
  parts: ChannelParts,
): Promise<void> {
  const replies = createReplySender({ ...parts, log: app.log, account })
  await whatsAppRoutes(app, { work: parts.work, account, queued: replies.wake })
  app.addHook('onClose', () => replies.stop())
}
