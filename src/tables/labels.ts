import { pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { labelColors } from '#features/labels/contract.ts'

/** Names differ by their folded form, too: `requireFreeName`. */
export const labels = pgTable('labels', {
  id: uuid().primaryKey().defaultRandom(),
  name: text().notNull().unique('labels_name'),
  /** Folded by `searchable`. */
  nameSearch: text().notNull(),
  color: text({ enum: labelColors }).notNull(),
})
