import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allFacts } from '#app/server/features.ts'
import { aClient, aTicket, assign, change } from '#test/factories.ts'
import { password, startApp, type Caller, type TestApp } from '#test/harness.ts'
import { statementsDuring } from '#test/statements.ts'
import { settingsFor } from '#test/services/smtp.ts'
import { joined } from '#test/socket.ts'
import type { AuditEntry, AuditPage, EventGroup } from '../contract.ts'
import { processorMs } from '#test/processor-time.ts'

let desk: TestApp
let admin: Caller
beforeAll(async () => {
  desk = await startApp()
  admin = await desk.signedIn('super_user', { firstName: 'Ada', lastName: 'Admin' })
})
afterAll(() => desk.close())

const page = async (query = '') => (await admin.get<AuditPage>(`/api/audit?${query}`)).body
const newest = async (query = '') => (await page(`${query}&limit=1`)).entries[0]!

describe('the audit log', () => {
  test('the audit log says who did what to what, when and from where, in words', async () => {
    const bob = await desk.person('internal', { firstName: 'Bob', lastName: 'Berg' })
    await admin.put(`/api/users/${bob.id}`, { role: 'helpdesk' })
    expect(await newest('type=user.changed')).toEqual({
      position: expect.any(Number),
      at: expect.any(String),
      type: 'user.changed',
      what: 'Changed a user',
      actor: { id: admin.id, firstName: 'Ada', lastName: 'Admin', profileImageUrl: null },
      ip: '127.0.0.1',
      subject: { kind: 'user', id: bob.id, name: 'Bob Berg' },
      details: [{ name: 'Role', value: 'Internal → Helpdesk' }],
    } satisfies AuditEntry)
    await desk.signedIn('super_user')
    expect((await newest('type=user.created')).details).toEqual([{ name: 'Role', value: 'Super User' }])
  })

  test('the audit log names a ticket and its assignee, also once the ticket is deleted', async () => {
    const ticket = await aTicket(admin)
    await change(admin, ticket.id, { status: 'progress', assignedToId: admin.id })
    const changed = await newest('type=ticket.changed')
    expect(changed.subject).toEqual({ kind: 'ticket', id: ticket.id, name: ticket.ticketNumber })
    expect(changed.details).toEqual([
      { name: 'Status', value: 'Open → In Progress' },
      { name: 'Assigned to', value: 'Unassigned → Ada Admin' },
    ])
    expect(changed.ip).toBe('127.0.0.1')
    await change(admin, ticket.id, { assignedToId: null })
    const returned = { name: 'Assigned to', value: 'Ada Admin → Unassigned' }
    expect((await newest('type=ticket.changed')).details).toEqual([returned])
    await admin.delete(`/api/tickets/${ticket.id}`)
    for (const type of ['ticket.created', 'ticket.deleted']) {
      const { subject, details } = await newest(`type=${type}`)
      expect([subject?.name, details]).toEqual([ticket.ticketNumber, []])
    }
  })

  test('the audit log names the account of a failed sign-in, and nothing else that was typed', async () => {
    await desk.nobody.post('/api/auth/login', { email: 'my secret, in the wrong field', password: 'secret' })
    const unknown = await newest('type=auth.sign_in_failed')
    expect([unknown.actor, unknown.subject, unknown.ip]).toEqual([null, null, '127.0.0.1'])
    expect(unknown.details).toEqual([
      { name: 'Failed attempts', value: '1' },
      { name: 'Address', value: 'unknown' },
    ])
    const eve = await desk.person('client', { firstName: 'Eve' })
    await desk.nobody.post('/api/auth/login', { email: eve.email, password: 'my secret guess' })
    expect((await newest('type=auth.sign_in_failed')).subject).toMatchObject({ kind: 'user', id: eve.id })
    await admin.post('/api/profile/password', { currentPassword: password, newPassword: 'another secret' })
    await admin.post('/api/profile/password', { currentPassword: 'another secret', newPassword: password })
    const { rows } = await desk.database.pool.query<{ line: string }>('select e::text as line from events e')
    expect(rows.map(({ line }) => line).join('\n')).not.toMatch(/secret|argon2|correct horse/)
  })

  test('the audit log spells out abbreviated names, and tells only the counting fields of a preference', async () => {
    const fay = await desk.person('internal', { firstName: 'Fay' })
    const wish = { frequency: 'weekly', isEnabled: false }
    await admin.post('/api/email-preferences', { userId: fay.id, notificationType: 'daily_summary', ...wish })
    expect((await newest('type=email_preference.changed')).details).toEqual([
      { name: 'Now', value: 'frequency: Weekly, enabled: no' },
      { name: 'Notification type', value: 'Daily Summary' },
    ])
    await admin.put('/api/admin/email-settings', settingsFor({ port: 2525 }, { useSSL: true }))
    const { details } = await newest('type=mail_settings.changed')
    expect(details).toContainEqual({ name: 'Use SSL', value: 'none → yes' })
  })

  test('the audit log is read page by page, newest first, each entry once', async () => {
    const all = (await page('limit=100')).entries
    expect(all.length).toBeGreaterThan(8)
    const read: AuditEntry[] = []
    for (let before: number | null = null; ;) {
      const { entries, next } = await page(`limit=3${before === null ? '' : `&before=${before}`}`)
      read.push(...entries)
      if (next === null) break
      before = next
    }
    expect(read).toEqual(all)
    expect(all.map(({ position }) => position)).toEqual(
      Array.from({ length: all.length }, (_, place) => all.length - place),
    )
  })

  test('the audit log is filtered by type, person, subject and days', async () => {
    const eve = await desk.signedIn('client', { firstName: 'Eve' })
    const client = await aClient(admin, { name: 'Narrow' })
    await assign(admin, client.id, eve.id, 'admin')
    const ticket = await aTicket(eve)
    expect((await page(`actorId=${eve.id}`)).entries.map(({ type }) => type)).toEqual([
      'ticket.created',
      'auth.signed_in',
      'user.created',
    ])
    expect((await page(`subject=${client.id}`)).entries.map(({ type }) => type)).toEqual([
      'client.user_assigned',
      'client.created',
    ])
    expect((await page(`subject=${ticket.id}&actorId=${eve.id}`)).entries).toHaveLength(1)
    expect((await page(`subject=${ticket.id}&actorId=${admin.id}`)).entries).toEqual([])

    // Sessions of today have long run out by then.
    desk.clock.set('2031-05-05T12:00:00Z')
    const later = await desk.signedIn('super_user')
    await aTicket(later)
    desk.clock.set('2031-05-06T12:00:00Z')
    await aTicket(later)
    const count = async (query: string) =>
      (await later.get<AuditPage>(`/api/audit?type=ticket.created&${query}`)).body.entries.length
    expect(await count('from=2031-05-05&to=2031-05-05')).toBe(1)
    expect(await count('from=2031-05-05')).toBe(2)
    expect(await count('from=2031-05-06')).toBe(1)
    expect(await count('from=2031-05-05T13:00:00Z&to=2031-05-06T14:00:00%2B02:00')).toBe(0)
    expect(await count('from=2032-01-01')).toBe(0)
    expect(await count('to=2001-01-01')).toBe(0)
    desk.clock.set(new Date())
  })

  test('an entry belongs to the day of its moment, also where another day has been written before', async () => {
    desk.clock.set('2031-07-01T23:59:59Z')
    const eve = await desk.signedIn('super_user')
    const last = await aTicket(eve)
    desk.clock.set('2031-07-02T00:00:01Z')
    const later = await aTicket(eve)
    desk.clock.set('2031-07-01T23:59:58Z')
    const sooner = await aTicket(eve)
    const ticketsOn = async (day: string) => {
      const { body } = await eve.get<AuditPage>(`/api/audit?type=ticket.created&from=${day}&to=${day}`)
      return body.entries.map(({ subject }) => subject?.id)
    }
    expect(await ticketsOn('2031-07-01')).toEqual([sooner.id, last.id])
    expect(await ticketsOn('2031-07-02')).toEqual([later.id])
    desk.clock.set(new Date())
  })

  test.each([
    ['type=nonsense', 'type'],
    ['actorId=me', 'actorId'],
    ['subject=1', 'subject'],
    ['from=yesterday', 'from'],
    ['to=2026-13-01', 'to'],
    ['limit=0', 'limit'],
    ['limit=101', 'limit'],
    ['before=x', 'before'],
  ])('a query of the audit log is refused with the field that is wrong: %s', async (query, field) => {
    const { status, body } = await admin.get(`/api/audit?${query}`)
    expect([status, String(body['message'])]).toEqual([
      400,
      expect.stringMatching(new RegExp(`^${field} must`)),
    ])
  })

  test('the audit log is for super users only', async () => {
    for (const role of ['client', 'internal', 'helpdesk'] as const) {
      const other = await desk.signedIn(role)
      for (const call of ['/api/audit', '/api/audit/export']) expect((await other.get(call)).status).toBe(403)
    }
  })

  test('the audit log is exported to a file that no spreadsheet runs, and the export itself is logged', async () => {
    await aClient(admin, { name: '=HYPERLINK("http://evil.example")' })
    const { status, body, headers } = await admin.get<string>('/api/audit/export?type=client.created')
    expect([status, headers['content-disposition']]).toEqual([
      200,
      expect.stringMatching(/^attachment; filename="audit-\d{4}-\d\d-\d\d\.csv"$/),
    ])
    const lines = body.trimEnd().split('\r\n')
    expect(lines[0]).toBe('\uFEFFTime,Event,Who,About,Details,IP address,Position,Type')
    expect(lines[1]).toContain(`"'=HYPERLINK(""http://evil.example"")"`)
    expect(lines).toHaveLength((await page('type=client.created&limit=100')).entries.length + 1)
    expect((await newest()).what).toBe('Exported the audit log')
    const ofHead = await statementsDuring(async () => {
      await admin.send('HEAD', '/api/audit/export')
      // A file is read after its headers are sent.
      await admin.get('/api/auth/user')
    })
    // Followers read the log, too, but in its own order.
    expect(ofHead.filter((text) => /from "events".* desc/s.test(text))).toEqual([])
  })

  test('a super user hears of every new entry as it is written, and nobody else does', async () => {
    const url = await desk.listen()
    const helpdesk = await desk.signedIn('helpdesk')
    const [root, other] = await Promise.all([joined(url, admin), joined(url, helpdesk)])
    await aTicket(helpdesk)
    const { position } = await newest()
    await root.hears((heard) => heard.type === 'audit:new' && heard.position === position)
    await other.hears(({ type }) => type === 'ticket:update')
    expect(other.heard.filter(({ type }) => type === 'audit:new')).toEqual([])
    await Promise.all([root.close(), other.close()])
  })

  test('a page of the audit log reads no more than it shows, however long the log is', async () => {
    const rows = 20_000
    await desk.database.pool.query(
      `insert into events (position, type, actor_id, subject_id, data, at)
       select position + n, 'auth.signed_in', case when n % 2 = 0 then $1::uuid end, $1::uuid, '{}', now() - interval '30 days' * n / $2
       from log_head, generate_series(1, $2::int) n`,
      [admin.id, rows],
    )
    await desk.database.pool.query('analyze events')
    const started = processorMs()
    for (const query of ['', 'type=auth.sign_in_failed', `actorId=${admin.id}`, `subject=${admin.id}`])
      await page(`${query}&before=${rows}`)
    expect(processorMs() - started).toBeLessThan(1500)
    const { rows: plan } = await desk.database.pool.query<{ 'QUERY PLAN': string }>(
      "explain select * from events where type = 'auth.signed_in' and position < 9000 order by position desc limit 50",
    )
    const text = plan.map((row) => row['QUERY PLAN']).join('\n')
    expect(text).toContain('Index Scan')
    expect(text).not.toMatch(/Seq Scan|Sort/)
  })
})

test('the audit log lists every type of event that the product knows, by its name', async () => {
  const features = path.resolve(import.meta.dirname, '../..')
  const files = (await readdir(features, { recursive: true })).filter((file) =>
    file.endsWith(path.join('server', 'events.ts')),
  )
  const types: string[] = []
  for (const file of files) {
    const text = await readFile(path.join(features, file), 'utf8')
    types.push(...[...text.matchAll(/'([a-z_]+\.[a-z_]+)'/g)].map(([, type = '']) => type))
  }
  expect(types.length).toBeGreaterThan(30)
  expect(allFacts.types.toSorted()).toEqual(types.toSorted())
  const { body: groups } = await admin.get<EventGroup[]>('/api/audit/types')
  const listed = groups.flatMap((group) => group.types)
  expect(listed.map(({ type }) => type).toSorted()).toEqual(types.toSorted())
  expect(listed).toContainEqual({ type: 'ticket.created', says: 'Submitted a ticket' })
  expect(groups.map(({ heading }) => heading)).toEqual([...new Set(groups.map(({ heading }) => heading))])
})
