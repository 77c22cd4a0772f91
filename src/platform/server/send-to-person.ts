import { z } from 'zod'
import type { Bus } from './bus.ts'
import type { LiveMessage } from './log/live-rule.ts'

const Told = z.object({
  type: z.literal('tell:person'),
  userId: z.string(),
  message: z.looseObject({ type: z.string() }),
})
type Told = z.infer<typeof Told>

/**
 * Tells one person, on every node and socket they have open, something that is no event and that nobody else hears of. Who is not
 * connected misses it, so it may only say that something is to be asked for anew.
 */
export const sendToPerson = (bus: Bus, userId: string, message: LiveMessage): void =>
  bus.publish({ type: 'tell:person', userId, message } satisfies Told)

/** Calls back with what is told to anybody, from whichever node. */
export const onSentToPerson = (bus: Bus, hear: (told: Omit<Told, 'type'>) => void): void =>
  bus.onMessage((message) => {
    const { data } = Told.safeParse(message)
    if (data) hear(data)
  })
