import { getTableColumns, getTableName } from 'drizzle-orm'
import { toSnakeCase } from 'drizzle-orm/casing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '#test/database.ts'
import { places } from './places.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

/** Columns that hold texts and are not gone through one by one, by the reason. */
const leftOut = {
  'rewritten by ways of their own': [
    'chat_messages.message',
    'comments.content',
    'comments.search_text',
    'deleted_things.name',
    'deleted_things.object_paths',
    'deleted_things.links',
    'deleted_things.rows',
    'deleted_things.search_text',
    'deleted_things.words',
    'tickets.customer_name',
    'tickets.customer_search',
    'tickets.description',
    'tickets.product_name',
    'tickets.product_search',
    'tickets.project_name',
    'tickets.project_search',
    'tickets.search_text',
    'tickets.subject',
    'words.pairs',
    'words.word',
  ],
  'what somebody else says of themselves': [
    'email_changes.email',
    'mobile_codes.mobile_number',
    'role_requests.email',
    'role_requests.name',
    'users.company_name',
    'users.email',
    'users.first_name',
    'users.last_name',
    'users.mobile_number',
    'users.profile_image_url',
    'users.search_text',
  ],
  'deleted where they are theirs': [
    'channel_messages.phone_number',
    'external_ids.digests',
    'external_ids.external_id',
    'external_ids.source',
    'idempotency_keys.answer',
    'idempotency_keys.key',
    'idempotency_keys.route',
    'rate_limits.key',
    'sessions.sess',
    'whatsapp_conversations.active_ticket_number',
    'whatsapp_conversations.phone_number',
  ],
  'emptied at the end': ['erasures.known_by'],
  'in the way of an erasure': [
    'smtp_settings.company_name',
    'smtp_settings.from_email',
    'smtp_settings.host',
    'smtp_settings.password',
    'smtp_settings.reply_to_email',
    'smtp_settings.username',
  ],
  'made by the program, or chosen from a list': [
    'attachments.mime_type',
    'attachments.object_path',
    'bootstrap.exposed_by',
    'channel_messages.id',
    'demo_rows.key',
    'demo_rows.kind',
    'email_changes.token_hash',
    'favicons.host',
    'favicons.image',
    'favicons.mime_type',
    'idempotency_keys.body_hash',
    'imports.columns',
    'imports.counts',
    'imports.delimiter',
    'imports.object_path',
    'imports.options',
    'last_backup.file',
    'last_backup.machine',
    'log_followers.name',
    'mobile_codes.code_hash',
    'nodes.name',
    'nodes.version',
    'object_tombstones.multipart_id',
    'object_tombstones.object_path',
    'password_resets.token_hash',
    'role_requests.ip',
    'events.ip',
    'events.type',
    'saved_answers.shared_with',
    'sessions.sid',
    'set_aside_events.event_type',
    'set_aside_events.failure',
    'set_aside_events.follower',
    'tickets.ticket_number',
    'uploads.mime_type',
    'uploads.multipart_id',
    'uploads.object_path',
    'users.password',
    'users.photo_path',
  ],
}

/** Those that a list of values in the definition of the table allows for. */
const chosen =
  /[.](kind|role|status|state|priority|category|source|turn|step|purpose|outcome|frequency|notification_type|requested_role|language|browser_language)$|^(mail_templates|deliveries)[.](name|kind)$|^saved_views[.]shared_with$/

test('every column that can hold a text is gone through when somebody is erased, or left out for a reason', async () => {
  const { rows } = await database.pool.query<{ column: string }>(
    `select table_name || '.' || column_name as column from information_schema.columns
    where table_schema = current_schema() and data_type in ('text', 'json', 'jsonb', 'ARRAY', 'character varying', 'bytea')
      and udt_name not in ('_uuid', '_int8') order by 1`,
  )
  const goneThrough = places.flatMap(({ table, columns }) =>
    columns.map(
      (name) => `${getTableName(table)}.${toSnakeCase(getTableColumns(table)[name]?.name ?? name)}`,
    ),
  )
  const known = new Set([...goneThrough, ...Object.values(leftOut).flat()])
  expect(
    rows.map(({ column }) => column).filter((column) => !known.has(column) && !chosen.test(column)),
  ).toEqual([])
  const there = new Set(rows.map(({ column }) => column))
  expect([...known].filter((column) => !there.has(column))).toEqual([])
})

/** What refers to a person: whose rows go with them, and where they stay to be told of as somebody. */
const references = {
  gone: [
    'deliveries.user_id',
    'email_changes.user_id',
    'email_preferences.user_id',
    'idempotency_keys.user_id',
    'mobile_codes.user_id',
    'notifications.user_id',
    'password_resets.user_id',
    'product_users.user_id',
    'role_requests.user_id',
    'sessions.user_id',
    'ticket_reads.user_id',
    'uploads.user_id',
    'user_settings.user_id',
  ],
  'gone unless they are shared': ['saved_answers.owner_id', 'saved_views.owner_id'],
  'gone with their files, or with their texts replaced': [
    'attachments.uploaded_by',
    'chat_messages.sender_id',
    'comments.user_id',
    'tickets.created_by_id',
  ],
  kept: [
    'bootstrap.claimed_by',
    'chat_messages.recipient_id',
    'client_users.user_id',
    'deleted_things.deleted_by',
    'erasures.erased_by',
    'erasures.user_id',
    'imports.created_by_id',
    'retention_rules.changed_by',
    'role_requests.decided_by_id',
    'tickets.assigned_to_id',
  ],
}

test('what refers to a person goes when they are erased, or stays on purpose', async () => {
  const { rows } = await database.pool.query<{ column: string }>(
    `select k.conrelid::regclass || '.' || a.attname as column
    from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = any(k.conkey)
    where k.contype = 'f' and k.confrelid = 'users'::regclass order by 1`,
  )
  expect(rows.map(({ column }) => column)).toEqual(Object.values(references).flat().toSorted())
})
