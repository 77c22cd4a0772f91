import { index, json, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, moment } from './columns.ts'
import { users } from './users.ts'

export const sessions = pgTable(
  'sessions',
  {
    /** SHA-256 of the cookie's token, so that a copy of the database opens no session. */
    sid: text().primaryKey(),
    sess: json().$type<{ ip: string; userAgent: string }>().notNull(),
    expire: moment().notNull(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
    /** Last time the password was entered again; null: not since sign-in. */
    passwordShownAt: moment(),
  },
  (t) => [index('sessions_expire').on(t.expire), index('sessions_user').on(t.userId)],
)
