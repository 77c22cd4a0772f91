import { index, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { roles, staff } from '#features/users/contract.ts'
import { createdAt, updatedAt } from './columns.ts'
import { users } from './users.ts'

export const savedViews = pgTable(
  'saved_views',
  {
    id: uuid().primaryKey().defaultRandom(),
    ownerId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    /** Query of the list, without page and open ticket. */
    query: text().notNull(),
    /** The first of the roles that share it; null: private. */
    sharedWith: text({ enum: roles }),
    /** Roles that share it. Null in rows of a version before this column; `shapeView` of queries.ts reads both. */
    sharedWithRoles: text({ enum: staff }).array(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [unique('saved_views_name').on(t.ownerId, t.name), index('saved_views_shared').on(t.sharedWith)],
)
