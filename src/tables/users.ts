import { boolean, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { roles } from '#features/users/contract.ts'
import { createdAt, updatedAt } from './columns.ts'

export const users = pgTable(
  'users',
  {
    id: uuid().primaryKey().defaultRandom(),
    /** In its normal form, see `normalizeEmail`. */
    email: text().notNull().unique(),
    firstName: text().notNull(),
    lastName: text().notNull(),
    profileImageUrl: text(),
    /** Where the picture lies in the store of files. */
    photoPath: text().unique(),
    role: text({ enum: roles }).notNull().default('client'),
    companyName: text().notNull(),
    /** An Argon2id hash; null for system users, who cannot sign in. */
    password: text(),
    mobileNumber: text(),
    isActive: boolean().notNull().default(true),
    /** Name, address and company, see `searchable`. */
    searchText: text().notNull().default(''),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index('users_role').on(t.role),
    index('users_name').on(t.firstName, t.lastName, t.id),
    index('users_search').using('gin', t.searchText.op('gin_trgm_ops')),
  ],
)
