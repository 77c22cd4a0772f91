import { bigint, boolean, integer, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { mailboxEncryptions, signIns } from '#features/mailboxes/contract.ts'
import { createdAt, moment, updatedAt } from './columns.ts'

/** Mailboxes that are read by IMAP, with their state. */
export const mailboxes = pgTable(
  'mailboxes',
  {
    id: uuid().primaryKey().defaultRandom(),
    /** People write to it, in normal form. */
    address: text().notNull(),
    senderName: text(),
    host: text().notNull(),
    port: integer().notNull(),
    encryption: text({ enum: mailboxEncryptions }).notNull(),
    username: text().notNull(),
    signIn: text({ enum: signIns }).notNull(),
    /** Password, or secret of the OAuth client; sealed. */
    secret: text().notNull(),
    tokenUrl: text(),
    clientId: text(),
    scope: text(),
    /** Sealed; null: the client signs in for itself. */
    refreshToken: text(),
    folder: text().notNull(),
    /** Folder for mails that are stored here; null: they stay. */
    moveTo: text(),
    /** Takes also mails that were there before. */
    takesOld: boolean().notNull(),
    isActive: boolean().notNull(),
    /** UIDs count within it; null before the first look. */
    uidValidity: bigint({ mode: 'bigint' }),
    /** Last UID that is stored here, or was left. */
    lastUid: bigint({ mode: 'number' }).notNull().default(0),
    /** Mails left because they are larger than allowed, or fail again and again. */
    tooLarge: integer().notNull().default(0),
    checkedAt: moment(),
    /** Sentence for people; null when the last look succeeded. */
    failure: text(),
    failedAt: moment(),
    /** Node that reads it, until this time. */
    leasedBy: uuid(),
    leasedUntil: moment(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [unique('mailboxes_address').on(t.address)],
)
