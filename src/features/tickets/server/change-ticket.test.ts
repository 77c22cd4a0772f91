import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TicketDetail } from '#features/conversation/contract.ts'
import { aComment, aTicket, change } from '#test/factories.ts'
import { startApp, type Caller, type TestApp } from '#test/harness.ts'
import { statementsDuring } from '#test/statements.ts'
import { Ticket, type HistoryEntry } from '../contract.ts'

let desk: TestApp
let ana: Caller
let internal: Caller
let helpdesk: Caller

beforeAll(async () => {
  desk = await startApp()
  ana = await desk.signedIn('client')
  internal = await desk.signedIn('internal', { firstName: 'Ida', lastName: 'Intern' })
  helpdesk = await desk.signedIn('helpdesk')
})
afterAll(() => desk.close())

const read = async (id: string, by = helpdesk) => (await by.get<TicketDetail>(`/api/tickets/${id}`)).body
/** As a list shows it. */
const listed = async (id: string) => Ticket.parse(await read(id))
const historyOf = async (id: string, by = helpdesk) =>
  (await by.get<HistoryEntry[]>(`/api/tickets/${id}/history`)).body

describe('changes by staff', () => {
  test('staff set status and priority, one at a time or together', async () => {
    const { id } = await aTicket(ana)
    expect(await change(internal, id, { status: 'testing' })).toMatchObject({
      status: 'testing',
      priority: 'medium',
    })
    expect(await change(internal, id, { priority: 'low' })).toMatchObject({
      status: 'testing',
      priority: 'low',
    })
    expect(await change(helpdesk, id, { status: 'open', priority: 'critical' })).toMatchObject({
      status: 'open',
      priority: 'critical',
    })
    expect(await read(id)).toMatchObject({ status: 'open', priority: 'critical', version: 4 })
  })

  test('helpdesk and super users assign a ticket and unassign it', async () => {
    const { id } = await aTicket(ana)
    expect((await change(helpdesk, id, { assignedToId: internal.id })).assignedTo).toEqual({
      id: internal.id,
      firstName: 'Ida',
      lastName: 'Intern',
      profileImageUrl: null,
    })
    expect(await change(helpdesk, id, { assignedToId: null })).toMatchObject({
      assignedToId: null,
      assignedTo: null,
    })
  })

  test('a ticket cannot be assigned to a client, an unknown person or a deactivated one', async () => {
    const { id } = await aTicket(ana)
    const gone = await desk.person('helpdesk')
    await desk.database.pool.query('update users set is_active = false where id = $1', [gone.id])
    for (const assignedToId of [ana.id, randomUUID(), gone.id, 'nonsense', '']) {
      const { status, body } = await helpdesk.put(`/api/tickets/${id}`, { status: 'closed', assignedToId })
      expect([assignedToId, status, body.issues]).toEqual([
        assignedToId,
        400,
        [expect.objectContaining({ path: 'assignedToId' })],
      ])
    }
    expect(await read(id)).toMatchObject({ status: 'open', assignedToId: null, version: 1 })
  })

  test('an assignee whose id is written in capitals is that person, in the ticket, its history and all totals', async () => {
    const { id } = await aTicket(ana)
    const ida = internal.id.toUpperCase()
    const totals = async () => {
      const [own, inCapitals, counts] = await Promise.all([
        helpdesk.get<{ total: number }>(`/api/tickets?assignedToId=${internal.id}`),
        helpdesk.get<{ total: number }>(`/api/tickets?assignedToId=${ida}`),
        helpdesk.get<{ assignedToId: Record<string, number> }>('/api/tickets/counts?by=assignedToId'),
      ])
      return [own.body.total, inCapitals.body.total, counts.body.assignedToId[internal.id]]
    }
    const [before = 0] = await totals()
    const changed = await change(helpdesk, id, { assignedToId: ida })
    expect(changed.assignedToId).toBe(internal.id)
    expect(await totals()).toEqual([before + 1, before + 1, before + 1])
    expect((await change(helpdesk, id, { assignedToId: ida })).version).toBe(changed.version)
    expect(JSON.stringify(await historyOf(id))).toContain('Ida')
  })

  test('a ticket that is open again after its assignee has left is nobody’s', async () => {
    const { id } = await aTicket(ana)
    const root = await desk.signedIn('super_user')
    const leaver = await desk.signedIn('internal', { firstName: 'Lena', lastName: 'Left' })
    await change(helpdesk, id, { assignedToId: leaver.id, status: 'resolved' })
    await root.post(`/api/users/${leaver.id}/disable`)
    expect((await read(id)).assignedToId).toBe(leaver.id)
    expect(await change(internal, id, { status: 'open' })).toMatchObject({
      assignedToId: null,
      status: 'open',
    })
    expect((await read(id)).assignedTo).toBeNull()
    expect(JSON.stringify((await historyOf(id)).at(-1))).toContain('Lena')
  })

  test('a change without any field is refused', async () => {
    const { id } = await aTicket(ana)
    for (const body of [{}, { ticketNumber: 'TKT-000001' }]) {
      const { status, body: answer } = await helpdesk.put(`/api/tickets/${id}`, body)
      expect([status, answer.message]).toEqual([
        400,
        'Nothing to change: send status, priority, assignedToId, turn, or another fact of the ticket',
      ])
    }
  })

  test('a change to the same value changes nothing and is not in the log', async () => {
    const { id } = await aTicket(ana)
    await change(helpdesk, id, { status: 'open', priority: 'medium', assignedToId: null })
    expect(await read(id)).toMatchObject({ version: 1 })
    expect(await historyOf(id)).toHaveLength(1)
  })
})

