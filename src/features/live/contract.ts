import { i18n } from '#platform/contract/i18n.ts'
import { z } from 'zod'
import { Person } from '#features/users/contract.ts'
import { Id } from '#platform/contract/fields.ts'

/** Activities of a person with an open ticket, the least active first. */
export const presenceStates = ['away', 'viewing', 'editing'] as const
export const PresenceState = z.enum(presenceStates)
export type PresenceState = z.infer<typeof PresenceState>

const AboutTicket = z.object({ ticketId: Id })

/** The messages of a browser on the socket. */
export const Incoming = z.discriminatedUnion(
  'type',
  [
    /** First of all: names the signed-in user. */
    z.object({ type: z.literal('user:join'), userId: Id }),
    /** Asks for everything after the position the browser has. */
    z.object({ type: z.literal('resume'), since: z.number().int().min(0) }),
    z.object({ type: z.literal('ping') }),
    /** Wishes to hear the chat of a ticket. */
    AboutTicket.extend({ type: z.literal('ticket:subscribe') }),
    AboutTicket.extend({ type: z.literal('ticket:unsubscribe') }),
    AboutTicket.extend({ type: z.literal('user:typing'), userId: Id }),
    AboutTicket.extend({ type: z.literal('user:stop_typing'), userId: Id }),
    /** Has the ticket open; `away` while nobody sees the page. */
    AboutTicket.extend({ type: z.literal('ticket:viewing'), away: z.boolean().default(false) }),
    /** Writes something there. */
    AboutTicket.extend({ type: z.literal('ticket:editing') }),
    AboutTicket.extend({ type: z.literal('ticket:leaving') }),
  ],
  { error: () => i18n.t('Unknown message type') },
)
export type Incoming = z.infer<typeof Incoming>

export const Present = Person.extend({ state: PresenceState })
export type Present = z.infer<typeof Present>

/** The messages of the socket itself; features add their own. */
export const SocketMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('authenticated'), position: z.number().int() }),
  z.object({
    type: z.literal('error'),
    message: z.string().optional(),
    /** The ticket whose chat was refused. */
    ticketId: Id.optional(),
  }),
  z.object({ type: z.literal('pong') }),
  /** Everything up to `position` has been told. */
  z.object({ type: z.literal('resumed'), position: z.number().int() }),
  /** Too much has happened to tell one by one: load everything again. */
  z.object({ type: z.literal('resync'), position: z.number().int() }),
  /** All others who have the ticket open, to staff who have it open too. */
  AboutTicket.extend({ type: z.literal('ticket:presence'), people: z.array(Present) }),
])
export type SocketMessage = z.infer<typeof SocketMessage>

export const socketLimits = {
  messagesPerSecond: 20,
  /** More messages than this are no accident: the socket is closed. */
  floodPerSecond: 400,
  /** How many messages may wait for those before them; with more the socket is closed. */
  waitingMessages: 100,
  /** Signals of typing and presence; more are passed over, as they say nothing new. */
  signalsPerSecond: 5,
  socketsPerUser: 20,
  /** How many tickets a socket follows at a time. */
  topicsPerSocket: 50,
  pingEveryMs: 30_000,
  /** Output a slow reader may leave unread before it is let go; it resumes when it comes back. */
  bufferedBytes: 1024 * 1024,
  /** How many missed events are told one by one. */
  resumeEvents: 1000,
  /** Resumes of each person. Beyond them they load everything again, which is limited like all reading. */
  resumesPerMinute: 120,
} as const
