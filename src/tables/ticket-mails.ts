import { sql } from 'drizzle-orm'
import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { comments } from './comments.ts'
import { createdAt } from './columns.ts'
import { tickets } from './tickets.ts'

/** Message-IDs of each mail of a ticket, received and sent: replies are matched against them. */
export const ticketMails = pgTable(
  'ticket_mails',
  {
    /** Without angle brackets. */
    messageId: text().primaryKey(),
    ticketId: uuid()
      .notNull()
      .references(() => tickets.id, { onDelete: 'cascade' }),
    /** Comment that the mail became, or carried. */
    commentId: uuid().references(() => comments.id, { onDelete: 'set null' }),
    direction: text({ enum: ['in', 'out'] }).notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    index('ticket_mails_ticket').on(t.ticketId, t.createdAt),
    index('ticket_mails_comment')
      .on(t.commentId)
      .where(sql`${t.commentId} is not null`),
  ],
)
