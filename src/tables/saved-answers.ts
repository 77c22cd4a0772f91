import { pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { staff } from '#features/users/contract.ts'
import { createdAt, updatedAt } from './columns.ts'
import { users } from './users.ts'

export const savedAnswers = pgTable(
  'saved_answers',
  {
    id: uuid().primaryKey().defaultRandom(),
    ownerId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    title: text().notNull(),
    /** Markdown, with unfilled variables. */
    text: text().notNull(),
    /** Roles that share it; empty: private. */
    sharedWith: text({ enum: staff }).array().notNull().default([]),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [unique('saved_answers_title').on(t.ownerId, t.title)],
)
