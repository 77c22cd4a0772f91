import { pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt } from './columns.ts'
import { users } from './users.ts'

/** Rules of the desk about addresses: blocked ones, and those remembered as a person's. */
export const inboundRules = pgTable('inbound_rules', {
  id: uuid().primaryKey().defaultRandom(),
  kind: text({ enum: ['block', 'person'] }).notNull(),
  /** In normal form. */
  address: text().notNull().unique('inbound_rules_address'),
  /** Person of a `person` rule. */
  userId: uuid().references(() => users.id, { onDelete: 'cascade' }),
  createdById: uuid().references(() => users.id, { onDelete: 'set null' }),
  createdAt: createdAt(),
})
