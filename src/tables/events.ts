import { bigint, index, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { createdAt } from './columns.ts'

/**
 * The append-only log: who did what, when, to what. History, live updates, mails and audit read it.
 * No foreign keys: the log outlives what it tells of. Only what people wrote about deleted things is taken out, see `forgetWords`.
 */
export const events = pgTable(
  'events',
  {
    /** Given in the order of commits, without gaps but that after a restored backup; see `log_head`. */
    position: bigint({ mode: 'number' }).primaryKey(),
    /** Numbers only the events that clients may hear of, so that their numbering tells nothing of the rest. */
    publicPosition: bigint({ mode: 'number' }),
    type: text().notNull(),
    ticketId: uuid(),
    /** Subject of the event when that is not a ticket: a user, a comment, a client. */
    subjectId: uuid(),
    actorId: uuid(),
    ip: text(),
    /** Read through the fact that it is. */
    data: jsonb().notNull(),
    at: createdAt(),
  },
  (t) => [
    index('events_ticket').on(t.ticketId, t.position),
    index('events_type').on(t.type, t.position),
    index('events_actor').on(t.actorId, t.position),
    index('events_subject').on(t.subjectId, t.position),
    index('events_at').on(t.at),
    uniqueIndex('events_public').on(t.publicPosition),
  ],
)
