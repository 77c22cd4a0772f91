import { index, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt } from './columns.ts'

/** What came in through a messaging channel, so that nothing is taken in twice. What it said is in the ticket it became part of. */
export const channelMessages = pgTable(
  'channel_messages',
  {
    /** The provider's. */
    id: text().primaryKey(),
    phoneNumber: text().notNull(),
    createdAt: createdAt(),
  },
  (t) => [index('channel_messages_number').on(t.phoneNumber, t.createdAt)],
)
