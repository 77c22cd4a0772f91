import { index, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { roles } from '#features/users/contract.ts'
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
    /** The address' query of the list, without page and open ticket. */
    query: text().notNull(),
    /** Everybody of this role sees it, too; null: its owner alone. */
    sharedWith: text({ enum: roles }),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [unique('saved_views_name').on(t.ownerId, t.name), index('saved_views_shared').on(t.sharedWith)],
)
