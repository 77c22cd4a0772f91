import { pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core'
import { clients } from './clients.ts'
import { createdAt } from './columns.ts'
import { users } from './users.ts'

/** Clients that a super user has declined to let a person join. */
export const declinedJoins = pgTable(
  'declined_joins',
  {
    clientId: uuid()
      .notNull()
      .references(() => clients.id, { onDelete: 'cascade' }),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.clientId, t.userId] })],
)
