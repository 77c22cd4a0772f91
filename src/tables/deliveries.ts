import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { createdAt, moment } from './columns.ts'
import { users } from './users.ts'

/** Outbox to people, of every kind: a delivery stays until a month after it was sent or given up. */
export const deliveries = pgTable(
  'deliveries',
  {
    /** Also what makes the Message-ID of a mail and the token of its link: both are the same at each try. */
    id: uuid().primaryKey().defaultRandom(),
    /** Kind, by the name that its feature gives it in `deliveries.ts`. */
    kind: text().notNull(),
    /** To whom it goes; null while that is not known, and for somebody who is no user. */
    userId: uuid().references(() => users.id, { onDelete: 'cascade' }),
    /** Key by which a delivery of its kind is queued once. */
    key: text(),
    /** Content of the delivery, as its kind declares it. */
    payload: jsonb().notNull(),
    /** When sending is tried next; null once it was sent, given up, or needed no more. */
    dueAt: moment(),
    attempts: integer().notNull().default(0),
    /** Why it was not taken at the last try. */
    failure: text(),
    sentAt: moment(),
    /** From then on it is of no use, and is not kept. */
    expiresAt: moment(),
    createdAt: createdAt(),
  },
  (t) => [
    unique('deliveries_once').on(t.kind, t.key),
    index('deliveries_due')
      .on(t.kind, t.dueAt)
      .where(sql`${t.dueAt} is not null`),
    index('deliveries_failed')
      .on(t.createdAt)
      .where(sql`${t.failure} is not null`),
    index('deliveries_created').on(t.createdAt),
    index('deliveries_user').on(t.userId, t.createdAt),
    index('deliveries_expires')
      .on(t.expiresAt)
      .where(sql`${t.expiresAt} is not null`),
  ],
)
