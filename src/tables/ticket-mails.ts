import { sql } from 'drizzle-orm'
import { boolean, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { comments } from './comments.ts'
import { createdAt, moment } from './columns.ts'
import { tickets } from './tickets.ts'
import { users } from './users.ts'

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
    /** It told something that clients do not know; its answers are internal. */
    isInternal: boolean().notNull().default(false),
    /** Its sender, or the recipient of one of ours; null for somebody without an account. */
    userId: uuid().references(() => users.id, { onDelete: 'cascade' }),
    /** Subject of a received one. */
    subject: text(),
    /** Address of ours that a received one was written to. */
    mailbox: text(),
    /** Delivery of one of ours, which is deleted after a month. */
    deliveryId: uuid(),
    /** Time at which the mail server accepted one of ours. */
    sentAt: moment(),
    /** Reason why one of ours came back, or waits on its way, as the last report says. */
    bounce: text(),
    /** Time at which it came back for good; the report named its Message-ID. */
    bouncedAt: moment(),
    createdAt: createdAt(),
  },
  (t) => [
    index('ticket_mails_ticket').on(t.ticketId, t.createdAt),
    index('ticket_mails_comment')
      .on(t.commentId)
      .where(sql`${t.commentId} is not null`),
    index('ticket_mails_delivery')
      .on(t.deliveryId)
      .where(sql`${t.deliveryId} is not null`),
    index('ticket_mails_user')
      .on(t.userId)
      .where(sql`${t.userId} is not null`),
  ],
)
