import { z } from 'zod'
import { Id } from '#platform/contract/fields.ts'

/** What a browser may say on the socket. */
export const Incoming = z.discriminatedUnion(
  'type',
  [
    /** First of all: names the signed-in user. */
    z.object({ type: z.literal('user:join'), userId: Id }),
    /** Asks for everything after the position the browser has. */
    z.object({ type: z.literal('resume'), since: z.number().int().min(0) }),
    z.object({ type: z.literal('ping') }),
  ],
  { error: 'Unknown message type' },
)
export type Incoming = z.infer<typeof Incoming>

/** What the socket itself says; features add their own messages. */
export const SocketMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('authenticated'), position: z.number().int() }),
  z.object({ type: z.literal('error'), message: z.string() }),
  z.object({ type: z.literal('pong') }),
  /** Everything up to `position` has been told. */
  z.object({ type: z.literal('resumed'), position: z.number().int() }),
  /** Too much has happened to tell one by one: load everything again. */
  z.object({ type: z.literal('resync'), position: z.number().int() }),
])
export type SocketMessage = z.infer<typeof SocketMessage>

export const socketLimits = {
  messagesPerSecond: 20,
  /** Nobody who sends this many has an innocent fault: the socket is closed. */
  floodPerSecond: 400,
  socketsPerUser: 20,
  pingEveryMs: 30_000,
  /** Output a slow reader may leave unread before it is let go; it resumes when it comes back. */
  bufferedBytes: 1024 * 1024,
  /** How many missed events are told one by one. */
  resumeEvents: 1000,
} as const
