import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from '../clock.ts'
import { forNoRequest } from '../call/request-id.ts'
import { createLane, type Failed } from './lane.ts'
import type { DeliveryKind, Outbox, Sender, StoredDelivery } from './outbox.ts'

const lookEveryMs = 30_000
const stopWithinMs = 5000

interface Parts {
  clock: Clock
  log: FastifyBaseLogger
  outbox: Outbox
  /** One for each kind that can be sent; deliveries of other kinds wait. */
  senders: readonly Sender[]
}

export interface Dispatcher {
  kinds: readonly string[]
  /** Looks for due deliveries. @param kinds all, if none is named */
  wake(...kinds: DeliveryKind[]): void
  listReady(): Promise<string[]>
  sendNow(delivery: StoredDelivery): Promise<Failed | undefined>
  stop(): Promise<void>
}

/**
 * Sends due deliveries until the recipient's side takes them; one node sends each. A crash before noting success sends it again. A mail's
 * Message-ID identifies the repetition; Twilio and WhatsApp have no idempotency key, so a text may arrive twice.
 */
export function createDispatcher({ clock, log, outbox, senders }: Parts): Dispatcher {
  const lanes = new Map(
    senders.map((sender) => [sender.kind.name, createLane(sender, { clock, log, outbox })]),
  )

  function wake(...kinds: DeliveryKind[]): void {
    const names = kinds.length > 0 ? kinds.map(({ name }) => name) : lanes.keys()
    forNoRequest(() => {
      for (const name of names) lanes.get(name)?.wake()
    })
  }

  // Retries, and deliveries of other nodes, become due without a call.
  const timer = setInterval(wake, lookEveryMs)
  timer.unref()
  wake()

  return {
    kinds: [...lanes.keys()],
    wake,
    async listReady() {
      const ready = await Promise.all(senders.map((sender) => sender.isReady()))
      return senders.filter((_, place) => ready[place]).map(({ kind }) => kind.name)
    },
    async sendNow(delivery) {
      const lane = lanes.get(delivery.kind)
      if (!lane) throw new Error(`there is no sender of ${delivery.kind}`)
      return lane.send(delivery)
    },
    async stop() {
      clearInterval(timer)
      const ended = Promise.all([...lanes.values()].map((lane) => lane.stop()))
      // Do not wait for a slow recipient: an unnoted delivery is sent again.
      await Promise.race([ended, wait(stopWithinMs, undefined, { ref: false })])
    },
  }
}
