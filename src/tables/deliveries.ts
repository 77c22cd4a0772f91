import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { createdAt, moment } from './columns.ts'
import { users } from './users.ts'

/** Outbox of all kinds; rows stay for a month after success or failure. */
export const deliveries = pgTable(
  'deliveries',
  {
    /** Also yields the Message-ID and link token of a mail, the same at each try. */
    id: uuid().primaryKey().defaultRandom(),
    /** Name that the feature declares in `deliveries.ts`. */
    kind: text().notNull(),
    /** Recipient; null if unknown or no user. */
    userId: uuid().references(() => users.id, { onDelete: 'cascade' }),
    /** Deduplicates within a kind. */
    key: text(),
    payload: jsonb().notNull(),
    /** Time of the next try; null when finished. */
    dueAt: moment(),
    attempts: integer().notNull().default(0),
    failure: text(),
    sentAt: moment(),
    /** Useless and deleted from then on. */
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
