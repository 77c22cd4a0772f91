import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPglite, openPostgres } from '#platform/server/database/database.ts'
import { readArchive } from '#platform/server/backup/archive-reader.ts'
import { readBackupFile } from '#platform/server/backup/backup-file.ts'
import { makePlaces, runWell, ServedDesk, type Places } from './backups.ts'
import { ticketInput } from './factories.ts'
import { notificationOf, sign } from './whatsapp.ts'

const isEmbedded = process.env.TEST_DATABASE !== 'postgres'
const metricsToken = 'a token of some length'

const settings = {
  LOG_LEVEL: 'debug',
  METRICS_TOKEN: metricsToken,
  // Nobody listens there, so that what is to be sent waits.
  SMTP_URL: 'smtp://desk:secret@127.0.0.1:9?from=desk@example.com',
  WHATSAPP_VERIFY_TOKEN: 'verify',
  WHATSAPP_APP_SECRET: 'app secret',
  WHATSAPP_ACCESS_TOKEN: 'token',
  WHATSAPP_PHONE_NUMBER_ID: '1000',
  WHATSAPP_API_URL: 'http://127.0.0.1:9/v1',
}

let places: Places
let desk: ServedDesk
beforeAll(async () => {
  places = await makePlaces()
  const env = isEmbedded ? places.embedded(settings) : await places.onPostgres(settings)
  desk = await new ServedDesk(env).start()
}, 240_000)
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

/** What tells of her: what she is called and was called, how she is reached, and a word of each text and file of hers. */
const traces = /zerafina|quellbrunn|kelp\.example|15155501234|151.?555.?01234|xylo-?\w+/gi
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

/** Where something tells of her, and what. */
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

const say = async (text: string) => {
  const body = JSON.stringify(
    notificationOf({ from: '4915155501234', text, name: 'Zerafina', id: `wamid.${text}`, at: new Date() }),
  )
  await fetch(`${desk.url}/api/channel/whatsapp`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', 'x-hub-signature-256': sign(body) },
  })
}

type Made = { id: string; ticketNumber: string }
const newTicket = (some: object, attachmentIds: string[] = []) =>
  desk.json<Made>('POST', '/api/tickets', { ...ticketInput(), ...some, attachmentIds })

