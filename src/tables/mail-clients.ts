import { index, pgTable, uuid } from 'drizzle-orm/pg-core'
import { clients } from './clients.ts'
import { updatedAt } from './columns.ts'
import { users } from './users.ts'

/** Choices of people of several clients: the client that their mails are of. */
export const mailClients = pgTable(
  'mail_clients',
  {
    userId: uuid()
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    clientId: uuid()
      .notNull()
      .references(() => clients.id, { onDelete: 'cascade' }),
    updatedAt: updatedAt(),
  },
  (t) => [index('mail_clients_client').on(t.clientId)],
)
