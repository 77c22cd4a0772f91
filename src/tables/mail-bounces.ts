import { pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, moment } from './columns.ts'

/** Addresses that refused a mail for good. */
export const mailBounces = pgTable('mail_bounces', {
  /** In normal form, see `normalizeEmail`. */
  address: text().primaryKey(),
  reason: text().notNull(),
  /** Time of sending: an address that was proved later is believed again. */
  sentAt: moment().notNull(),
  createdAt: createdAt(),
})
