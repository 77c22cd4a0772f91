import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { roles } from '#features/users/contract.ts'
import { createdAt, moment } from './columns.ts'
import { users } from './users.ts'

export const roleRequests = pgTable(
  'role_requests',
  {
    id: uuid().primaryKey().defaultRandom(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    requestedRole: text({ enum: roles }).notNull(),
    /** Name and address at that time: a later change must not mislead the approver. */
    email: text().notNull(),
    name: text().notNull(),
    ip: text().notNull(),
    state: text({ enum: ['pending', 'approved', 'declined', 'cancelled'] })
      .notNull()
      .default('pending'),
    version: integer().notNull().default(1),
    decidedById: uuid().references(() => users.id, { onDelete: 'set null' }),
    decidedAt: moment(),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('role_requests_one_pending')
      .on(t.userId)
      .where(sql`${t.state} = 'pending'`),
    index('role_requests_state').on(t.state, t.createdAt),
  ],
)
