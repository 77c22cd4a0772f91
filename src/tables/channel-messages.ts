import { index, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt } from './columns.ts'

/** Messages that came in through a channel, so that nothing is taken in twice. Their words are in the tickets they became part of. */
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
