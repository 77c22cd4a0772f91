import { index, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { assignmentRoles } from '#features/clients/roles/contract.ts'
import { clients } from './clients.ts'
import { createdAt } from './columns.ts'
import { users } from './users.ts'

export const clientUsers = pgTable(
  'client_users',
  {
    id: uuid().primaryKey().defaultRandom(),
    clientId: uuid()
      .notNull()
      .references(() => clients.id, { onDelete: 'cascade' }),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    role: text({ enum: assignmentRoles }).notNull().default('assigned'),
    createdAt: createdAt(),
  },
  (t) => [unique('client_users_once').on(t.clientId, t.userId), index('client_users_user').on(t.userId)],
)
