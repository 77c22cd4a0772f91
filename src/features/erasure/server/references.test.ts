import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '#test/database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

/** References to a person: the rows that go with them, and those that stay and name somebody. */
const references = {
  gone: [
    'deliveries.user_id',
    'email_changes.user_id',
    'email_preferences.user_id',
    'idempotency_keys.user_id',
    'inbound_rules.user_id',
    'mail_clients.user_id',
    'mobile_codes.user_id',
    'notifications.user_id',
    'password_resets.user_id',
    'product_users.user_id',
    'role_requests.user_id',
    'sessions.user_id',
    'ticket_mails.user_id',
    'ticket_participants.user_id',
    'ticket_reads.user_id',
    'uploads.user_id',
    'user_settings.user_id',
  ],
  'gone unless they are shared': ['saved_answers.owner_id', 'saved_views.owner_id'],
  'kept, with their texts replaced on request': [
    'chat_messages.sender_id',
    'comments.user_id',
    'tickets.created_by_id',
  ],
  kept: [
    'attachments.uploaded_by',
    'bootstrap.claimed_by',
    'chat_messages.recipient_id',
    'client_users.user_id',
    'comments.handed_to_id',
    'declined_joins.user_id',
    'deleted_things.deleted_by',
    'desk_settings.changed_by',
    'erasures.erased_by',
    'erasures.user_id',
    'imports.created_by_id',
    'inbound_mails.handled_by_id',
    'inbound_rules.created_by_id',
    'inbound_settings.changed_by',
    'retention_rules.changed_by',
    'role_requests.decided_by_id',
    'ticket_participants.added_by_id',
    'tickets.assigned_to_id',
  ],
}

test('references to a person are removed by an erasure, or kept on purpose', async () => {
  const { rows } = await database.pool.query<{ column: string }>(
    `select k.conrelid::regclass || '.' || a.attname as column
    from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = any(k.conkey)
    where k.contype = 'f' and k.confrelid = 'users'::regclass order by 1`,
  )
  expect(rows.map(({ column }) => column)).toEqual(Object.values(references).flat().toSorted())
})
