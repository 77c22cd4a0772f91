import { sql } from 'drizzle-orm'
import { boolean, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, moment } from './columns.ts'
import { tickets } from './tickets.ts'
import { users } from './users.ts'

export const comments = pgTable(
  'comments',
  {
    id: uuid().primaryKey().defaultRandom(),
    ticketId: uuid()
      .notNull()
      .references(() => tickets.id, { onDelete: 'cascade' }),
    userId: uuid()
      .notNull()
      .references(() => users.id),
    content: text().notNull(),
    isInternal: boolean().notNull().default(false),
    createdAt: createdAt(),
    /** Set when its author corrected it. */
    editedAt: moment(),
    /** As it was first written; for staff only. */
    formerContent: text(),
    /** Assignee whom this internal comment handed the ticket over to, until they have taken the draft. */
    handedToId: uuid().references(() => users.id, { onDelete: 'set null' }),
    /** Half-written answer that came along. */
    handedDraft: text(),
    mentions: uuid().array().notNull().default([]),
    /** See `searchable`. */
    searchText: text().notNull(),
  },
  (t) => [
    index('comments_ticket').on(t.ticketId, t.createdAt),
    index('comments_user').on(t.userId),
    index('comments_handed')
      .on(t.handedToId)
      .where(sql`${t.handedToId} is not null`),
  ],
)
