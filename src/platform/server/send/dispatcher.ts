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
  /** One for each kind that can be sent; what is of another kind waits. */
  senders: readonly Sender[]
}

export interface Dispatcher {
  /** The names of all kinds that can be sent. */
  kinds: readonly string[]
  /** There may be something to send. @param kinds all, if none is named */
  wake(...kinds: DeliveryKind[]): void
  /** The names of the kinds for which there is a way to send now. */
  listReady(): Promise<string[]>
  /** Sends this one now. @returns how it failed, if it did */
  sendNow(delivery: StoredDelivery): Promise<Failed | undefined>
  stop(): Promise<void>
}

/**
 * Sends what is stored as due, each until the other side has taken it. Of several nodes one sends it. A process that dies between sending
 * and noting so leaves it due, so it is sent again. A mail carries its id as Message-ID, by which the repeated one is known. Twilio and
 * WhatsApp take no key against repetition: there, the person sees a text twice.
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

  // A delivery that is tried again, or queued by another node, becomes due without a word.
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
      // A slow other side is not waited for to the end: an unnoted delivery is sent again.
      await Promise.race([ended, wait(stopWithinMs, undefined, { ref: false })])
    },
  }
}
