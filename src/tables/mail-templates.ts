import { pgTable, text } from 'drizzle-orm/pg-core'
import { updatedAt } from './columns.ts'

/** Without a row the default applies. Separate from the server settings, which may be absent. */
export const mailTemplates = pgTable('mail_templates', {
  name: text({ enum: ['notification'] }).primaryKey(),
  subject: text().notNull(),
  htmlTemplate: text().notNull(),
  textTemplate: text().notNull(),
  updatedAt: updatedAt(),
})
