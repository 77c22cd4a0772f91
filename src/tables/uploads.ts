import { bigint, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, moment } from './columns.ts'
import { users } from './users.ts'

/** A file on its way in, or arrived and not yet attached to anything. An attachment takes over its id. */
export const uploads = pgTable(
  'uploads',
  {
    id: uuid().primaryKey().defaultRandom(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    purpose: text({ enum: ['attachment', 'photo'] }).notNull(),
    fileName: text().notNull(),
    /** As the browser named it; the type stored with an attachment is found in its content. */
    mimeType: text().notNull(),
    /** Announced by the browser; the store refuses more. */
    fileSize: bigint({ mode: 'number' }).notNull(),
    objectPath: text().notNull().unique(),
    /** The store's name of an upload in parts that is not complete yet. */
    multipartId: text(),
    completedAt: moment(),
    createdAt: createdAt(),
  },
  (t) => [index('uploads_user').on(t.userId, t.createdAt), index('uploads_created').on(t.createdAt)],
)
