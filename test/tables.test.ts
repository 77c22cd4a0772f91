import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '#test/database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

/** Columns as the data model states them: `!` is required, what follows `=` is the default. There may be more columns. */
const stated: Record<string, string> = {
  users: `id!, email!, first_name, last_name, profile_image_url, role=client, company_name!, password, mobile_number,
    created_at, updated_at`,
  clients: `id!, name!, description, contact_email, contact_phone, address, website, is_active=true, created_at, updated_at`,
  products: `id!, name!, description, client_id, version, status=active, tech_stack, repository_url, documentation,
    is_active=true, created_at, updated_at`,
  client_users: 'id!, client_id!, user_id!, role=assigned, created_at',
  product_users: 'id!, product_id!, user_id!, role=developer, created_at',
  tickets: `id!, ticket_number!, subject!, description!, status=open, priority=medium, category=other, client_id!,
    assigned_to_id, created_by_id!, product_id, source=web, customer_name, product_name, project_name, created_at,
    updated_at, resolved_at`,
  comments: 'id!, ticket_id!, user_id!, content!, is_internal=false, created_at',
  chat_messages: 'id!, ticket_id!, sender_id!, recipient_id!, message!, read_at, created_at',
  smtp_settings: `id!, host!, port=587, username!, password!, from_email!, reply_to_email!, company_name=IMS, is_active=true,
    use_ssl=false, use_tls=true, created_at, updated_at`,
  whatsapp_conversations: `id!, phone_number!, active_ticket_number, step=initial, subject, description, priority,
    product_id, client_id, last_activity, created_at, updated_at`,
  sessions: 'sid!, sess!, expire!',
}

interface Column {
  column_name: string
  is_nullable: 'YES' | 'NO'
  column_default: string | null
  data_type: string
}

async function columnsOf(table: string): Promise<Map<string, Column>> {
  const { rows } = await database.pool.query<Column>(
    `select column_name, is_nullable, column_default, data_type from information_schema.columns
     where table_schema = 'public' and table_name = $1`,
    [table],
  )
  return new Map(rows.map((row) => [row.column_name, row]))
}

/** A column in the words above. @param like how it is stated: of what nobody stated, nothing is said */
function wordOf(column: Column | undefined, name: string, like: string): string {
  if (!column) return `${name} is missing`
  if (like === name) return name
  if (column.is_nullable === 'YES') return `${name} is not required`
  if (like.endsWith('!')) return `${name}!`
  return `${name}=${column.column_default?.replace(/^'(.*)'::\w+$/, '$1')}`
}

test.each(Object.entries(stated))(
  'the table %s has its stated columns, requirements and defaults',
  async (table, words) => {
    const columns = await columnsOf(table)
    const wanted = words.split(/,\s*/)
    const found = wanted.map((word) => {
      const [name = ''] = word.split(/[!=]/)
      return wordOf(columns.get(name), name, word)
    })
    expect(found).toEqual(wanted)
  },
)

test('keys are uuids, a port and the size of a file are whole numbers, a stack and a session are JSON', async () => {
  const typeOf = async (table: string, column: string) => (await columnsOf(table)).get(column)?.data_type
  expect(await typeOf('users', 'id')).toBe('uuid')
  expect(await typeOf('smtp_settings', 'port')).toBe('integer')
  expect(await typeOf('attachments', 'file_size')).toMatch(/^(integer|bigint)$/)
  expect(await typeOf('products', 'tech_stack')).toBe('jsonb')
  expect(await typeOf('sessions', 'sess')).toBe('json')
})

describe('references between tables', () => {
  test.each([
    ['products', 'client_id', 'clients', 'CASCADE'],
    ['client_users', 'client_id', 'clients', 'CASCADE'],
    ['client_users', 'user_id', 'users', 'CASCADE'],
    ['product_users', 'product_id', 'products', 'CASCADE'],
    ['product_users', 'user_id', 'users', 'CASCADE'],
    ['comments', 'ticket_id', 'tickets', 'CASCADE'],
    ['chat_messages', 'ticket_id', 'tickets', 'CASCADE'],
    ['tickets', 'product_id', 'products', 'SET NULL'],
    ['tickets', 'client_id', 'clients', 'NO ACTION'],
  ])('the column %s.%s refers to %s: %s', async (table, column, to, rule) => {
    const { rows } = await database.pool.query<{ rule: string }>(
      `select r.delete_rule as rule from information_schema.referential_constraints r
       join information_schema.key_column_usage k on k.constraint_name = r.constraint_name
       join information_schema.table_constraints u on u.constraint_name = r.unique_constraint_name
       where k.table_name = $1 and k.column_name = $2 and u.table_name = $3`,
      [table, column, to],
    )
    expect(rows).toEqual([{ rule }])
  })
})

test.each([
  ['users', 'UNIQUE', '(email)'],
  ['tickets', 'UNIQUE', '(ticket_number)'],
  ['whatsapp_conversations', 'UNIQUE', '(phone_number)'],
  ['client_users', 'UNIQUE', '(client_id, user_id)'],
  ['product_users', 'UNIQUE', '(product_id, user_id)'],
  ['chat_messages', 'INDEX', '(ticket_id'],
  ['chat_messages', 'INDEX', '(created_at'],
  ['chat_messages', 'INDEX', '(recipient_id, read_at)'],
  ['sessions', 'INDEX', '(expire)'],
])('the table %s has a %s on %s', async (table, kind, columns) => {
  const { rows } = await database.pool.query<{ indexdef: string }>(
    `select indexdef from pg_indexes where tablename = $1`,
    [table],
  )
  const fitting = rows.filter(({ indexdef }) => indexdef.includes(kind) && indexdef.includes(columns))
  expect(fitting).not.toEqual([])
})
