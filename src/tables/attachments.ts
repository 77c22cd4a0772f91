import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { chatMessages } from './chat-messages.ts'
import { createdAt } from './columns.ts'
import { comments } from './comments.ts'
import { tickets } from './tickets.ts'
import { users } from './users.ts'

export const attachments = pgTable(
  'attachments',
  {
    id: uuid().primaryKey().defaultRandom(),
    ticketId: uuid()
      .notNull()
      .references(() => tickets.id, { onDelete: 'cascade' }),
    /** Comment or chat message of the file, which decides who may read it. */
    commentId: uuid().references(() => comments.id, { onDelete: 'cascade' }),
    chatMessageId: uuid().references(() => chatMessages.id, { onDelete: 'cascade' }),
    fileName: text().notNull(),
    /** See `searchable`. */
    nameSearch: text().notNull().default(''),
    fileSize: integer().notNull(),
    mimeType: text().notNull(),
    objectPath: text().notNull(),
    uploadedBy: uuid()
      .notNull()
      .references(() => users.id),
    createdAt: createdAt(),
  },
  (t) => [
    index('attachments_ticket').on(t.ticketId, t.createdAt),
    index('attachments_comment').on(t.commentId),
    index('attachments_chat_message').on(t.chatMessageId),
    index('attachments_uploader').on(t.uploadedBy),
  ],
)
