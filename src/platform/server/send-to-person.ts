import { z } from 'zod'
import type { Bus } from './bus.ts'
import type { LiveMessage } from './log/live-rule.ts'

const PersonMessage = z.object({
  type: z.literal('tell:person'),
  userId: z.string(),
  message: z.looseObject({ type: z.string() }),
})
type PersonMessage = z.infer<typeof PersonMessage>

/** Sends a transient message to one person's sockets on every node. An offline person misses it, so it may only ask for a reload. */
export const sendToPerson = (bus: Bus, userId: string, message: LiveMessage): void =>
  bus.publish({ type: 'tell:person', userId, message } satisfies PersonMessage)

export const onSentToPerson = (bus: Bus, hear: (told: Omit<PersonMessage, 'type'>) => void): void =>
  bus.onMessage((message) => {
    const { data } = PersonMessage.safeParse(message)
    if (data) hear(data)
  })
