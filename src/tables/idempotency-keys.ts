import { index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt } from './columns.ts'
import { users } from './users.ts'

export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Method and path of the call. */
    route: text().notNull(),
    key: text().notNull(),
    bodyHash: text().notNull(),
    /** JSON text of the answer, for repetition only. Null once its subject is deleted. */
    answer: text(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.route, t.key] }),
    index('idempotency_keys_created').on(t.createdAt),
  ],
)
