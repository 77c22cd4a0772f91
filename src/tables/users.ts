import { sql } from 'drizzle-orm'
import { boolean, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { roles } from '#features/users/contract.ts'
import { languages } from '#platform/contract/i18n.ts'
import { createdAt, moment, updatedAt } from './columns.ts'

export const users = pgTable(
  'users',
  {
    id: uuid().primaryKey().defaultRandom(),
    /** In its normal form, see `normalizeEmail`. */
    email: text().notNull().unique(),
    /** When the address was proved to be theirs, or a super user vouched for it; null: it is only said to be theirs. */
    emailProvedAt: moment(),
    firstName: text().notNull(),
    lastName: text().notNull(),
    profileImageUrl: text(),
    /** Where the picture lies in the store of files. */
    photoPath: text().unique(),
    role: text({ enum: roles }).notNull().default('client'),
    companyName: text().notNull(),
    /** An Argon2id hash; null for system users, who cannot sign in. */
    password: text(),
    /** The one they have chosen; null: that of their browser. */
    language: text({ enum: languages }),
    /** Language of the browser with which they signed in last; null where it speaks none that there are texts in. */
    browserLanguage: text({ enum: languages }),
    mobileNumber: text(),
    /** When a code that was sent to this number came back; null: it is only said to be theirs. */
    mobileProvedAt: moment(),
    isActive: boolean().notNull().default(true),
    /** When they were erased: from then on the row names nobody, and stands for whoever did what is told of it. */
    erasedAt: moment(),
    /** Name, address and company, see `searchable`. */
    searchText: text().notNull().default(''),
    /** Comments that are older count as read: nobody begins with a backlog. */
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
