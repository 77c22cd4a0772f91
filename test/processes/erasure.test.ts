import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ErasurePreview } from '#features/erasure/contract.ts'
import { openPglite, openPostgres } from '#platform/server/database/database.ts'
import { readArchive } from '#features/backup/server/archive/archive-reader.ts'
import { readBackupFile } from '#features/backup/server/archive/backup-file.ts'
import { makePlaces, runWell, ServedDesk, type Places } from '#test/trials/backups.ts'
import { ticketInput } from '#test/factories.ts'

const isEmbedded = process.env.TEST_DATABASE !== 'postgres'
const metricsToken = 'a token of some length'

const settings = {
  LOG_LEVEL: 'debug',
  METRICS_TOKEN: metricsToken,
  // Nobody listens there, so that what is to be sent waits.
  SMTP_URL: 'smtp://desk:secret@127.0.0.1:9?from=desk@example.com',
}

let places: Places
let desk: ServedDesk
beforeAll(async () => {
  places = await makePlaces()
  const env = isEmbedded ? places.embedded(settings) : await places.onPostgres(settings)
  desk = await new ServedDesk(env).start()
})
afterAll(async () => {
  await desk.stop()
  await places.remove()
})

const password = 'correct horse'
const email = 'zerafina.quellbrunn@kelp.example'
const person = {
  email: 'zq.before@kelp.example',
  firstName: 'Zerafina',
  lastName: 'Quellbrunn',
  companyName: 'Quellbrunnhof',
  mobileNumber: '+4915155501234',
  role: 'helpdesk',
  password,
}

/** Traces of her: her names, her addresses and numbers, and a word of each text and file of hers. */
const traces = /zerafina|quellbrunn|kelp\.example|15155501234|xylo-?\w+/gi
const tracesIn = (text: string) => [...new Set(text.match(traces)?.map((found) => found.toLowerCase()))]

/** Everything that a backup holds, by table and by file. */
async function readBackup(file: string): Promise<Map<string, string>> {
  const held = new Map<string, string>()
  for await (const part of readArchive(readBackupFile(file, undefined))) {
    if (part.kind === 'rows') held.set(part.table, (held.get(part.table) ?? '') + part.lines.join('\n'))
    if (part.kind === 'file')
      held.set(`file ${part.path}`, (await buffer(Readable.from(part.bytes))).toString('latin1'))
  }
  return held
}

