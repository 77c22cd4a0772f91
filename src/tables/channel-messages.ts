import { index, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt } from './columns.ts'

/** Received channel messages, against duplicates. Their texts are in tickets. */
export const channelMessages = pgTable(
  'channel_messages',
  {
    /** Id of the provider. */
    id: text().primaryKey(),
    phoneNumber: text().notNull(),
    createdAt: createdAt(),
  },
  (t) => [index('channel_messages_number').on(t.phoneNumber, t.createdAt)],
)
