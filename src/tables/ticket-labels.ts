import { index, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core'
import { labels } from './labels.ts'
import { tickets } from './tickets.ts'

export const ticketLabels = pgTable(
  'ticket_labels',
  {
    ticketId: uuid()
      .notNull()
      .references(() => tickets.id, { onDelete: 'cascade' }),
    labelId: uuid()
      .notNull()
      .references(() => labels.id, { onDelete: 'cascade' }),
  },
  (t) => [
    primaryKey({ columns: [t.ticketId, t.labelId] }),
    index('ticket_labels_label').on(t.labelId, t.ticketId),
  ],
)
