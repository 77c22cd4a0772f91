import { i18n } from '#platform/contract/i18n.ts'
import { z } from 'zod'
import { Person } from '#features/users/contract.ts'
import { Id } from '#platform/contract/fields.ts'

/** Least active first. */
export const presenceStates = ['away', 'viewing', 'editing'] as const
export const PresenceState = z.enum(presenceStates)
export type PresenceState = z.infer<typeof PresenceState>

const AboutTicket = z.object({ ticketId: Id })

export const socketLimits = {
  messagesPerSecond: 20,
  /** Beyond this rate the socket is closed. */
  floodPerSecond: 400,
  /** Messages that may queue; beyond them the socket is closed. */
  waitingMessages: 100,
  /** Typing and presence signals; more are dropped, as they say nothing new. */
  signalsPerSecond: 5,
  socketsPerUser: 20,
  /** Signals and subscriptions of all sockets of a person, as the database is asked for each. */
  questionsPerMinute: 300,
  topicsPerSocket: 50,
  /** Tickets on a screen whose rows show who has them open. */
  watchedTickets: 100,
  /** People told of a ticket in a row. */
  peopleInRow: 10,
  /** Shortest time between two messages about rows. */
  rowPresenceEveryMs: 1000,
  pingEveryMs: 30_000,
  /** Unread output at which a slow reader is disconnected; it resumes on reconnection. */
  bufferedBytes: 1024 * 1024,
  /** Missed events that are replayed; with more, the browser loads everything again. */
  resumeEvents: 1000,
  /** Resumes per person; beyond them everything is loaded again. */
  resumesPerMinute: 120,
} as const

export const Incoming = z.discriminatedUnion(
  'type',
  [
    z.object({ type: z.literal('user:join'), userId: Id }),
    /** Asks for everything after this position. */
    z.object({ type: z.literal('resume'), since: z.number().int().min(0) }),
    z.object({ type: z.literal('ping') }),
    AboutTicket.extend({ type: z.literal('ticket:subscribe') }),
    AboutTicket.extend({ type: z.literal('ticket:unsubscribe') }),
    AboutTicket.extend({ type: z.literal('user:typing'), userId: Id }),
    AboutTicket.extend({ type: z.literal('user:stop_typing'), userId: Id }),
    /** The ticket is open; `away` while the page is hidden. */
    AboutTicket.extend({ type: z.literal('ticket:viewing'), away: z.boolean().default(false) }),
    AboutTicket.extend({ type: z.literal('ticket:editing') }),
    AboutTicket.extend({ type: z.literal('ticket:leaving') }),
    /** All tickets on the screen, in place of those named before. */
    z.object({
      type: z.literal('tickets:watch'),
      ticketIds: z.array(Id).max(socketLimits.watchedTickets),
    }),
  ],
  { error: () => i18n.t('Unknown message type') },
)
export type Incoming = z.infer<typeof Incoming>

export const Present = Person.extend({ state: PresenceState })
export type Present = z.infer<typeof Present>

/** Messages of the socket itself; features add their own. */
export const SocketMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('authenticated'), position: z.number().int() }),
  z.object({
    type: z.literal('error'),
    message: z.string().optional(),
    ticketId: Id.optional(),
  }),
  z.object({ type: z.literal('pong') }),
  z.object({ type: z.literal('resumed'), position: z.number().int() }),
  /** Too much was missed to send one by one: load everything again. */
  z.object({ type: z.literal('resync'), position: z.number().int() }),
  /** Everybody else with the ticket open; sent to staff alone. */
  AboutTicket.extend({ type: z.literal('ticket:presence'), people: z.array(Present) }),
  /** Staff at tickets on the screen, the hearer included, where that has changed; sent to staff alone. */
  z.object({
    type: z.literal('tickets:presence'),
    tickets: z.array(AboutTicket.extend({ people: z.array(Present) })),
  }),
])
export type SocketMessage = z.infer<typeof SocketMessage>
