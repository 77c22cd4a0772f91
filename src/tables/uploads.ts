import { bigint, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, moment } from './columns.ts'
import { users } from './users.ts'

/** File in transit, or arrived and unattached. An attachment takes over its id. */
export const uploads = pgTable(
  'uploads',
  {
    id: uuid().primaryKey().defaultRandom(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    purpose: text({ enum: ['attachment', 'photo'] }).notNull(),
    fileName: text().notNull(),
    /** From the browser; attachments store the type found in the content. */
    mimeType: text().notNull(),
    /** From the browser; the store refuses more. */
    fileSize: bigint({ mode: 'number' }).notNull(),
    objectPath: text().notNull().unique(),
    /** The store's id of an incomplete multipart upload. */
    multipartId: text(),
    completedAt: moment(),
    createdAt: createdAt(),
  },
  (t) => [index('uploads_user').on(t.userId, t.createdAt), index('uploads_created').on(t.createdAt)],
)