test(
  'nothing in the tables, the files, the log of the server, its numbers or a backup tells of somebody who was erased',
  { timeout: 480_000 },
  async () => {
    const { env } = desk
    // What others make, before and beside her.
    const { id } = await desk.json<{ id: string }>('POST', '/api/users', person)
    await desk.json('PUT', `/api/users/${id}`, { email })
    const client = await desk.json<{ id: string }>('POST', '/api/clients', {
      name: 'Acme',
      description: 'Ask Zerafina Quellbrunn.',
      contactEmail: email,
      contactPhone: person.mobileNumber,
    })
    await desk.json('PATCH', `/api/clients/${client.id}`, { address: 'c/o Quellbrunn, Zerafina' })
    await desk.json('POST', `/api/clients/${client.id}/users`, { userId: id, role: 'lead' })
    await desk.json('POST', '/api/products', {
      name: 'Printer',
      description: 'zerafina  QUELLBRUNN knows it',
    })
    const others = await newTicket({
      subject: 'For Zerafina Quellbrunn',
      description: `Write to ${email} or call +49 151 555-01234.`,
      customerName: 'Zerafina Quellbrunn',
    })
    await desk.json('POST', `/api/tickets/${others.id}/comments`, {
      content: '@Zerafina Quellbrunn, please (ZQ.BEFORE@kelp.example)',
      isInternal: true,
      mentions: [id],
    })
    await desk.json('PUT', `/api/tickets/${others.id}`, { assignedToId: id })
    await desk.json('POST', '/api/saved-answers', {
      title: 'Zérafina Quellbrunn',
      text: 'Mail {zerafina.quellbrunn@kelp.example}',
    })
    await desk.json('POST', '/api/views', {
      name: 'Of Zerafina Quellbrunn',
      query: `search=${email}`,
      sharedWith: null,
    })
    await desk.json('POST', '/api/email-preferences', {
      userId: id,
      notificationType: 'daily_summary',
      isEnabled: true,
    })
    const csv = await fetch(`${desk.url}/api/imports?kind=people&fileName=zerafina-quellbrunn.csv`, {
      method: 'POST',
      headers: { cookie: desk.cookie, 'content-type': 'text/csv' },
      body: `email,firstName,lastName\n${email},Zerafina,Quellbrunn\n`,
    })
    expect(csv.status).toBe(201)

    // What she makes herself.
    const root = await desk.become({ email, password })
    await sendPhoto()
    const pending = await desk.upload(Buffer.from('xylo-pending'))
    await desk.json('PATCH', '/api/settings', { density: 'compact' })
    const own = await newTicket(
      {
        subject: 'xylo-subject',
        description: 'xylo-description',
        customerName: 'Acme',
        productName: 'xylo-product',
        projectName: 'xylo-project',
        priority: 'high',
      },
      [await desk.upload(Buffer.from('xylo-file'))],
    )
    await desk.json('POST', `/api/tickets/${own.id}/comments`, { content: 'xylo-comment' })
    await desk.json('POST', `/api/tickets/${others.id}/chat`, { message: 'xylo-chat' })
    await desk.json('POST', '/api/saved-answers', { title: 'xylo-title', text: 'xylo-answer' })
    await desk.json('POST', '/api/views', {
      name: 'xylo-view',
      query: 'search=xylo-search',
      sharedWith: null,
    })
    const doomed = await newTicket({ subject: 'xylo-doomed' }, [await desk.upload(Buffer.from('xylo-gone'))])
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
    await say('xylo-message')
    await say('xylo-dictated')
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
        'channel_messages',
        'chat_messages',
        'clients',
        'comments',
        'deleted_things',
        'deliveries',
        'events',
        'imports',
        'products',
        'saved_answers',
        'saved_views',
        'tickets',
        'users',
        'whatsapp_conversations',
        'words',
      ]),
    )
    const filesBefore = Object.keys(found(before)).filter((name) => name.startsWith('file '))
    expect(filesBefore).toHaveLength(4)

    // As long as the copy for the backup is there, files stay that it may name.
    const isCopied = () => existsSync(join(env.DATA_DIR ?? '', 'backup-moment'))
    await expect.poll(isCopied, { timeout: 60_000 }).toBe(false)
    expect(await desk.json('GET', `/api/users/${id}/erasure`)).toEqual({
      tickets: 1,
      comments: 1,
      messages: 1,
      files: 1,
      deleted: 2,
      isNameShared: false,
      hindrance: null,
    })
    const answer = await desk.json<{ message: string }>('POST', `/api/users/${id}/erasure`, { email })
    expect(answer.message).toContain('The person was erased.')
    // A busy machine answers before all is gone through.
    const finished = async () =>
      (await desk.json<{ entries: unknown[] }>('GET', '/api/audit?type=user.traces_erased')).entries.length
    await expect.poll(finished, { timeout: 120_000 }).toBe(1)

    // Figures stay.
    expect(await desk.json('GET', `/api/tickets/${own.id}`)).toMatchObject({
      ticketNumber: own.ticketNumber,
      subject: 'Erased',
      description: 'Erased',
      customerName: 'Acme',
      priority: 'high',
      createdBy: { id, firstName: 'Erased person', lastName: '' },
      comments: [{ content: 'Erased' }],
    })
    expect(await desk.json('GET', `/api/tickets/${others.id}`)).toMatchObject({
      subject: 'For Erased person',
      description: 'Write to Erased or call Erased.',
      comments: [{ content: '@Erased person, please (Erased)' }],
    })
    await desk.json('POST', `/api/deleted/${doomed.id}/restore`, { withParent: false })
    expect(await desk.json('GET', `/api/tickets/${doomed.id}`)).toMatchObject({
      subject: 'Erased',
      comments: [{ content: 'Erased' }],
      attachments: [],
    })

    const metrics = await fetch(`${desk.url}/metrics`, {
      headers: { authorization: `Bearer ${metricsToken}` },
    })
    expect(metrics.status).toBe(200)
    expect(tracesIn(await metrics.text())).toEqual([])
    const file = places.file('after.backup')
    await runWell('backup', [file], env)
    expect(found(await readBackup(file))).toEqual({})
    const log = await desk.stop()
    expect(log).toContain('"msg":"answered"')
    expect(tracesIn(log)).toEqual([])
    expect(found(await readTables(env))).toEqual({})
    expect(found(await readFiles(join(env.DATA_DIR ?? '', 'objects')))).toEqual({})
    expect(pending).not.toBe('')
  },
)
