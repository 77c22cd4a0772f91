import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt } from './columns.ts'
import { tickets } from './tickets.ts'
import { users } from './users.ts'

export const attachments = pgTable(
  'attachments',
  {
    id: uuid().primaryKey().defaultRandom(),
    ticketId: uuid()
      .notNull()
      .references(() => tickets.id, { onDelete: 'cascade' }),
    fileName: text().notNull(),
    fileSize: integer().notNull(),
    mimeType: text().notNull(),
    objectPath: text().notNull(),
    uploadedBy: uuid()
      .notNull()
      .references(() => users.id),
    createdAt: createdAt(),
  },
  (t) => [index('attachments_ticket').on(t.ticketId)],
)
