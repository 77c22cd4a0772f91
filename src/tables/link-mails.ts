import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { linkPurposes } from '#features/accounts/contract.ts'
import { createdAt, moment } from './columns.ts'
import { users } from './users.ts'

/** Mails with a link to set a password, from when they are wanted until one was taken or its link has ended. The link is not here. */
export const linkMails = pgTable(
  'link_mails',
  {
    /** Also what makes the Message-ID and, with the secret of this installation, the link: both are the same at each try. */
    id: uuid().primaryKey().defaultRandom(),
    purpose: text({ enum: linkPurposes }).notNull(),
    /** As it was asked for; whether somebody has this address is seen when it is sent. */
    email: text().notNull(),
    /** Whose link it is, once there is one. */
    userId: uuid().references(() => users.id, { onDelete: 'cascade' }),
    /** From where it was asked for. */
    ip: text().notNull(),
    /** When sending is tried next; null once it was given up. */
    dueAt: moment(),
    attempts: integer().notNull().default(0),
    failure: text(),
    /** When the link ends, and with it the mail. */
    expiresAt: moment().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    index('link_mails_due')
      .on(t.dueAt)
      .where(sql`${t.dueAt} is not null`),
    index('link_mails_email').on(t.email),
    index('link_mails_user').on(t.userId),
    index('link_mails_expires').on(t.expiresAt),
  ],
)