test('a ticket notes when it becomes resolved, and no longer when work goes on', async () => {
  const { id } = await aTicket(ana)
  const resolvedAt = async (status: TicketDetail['status']) =>
    (await change(helpdesk, id, { status })).resolvedAt
  expect(await resolvedAt('progress')).toBeNull()
  const resolved = await resolvedAt('resolved')
  expect(resolved).not.toBeNull()
  desk.clock.advance(60_000)
  expect(await resolvedAt('closed')).toBe(resolved)
  expect(await resolvedAt('open')).toBeNull()
  const closed = await resolvedAt('closed')
  expect(closed).not.toBeNull()
  desk.clock.advance(60_000)
  expect(Date.parse((await resolvedAt('resolved'))!)).toBeGreaterThan(Date.parse(closed!))
  expect((await change(helpdesk, id, { priority: 'low' })).resolvedAt).not.toBeNull()
})

describe('the answer to a change', () => {
  test('a change is answered with the ticket as a list shows it, with the ETag for the next change', async () => {
    const { id } = await aTicket(ana)
    await aComment(helpdesk, id, 'Looking')
    const { status, headers, body } = await helpdesk.put(`/api/tickets/${id}`, { status: 'progress' })
    expect([status, headers.etag, body]).toEqual([200, '"3"', await listed(id)])
    expect(body).not.toHaveProperty('comments')
    const { headers: next } = await helpdesk.put(
      `/api/tickets/${id}`,
      { priority: 'low' },
      { 'if-match': String(headers.etag) },
    )
    expect(next.etag).toBe('"4"')
    expect((await helpdesk.get(`/api/tickets/${id}`)).headers.etag).toBe('"4"')
  })

  test('a change of nothing is answered with the ETag that stands', async () => {
    const { id } = await aTicket(ana)
    const { headers, body } = await helpdesk.put(
      `/api/tickets/${id}`,
      { status: 'open' },
      { 'if-match': '"1"' },
    )
    expect([headers.etag, body]).toEqual(['"1"', await listed(id)])
  })

  test('a change is answered without reading comments and attachments', async () => {
    const { id } = await aTicket(ana)
    const statements = await statementsDuring(() => change(helpdesk, id, { status: 'testing' }))
    expect(statements.filter((text) => text.includes('"tickets"'))).not.toEqual([])
    expect(statements.filter((text) => /"(comments|attachments)"/.test(text))).toEqual([])
  })
})

describe('two people who change one ticket', () => {
  test('two people who send If-Match do not overwrite each other', async () => {
    const { id } = await aTicket(ana)
    const { headers } = await helpdesk.get(`/api/tickets/${id}`)
    const seen = { 'if-match': String(headers.etag) }
    const first = await helpdesk.put(`/api/tickets/${id}`, { status: 'progress' }, seen)
    expect([first.status, first.headers.etag]).toEqual([200, '"2"'])
    const second = await internal.put<{ message: string; current: Ticket }>(
      `/api/tickets/${id}`,
      { status: 'closed' },
      seen,
    )
    expect(second.status).toBe(412)
    expect(second.body.message).toMatch(/in the meantime/)
    expect(second.body.current).toEqual(await listed(id))
    const again = await internal.put(
      `/api/tickets/${id}`,
      { status: 'closed' },
      { 'if-match': String(first.headers.etag) },
    )
    expect(again.status).toBe(200)
  })

  test('If-Match may name several versions, a weak one, or any', async () => {
    const { id } = await aTicket(ana)
    for (const match of ['"7", "1"', 'W/"2"', '*'])
      expect(
        (
          await helpdesk.put(
            `/api/tickets/${id}`,
            { priority: match === '*' ? 'low' : match.length > 6 ? 'high' : 'critical' },
            { 'if-match': match },
          )
        ).status,
      ).toBe(200)
    expect(
      (await helpdesk.put(`/api/tickets/${id}`, { status: 'closed' }, { 'if-match': 'nonsense' })).status,
    ).toBe(412)
  })

  test('only one of several changes to the same version succeeds; the others are told of the conflict', async () => {
    const { id } = await aTicket(ana)
    const statuses = ['progress', 'testing', 'resolved', 'closed'] as const
    const answers = await Promise.all(
      statuses.map((status) => helpdesk.put(`/api/tickets/${id}`, { status }, { 'if-match': '"1"' })),
    )
    expect(answers.map(({ status }) => String(status)).sort()).toEqual(['200', '412', '412', '412'])
    expect((await read(id)).version).toBe(2)
  })
})

