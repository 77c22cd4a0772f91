import { bigint, index, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { createdAt } from './columns.ts'

/**
 * Append-only log for history, live updates, mails and audit. No foreign keys: it outlives its subjects. Only
 * texts about deleted things are removed, see `forgetWords`.
 */
export const events = pgTable(
  'events',
  {
    /** In commit order, without gaps except after a restored backup; see `log_head`. */
    position: bigint({ mode: 'number' }).primaryKey(),
    /** Numbers public events only, so that clients learn nothing of others. */
    publicPosition: bigint({ mode: 'number' }),
    type: text().notNull(),
    ticketId: uuid(),
    /** Subject other than a ticket: a user, a comment, a client. */
    subjectId: uuid(),
    actorId: uuid(),
    ip: text(),
    /** Read through the event's fact. */
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
