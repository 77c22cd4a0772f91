import { jsonb, pgTable, uuid } from 'drizzle-orm/pg-core'
import { updatedAt } from './columns.ts'
import { users } from './users.ts'

export const userSettings = pgTable('user_settings', {
  userId: uuid()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  settings: jsonb().$type<Record<string, unknown>>().notNull(),
  updatedAt: updatedAt(),
})
