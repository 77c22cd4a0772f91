import { index, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { productRoles } from '#features/products/contract.ts'
import { createdAt } from './columns.ts'
import { products } from './products.ts'
import { users } from './users.ts'

export const productUsers = pgTable(
  'product_users',
  {
    id: uuid().primaryKey().defaultRandom(),
    productId: uuid()
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    role: text({ enum: productRoles }).notNull().default('developer'),
    createdAt: createdAt(),
  },
  (t) => [unique('product_users_once').on(t.productId, t.userId), index('product_users_user').on(t.userId)],
)
