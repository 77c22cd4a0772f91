import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '#test/database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

/** Rows that the database deletes with a row of a table, and the columns that only lose it. */
const known = {
  tickets: {
    kept: [
      'attachments.ticket_id',
      'chat_messages.ticket_id',
      'comments.ticket_id',
      'ticket_labels.ticket_id',
      'ticket_links.ticket_id',
      'ticket_mails.ticket_id',
      'ticket_participants.ticket_id',
      'ticket_reads.ticket_id',
      'ticket_suppliers.ticket_id',
    ],
    // A restored ticket is linked to no ticket that continued it.
    lost: ['ticket_links.earlier_id'],
    // Found anew from the texts.
    remade: ['search_texts.ticket_id'],
  },
  // Mails of a deleted comment still belong to the ticket.
  comments: { kept: ['attachments.comment_id'], lost: ['ticket_mails.comment_id'] },
  clients: {
    kept: ['client_users.client_id', 'products.client_id'],
    // Another client may have claimed its domains meanwhile.
    forgotten: [
      'client_domains.client_id',
      'declined_joins.client_id',
      'mail_clients.client_id',
      'whatsapp_conversations.client_id',
    ],
    // It is not deleted while it has tickets.
    refused: ['tickets.client_id'],
  },
  products: {
    kept: ['product_users.product_id', 'tickets.product_id'],
    forgotten: ['whatsapp_conversations.product_id'],
  },
}

test.each(Object.entries(known))(
  'rows that depend on %s are kept at a deletion, or left out on purpose',
  async (table, columns) => {
    const { rows } = await database.pool.query<{ column: string }>(
      `select k.conrelid::regclass || '.' || a.attname as column
     from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = any(k.conkey)
     where k.contype = 'f' and k.confrelid = $1::regclass order by 1`,
      [table],
    )
    expect(rows.map(({ column }) => column)).toEqual(Object.values(columns).flat().toSorted())
  },
)
