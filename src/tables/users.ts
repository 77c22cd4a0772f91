import { sql } from 'drizzle-orm'
import { boolean, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { roles } from '#features/users/contract.ts'
import { languages } from '#platform/contract/i18n.ts'
import { createdAt, moment, updatedAt } from './columns.ts'

export const users = pgTable(
  'users',
  {
    id: uuid().primaryKey().defaultRandom(),
    /** In normal form, see `normalizeEmail`. */
    email: text().notNull().unique(),
    /** Time of verification, or of a super user's confirmation; null: unverified. */
    emailProvedAt: moment(),
    firstName: text().notNull(),
    lastName: text().notNull(),
    profileImageUrl: text(),
    photoPath: text().unique(),
    role: text({ enum: roles }).notNull().default('client'),
    companyName: text().notNull(),
    /** Argon2id hash; null for users without sign-in. */
    password: text(),
    /** Null: the browser's. */
    language: text({ enum: languages }),
    /** Language of the last browser; null if unsupported. */
    browserLanguage: text({ enum: languages }),
    mobileNumber: text(),
    /** Time of verification by a code; null: unverified. */
    mobileProvedAt: moment(),
    isActive: boolean().notNull().default(true),
    /** Time of erasure; from then on the row is anonymous. */
    erasedAt: moment(),
    /** Name, address and company, see `searchable`. */
    searchText: text().notNull().default(''),
    /** Older comments count as read, so that new users have no backlog. */
    commentsReadTo: moment().notNull().defaultNow(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    uniqueIndex('users_proved_number')
      .on(t.mobileNumber)
      .where(sql`${t.mobileProvedAt} is not null`),
    index('users_role').on(t.role),
    index('users_name').on(t.firstName, t.lastName, t.id),
    index('users_search').using('gin', t.searchText.op('gin_trgm_ops')),
  ],
)
