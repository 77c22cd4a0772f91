import { integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { retentionKinds } from '#features/retention/contract.ts'
import { languages } from '#platform/contract/i18n.ts'
import { updatedAt } from './columns.ts'
import { users } from './users.ts'

/** Without a row data is kept for ever. */
export const retentionRules = pgTable('retention_rules', {
  kind: text({ enum: retentionKinds }).primaryKey(),
  months: integer().notNull(),
  /** Language of the placeholders for erased texts. */
  language: text({ enum: languages }).notNull(),
  changedBy: uuid().references(() => users.id, { onDelete: 'set null' }),
  updatedAt: updatedAt(),
})
