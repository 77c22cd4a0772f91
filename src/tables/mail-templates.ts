import { pgTable, text } from 'drizzle-orm/pg-core'
import { updatedAt } from './columns.ts'

/** Look of mails; without a row, as they come. Apart from the settings of the server, which may be absent. */
export const mailTemplates = pgTable('mail_templates', {
  name: text({ enum: ['notification'] }).primaryKey(),
  subject: text().notNull(),
  htmlTemplate: text().notNull(),
  textTemplate: text().notNull(),
  updatedAt: updatedAt(),
})
