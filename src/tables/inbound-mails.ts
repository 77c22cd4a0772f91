import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { mailDoors, mailOutcomes, mailReasons, mailStates, trayReasons } from '#features/inbound/contract.ts'
import { createdAt, moment } from './columns.ts'
import { users } from './users.ts'

/**
 * Received mails and what became of them. A row outlives its ticket, so that a mail that is still in the
 * mailbox comes to nothing.
 */
export const inboundMails = pgTable(
  'inbound_mails',
  {
    id: uuid().primaryKey().defaultRandom(),
    door: text({ enum: mailDoors }).notNull(),
    /** Addresses of the desk that it came to, in the order of arrival. */
    mailboxes: text().array().notNull(),
    /** The same as they were written to, with their tokens. */
    recipients: text().array().notNull(),
    /** Envelope sender; empty for the null path. */
    envelopeFrom: text().notNull(),
    /** IP address and name of the host that sent it, where this desk checks them itself; null: nobody needs them. */
    remoteAddress: text(),
    helo: text(),
    /** Without angle brackets; null: it has none. */
    messageId: text(),
    /** SHA-256 of its author's headers and body, in hex: the same in every mailbox. */
    contentHash: text().notNull().unique('inbound_mails_once'),
    /** Raw mail in the file store; null once its time is over. */
    objectPath: text(),
    size: integer().notNull(),
    state: text({ enum: mailStates }).notNull(),
    outcome: text({ enum: mailOutcomes }),
    reason: text({ enum: mailReasons }),
    /** Why it waits in the tray, or waited there; null: it never did. */
    trayReason: text({ enum: trayReasons }),
    /** No reference: see above. */
    ticketId: uuid(),
    commentId: uuid(),
    /** Ids of a proposal for the desk. */
    suggestion: jsonb(),
    /** Addresses, texts and marks, as the desk reads them. */
    understood: jsonb(),
    /** Address that counts as the sender's. */
    senderAddress: text(),
    /** The first of the mails that were held back with it. */
    heldUnderId: uuid(),
    attempts: integer().notNull().default(0),
    /** Time of the next try; null when there is nothing to do. */
    dueAt: moment(),
    receivedAt: createdAt(),
    doneAt: moment(),
    /** Member of the desk who decided. */
    handledById: uuid().references(() => users.id, { onDelete: 'set null' }),
  },
  (t) => [
    index('inbound_mails_due')
      .on(t.dueAt)
      .where(sql`${t.dueAt} is not null`),
    index('inbound_mails_state').on(t.state, t.receivedAt),
    index('inbound_mails_received').on(t.receivedAt),
    index('inbound_mails_ticket')
      .on(t.ticketId, t.receivedAt)
      .where(sql`${t.ticketId} is not null`),
    index('inbound_mails_sender').on(t.senderAddress, t.receivedAt),
    index('inbound_mails_message').on(t.messageId),
    index('inbound_mails_held')
      .on(t.heldUnderId)
      .where(sql`${t.heldUnderId} is not null`),
  ],
)
