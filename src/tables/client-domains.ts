import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { clients } from './clients.ts'
import { createdAt } from './columns.ts'

/** Domains of addresses that a client has claimed; one domain has one client. */
export const clientDomains = pgTable(
  'client_domains',
  {
    /** ASCII, in lower case. */
    domain: text().primaryKey(),
    clientId: uuid()
      .notNull()
      .references(() => clients.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
  },
  (t) => [index('client_domains_client').on(t.clientId)],
)