test('simultaneous changes are all in the history, and the last of them stands', async () => {
  const { id } = await aTicket(ana)
  const wanted = Array.from({ length: 30 }, (_, turn) =>
    turn % 2
      ? { priority: (['low', 'high', 'critical'] as const)[turn % 3]! }
      : { status: (['progress', 'testing', 'closed'] as const)[turn % 3]! },
  )
  await Promise.all(wanted.map((to, turn) => change(turn % 3 ? internal : helpdesk, id, to)))
  const after = await read(id)
  const changes = (await historyOf(id)).flatMap((entry) => entry.changes)
  for (const field of ['status', 'priority'] as const) {
    const own = changes.filter((one) => one.field === field)
    expect(own.at(-1)?.to).toBe(after[field])
    // Each begins where the one before it ended: none was lost between them.
    own.slice(1).forEach((one, place) => expect(one.from).toBe(own[place]?.to))
  }
  expect(after.version).toBe(1 + changes.length)
})

test('the history says who did what, with people by their names', async () => {
  const { id } = await aTicket(ana)
  await change(helpdesk, id, { assignedToId: internal.id, status: 'progress' })
  await aComment(ana, id, 'Thanks')
  const [created, changed, commented] = await historyOf(id, ana)
  expect(created).toMatchObject({ what: 'created', by: { id: ana.id }, changes: [], isInternal: false })
  expect(changed).toMatchObject({
    what: 'changed',
    by: { id: helpdesk.id },
    changes: [
      { field: 'status', from: 'open', to: 'progress' },
      { field: 'assignedTo', from: null, to: 'Ida Intern', isSelf: false },
    ],
  })
  expect(commented).toMatchObject({ what: 'commented', by: { id: ana.id } })
  await change(helpdesk, id, { assignedToId: helpdesk.id })
  expect((await historyOf(id, ana)).at(-1)?.changes).toMatchObject([{ from: 'Ida Intern', isSelf: true }])
})

describe('deleting a ticket', () => {
  test('deleting a ticket takes its comments, chat and attachments along', async () => {
    const { id } = await aTicket(ana)
    const kept = await aTicket(ana)
    for (const ticketId of [id, kept.id]) {
      await aComment(ana, ticketId, 'Hello')
      await desk.database.pool.query(
        'insert into chat_messages (ticket_id, sender_id, recipient_id, message) values ($1, $2, $3, $4)',
        [ticketId, ana.id, helpdesk.id, 'Hi'],
      )
      await desk.database.pool.query(
        "insert into attachments (ticket_id, file_name, file_size, mime_type, object_path, uploaded_by) values ($1, 'a.txt', 1, 'text/plain', 'x', $2)",
        [ticketId, ana.id],
      )
    }
    expect(await helpdesk.delete(`/api/tickets/${id}`)).toMatchObject({
      status: 200,
      body: { message: 'Ticket deleted successfully.' },
    })
    for (const table of ['comments', 'chat_messages', 'attachments'])
      for (const [ticketId, left] of [
        [id, 0],
        [kept.id, 1],
      ] as const) {
        const { rowCount } = await desk.database.pool.query(`select id from ${table} where ticket_id = $1`, [
          ticketId,
        ])
        expect([table, rowCount]).toEqual([table, left])
      }
    for (const answer of [
      await helpdesk.get(`/api/tickets/${id}`),
      await helpdesk.delete(`/api/tickets/${id}`),
      await helpdesk.put(`/api/tickets/${id}`, { status: 'open' }),
      await ana.post(`/api/tickets/${id}/comments`, { content: 'Late' }),
    ])
      expect([answer.status, answer.body]).toEqual([404, { message: 'Not found' }])
  })

  test('deleting a ticket while others write to it is answered cleanly for all of them', async () => {
    for (let round = 0; round < 5; round++) {
      const { id } = await aTicket(ana)
      const answers = await Promise.all([
        ...Array.from({ length: 6 }, () => ana.post(`/api/tickets/${id}/comments`, { content: 'Me too' })),
        helpdesk.delete(`/api/tickets/${id}`),
        ...Array.from({ length: 6 }, () =>
          internal.post(`/api/tickets/${id}/comments`, { content: 'Looking' }),
        ),
        helpdesk.delete(`/api/tickets/${id}`),
        internal.put(`/api/tickets/${id}`, { status: 'closed' }),
      ])
      expect(
        answers.map(({ status }) => status).filter((status) => ![200, 201, 404].includes(status)),
      ).toEqual([])
      expect(
        answers
          .filter((_, place) => place === 6 || place === 13)
          .map(({ status }) => String(status))
          .sort(),
      ).toEqual(['200', '404'])
    }
  })
})