/** All rows of all tables, as text, by table; whoever adds a table need not name it here. */
async function readTables({ DATABASE_URL, DATA_DIR = '' }: Record<string, string>) {
  const database =
    DATABASE_URL === undefined ? await openPglite(join(DATA_DIR, 'database')) : openPostgres(DATABASE_URL)
  try {
    const { rows: tables } = await database.pool.query<{ name: string }>(
      `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
      where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
    )
    const held = new Map<string, string>()
    for (const { name } of tables) {
      const { rows } = await database.pool.query<{ row: string }>(`select t::text as row from ${name} as t`)
      held.set(name, rows.map(({ row }) => row).join('\n'))
    }
    return held
  } finally {
    await database.close()
  }
}

async function readFiles(folder: string): Promise<Map<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  return new Map(
    await Promise.all(
      files.map(async ({ parentPath, name }) => {
        const path = join(parentPath, name)
        return [path.slice(folder.length), await readFile(path, 'latin1')] as const
      }),
    ),
  )
}

/** Traces of her, by their place. */
const found = (held: ReadonlyMap<string, string>) =>
  Object.fromEntries(
    [...held]
      .map(([name, text]) => [name, tracesIn(text + name)] as const)
      .filter(([, some]) => some.length > 0),
  )

async function sendPhoto(): Promise<void> {
  const { uploadURL } = await desk.json<{ uploadURL: string }>('POST', '/api/profile/upload-url')
  const picture = sharp({ create: { width: 9, height: 9, channels: 3, background: '#123456' } })
  await fetch(uploadURL, { method: 'PUT', body: new Uint8Array(await picture.png().toBuffer()) })
  await desk.json('PUT', '/api/profile/photo', { photoURL: uploadURL })
}

type Made = { id: string; ticketNumber: string }
const newTicket = (some: object, attachmentIds: string[] = []) =>
  desk.json<Made>('POST', '/api/tickets', { ...ticketInput(), ...some, attachmentIds })

test(
  'erasing a person with their texts leaves nothing of theirs, and keeps the texts of others about them',
  { timeout: 240_000 },
  async () => {
    const { env } = desk
    // Others write this, before and beside her.
    const { id } = await desk.json<{ id: string }>('POST', '/api/users', person)
    await desk.json('PUT', `/api/users/${id}`, { email })
    const others = await newTicket({
      subject: 'For Zerafina Quellbrunn',
      description: `Write to ${email} or call +4915155501234.`,
      customerName: 'Zerafina Quellbrunn',
    })
    const remark = '@Zerafina Quellbrunn, please (ZERAFINA.QUELLBRUNN@kelp.example)'
    await desk.json('POST', `/api/tickets/${others.id}/comments`, {
      content: remark,
      isInternal: true,
      mentions: [id],
    })
    await desk.json('PUT', `/api/tickets/${others.id}`, { assignedToId: id })
    await desk.json('POST', '/api/email-preferences', {
      userId: id,
      notificationType: 'daily_summary',
      isEnabled: true,
    })

    // She writes this herself.
    const root = await desk.become({ email, password })
    await sendPhoto()
    const pending = await desk.upload(Buffer.from('xylo-pending'))
    expect(pending).not.toBe('')
    await desk.json('PATCH', '/api/settings', { density: 'compact' })
    const own = await newTicket({ subject: 'Subject', description: 'xylo-description', priority: 'high' }, [
      await desk.upload(Buffer.from('Attached.')),
    ])
    await desk.json('POST', `/api/tickets/${own.id}/comments`, { content: 'xylo-comment' })
    await desk.json('POST', `/api/tickets/${others.id}/chat`, { message: 'xylo-chat' })
    await desk.json('POST', '/api/saved-answers', { title: 'xylo-title', text: 'xylo-answer' })
    await desk.json('POST', '/api/views', {
      name: 'xylo-view',
      query: 'search=xylo-search',
      sharedWith: null,
    })
    const doomed = await newTicket({ subject: 'Doomed', description: 'xylo-doomed' })
    await desk.json('POST', `/api/tickets/${doomed.id}/comments`, { content: 'xylo-last-words' })
    await desk.send('DELETE', `/api/tickets/${doomed.id}`)
    const said = await desk.json<{ id: string }>('POST', `/api/tickets/${others.id}/comments`, {
      content: 'xylo-regret',
    })
    await desk.send('DELETE', `/api/comments/${said.id}`)
    await desk.json('PUT', '/api/profile', {
      ...person,
      email: 'zq.next@kelp.example',
      currentPassword: password,
    })
    await desk.send('POST', '/api/auth/forgot', { email })
    await fetch(`${desk.url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password: 'wrong' }),
    })
    await desk.become({ cookie: root })
    const before = await readBackup(
      await (async () => {
        const file = places.file('before.backup')
        await runWell('backup', [file], env)
        return file
      })(),
    )
    // The search that finds nothing afterwards has to find something now, in each of the places that can be seen from outside.
    expect(Object.keys(found(before))).toEqual(
      expect.arrayContaining([
        'chat_messages',
        'comments',
        'deleted_things',
        'deliveries',
        'events',
        'saved_answers',
        'saved_views',
        'tickets',
        'users',
        'words',
      ]),
    )
    expect(Object.keys(found(before)).filter((name) => name.startsWith('file '))).toHaveLength(1)

    // As long as the copy for the backup is there, files stay that it may name.
    const isCopied = () => existsSync(join(env.DATA_DIR ?? '', 'backup-moment'))
    await expect.poll(isCopied, { timeout: 60_000 }).toBe(false)
    const preview = await desk.json<ErasurePreview>('GET', `/api/users/${id}/erasure`)
    expect(preview).toMatchObject({
      ownTexts: { descriptions: 1, comments: 1, messages: 1 },
      hasMore: false,
      copies: [],
      hindrance: null,
    })
    expect(preview.places.map(({ name, found: address }) => `${name} ${address}`).toSorted()).toEqual([
      `${others.ticketNumber} ZERAFINA.QUELLBRUNN@kelp.example`,
      `${others.ticketNumber} ${email}`,
    ])
    await desk.json('POST', `/api/users/${id}/erasure`, { email, ownTexts: true })

    // Figures, subjects and attached files stay.
    expect(await desk.json('GET', `/api/tickets/${own.id}`)).toMatchObject({
      ticketNumber: own.ticketNumber,
      subject: 'Subject',
      description: 'Erased',
      priority: 'high',
      createdBy: { id, firstName: 'Erased person', lastName: '' },
      comments: [{ content: 'Erased' }],
      attachments: [{ fileSize: 9 }],
    })
    expect(await desk.json('GET', `/api/tickets/${others.id}`)).toMatchObject({
      subject: 'For Zerafina Quellbrunn',
      description: `Write to ${email} or call +4915155501234.`,
      comments: [{ content: remark }],
    })
    await desk.json('POST', `/api/deleted/${doomed.id}/restore`, { withParent: false })
    expect(await desk.json('GET', `/api/tickets/${doomed.id}`)).toMatchObject({
      subject: 'Doomed',
      description: 'Erased',
      comments: [{ content: 'Erased' }],
    })

    const metrics = await fetch(`${desk.url}/metrics`, {
      headers: { authorization: `Bearer ${metricsToken}` },
    })
    expect(metrics.status).toBe(200)
    expect(tracesIn(await metrics.text())).toEqual([])
    // Words that no text has any more are forgotten by a job, every minute.
    const findLeft = async () => {
      const file = places.file(`after-${Date.now()}.backup`)
      await runWell('backup', [file], env)
      return found(await readBackup(file))
    }
    // Written by others; the company came into being with their ticket.
    const stays = ['clients', 'comments', 'events', 'tickets', 'words']
    await expect
      .poll(async () => Object.values(await findLeft()).flat(), { timeout: 180_000, interval: 20_000 })
      .not.toContainEqual(expect.stringMatching(/^xylo/))
    const log = await desk.stop()
    expect(log).toContain('"msg":"answered"')
    expect(tracesIn(log)).toEqual([])
    const tables = found(await readTables(env))
    expect(
      Object.keys(tables)
        .map((name) => name.replace('public.', ''))
        .toSorted(),
    ).toEqual(stays)
    expect(
      Object.values(tables)
        .flat()
        .filter((trace) => trace.startsWith('xylo')),
    ).toEqual([])
    expect(found(await readFiles(join(env.DATA_DIR ?? '', 'objects')))).toEqual({})
  },
)
