import { z } from 'zod'
import type { Bus } from '#platform/server/bus.ts'

const Changed = z.object({ type: z.literal('mailboxes:changed') })

/** Tells every node that a mailbox was added, changed or removed; call after the commit. */
export const tellMailboxesChanged = (bus: Pick<Bus, 'publish'>): void =>
  bus.publish({ type: 'mailboxes:changed' } satisfies z.input<typeof Changed>)

export const onMailboxesChanged = (bus: Pick<Bus, 'onMessage'>, hear: () => void): void =>
  bus.onMessage((message) => {
    if (Changed.safeParse(message).success) hear()
  })
