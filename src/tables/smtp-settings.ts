import { boolean, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, updatedAt } from './columns.ts'

export const smtpSettings = pgTable('smtp_settings', {
  id: uuid().primaryKey().defaultRandom(),
  host: text().notNull(),
  port: integer().notNull().default(587),
  username: text().notNull(),
  password: text().notNull(),
  fromEmail: text().notNull(),
  replyToEmail: text().notNull(),
  companyName: text().notNull().default('IMS'),
  isActive: boolean().notNull().default(true),
  useSSL: boolean('use_ssl').notNull().default(false),
  useTLS: boolean('use_tls').notNull().default(true),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
})
