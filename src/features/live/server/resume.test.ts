import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import pino from 'pino'
import type { Viewer } from '#features/users/contract.ts'
import { clientLive } from '#features/clients/server/live.ts'
import { localBus } from '#platform/server/bus.ts'
import type { LiveMessage, LiveRule } from '#platform/server/log/live-rule.ts'
import { aClient, aComment, aTicket, change } from '#test/factories.ts'
import { startApp, type Caller, type TestApp } from '#test/harness.ts'
import { authenticated, positionOf, type Heard, type Socket } from '#test/socket.ts'
import { socketLimits } from '../contract.ts'
import { createHub } from './hub.ts'

let desk: TestApp
let base: string
let ana: Caller
let helpdesk: Caller
const open: Socket[] = []

beforeAll(async () => {
  desk = await startApp()
  base = await desk.listen()
  ana = await desk.signedIn('client')
  helpdesk = await desk.signedIn('helpdesk')
})
afterEach(async () => {
  await Promise.all(open.splice(0).map((socket) => socket.close()))
})
afterAll(() => desk.close())

async function join(person: Caller): Promise<Socket> {
  const socket = await authenticated(base, person)
  open.push(socket)
  return socket
}

/** Waits until the hub has told everything that is in the log by now: it reads behind the writers. */
async function untilTold(person: Caller): Promise<void> {
  const position = await positionOf(person)
  const socket = await authenticated(base, person)
  while (socket.heard.findLast(({ type }) => type === 'authenticated')!.position! < position) {
    await new Promise((resolve) => setTimeout(resolve, 150))
    socket.send({ type: 'user:join', userId: person.id })
    await socket.said()
  }
  await socket.close()
}

async function resume(person: Caller, since: number) {
  await untilTold(person)
  const socket = await join(person)
  socket.send({ type: 'resume', since })
  const end = await socket.hears(({ type }) => type === 'resumed' || type === 'resync')
  return { end, missed: socket.heard.filter(({ ticket, ticketId }) => ticket ?? ticketId), socket }
}
const isRising = (messages: readonly Heard[]) =>
  messages.every(({ position }, place) => place === 0 || position! >= messages[place - 1]!.position!)

test('a person who comes back hears everything they missed, in order, each ticket once and as it is now', async () => {
  const since = await positionOf(ana)
  const tickets = []
  for (let turn = 0; turn < 15; turn++) tickets.push(await aTicket(ana, { subject: `missed ${turn}` }))
  for (let turn = 0; turn < 35; turn++) {
    const { id } = tickets[(turn * 7) % 15]!
    if (turn % 3 === 0) await aComment(helpdesk, id, 'Internal', true)
    else await change(helpdesk, id, { status: turn % 2 ? 'progress' : 'testing' })
  }
  for (const person of [ana, helpdesk]) {
    const { missed, end } = await resume(person, since)
    expect(missed.map(({ ticket }) => String(ticket?.id)).sort()).toEqual(tickets.map(({ id }) => id).sort())
    expect(isRising(missed)).toBe(true)
    expect(end).toEqual({ type: 'resumed', position: await positionOf(person) })
    const { body } = await person.get<{ tickets: { id: string }[] }>('/api/tickets?limit=100')
    for (const { ticket } of missed) expect(ticket).toEqual(body.tickets.find(({ id }) => id === ticket!.id))
  }
})

test('a person who missed nothing is told so', async () => {
  const { missed, end } = await resume(ana, await positionOf(ana))
  expect([missed, end.type]).toEqual([[], 'resumed'])
})

test('a client who comes back learns nothing of what is internal, not even that there was something', async () => {
  const { id } = await aTicket(ana)
  const since = await positionOf(ana)
  for (let turn = 0; turn < 5; turn++) await aComment(helpdesk, id, 'Internal', true)
  const { missed, end } = await resume(ana, since)
  expect([missed, end]).toEqual([[], { type: 'resumed', position: since }])
})

/** The types of what is told about no ticket. */
const typesOf = (messages: readonly Heard[]) =>
  messages.map(({ type }) => type).filter((type) => type.endsWith(':changed'))

test('a client who comes back hears that they were taken into a company, and that they were changed', async () => {
  const root = await desk.signedIn('super_user')
  const bea = await desk.signedIn('client')
  const { id } = await aClient(root)
  const since = await positionOf(bea)
  await root.post(`/api/clients/${id}/users`, { userId: bea.id, role: 'contact' })
  await root.put(`/api/users/${bea.id}`, { firstName: 'Beatrice' })
  const { socket, end } = await resume(bea, since)
  expect([typesOf(socket.heard).sort(), end.type]).toEqual([
    ['clients:changed', 'profile:changed'],
    'resumed',
  ])
  const stranger = await resume(ana, since)
  expect([typesOf(stranger.socket.heard), stranger.end.type]).toEqual([[], 'resumed'])
})

test('a client who was told more elsewhere hears what is outside of their numbering', async () => {
  const root = await desk.signedIn('super_user')
  const bea = await desk.signedIn('client')
  const { id } = await aClient(root)
  const { db } = desk.database
  const bus = localBus()
  const hub = await createHub({ ...desk, db, bus, log: pino({ level: 'silent' }), rules: [clientLive] })
  const heard: LiveMessage[] = []
  const { rows } = await desk.database.pool.query<{ sid: string }>(
    'select sid from sessions where user_id = $1',
    [bea.id],
  )
  const listener = hub.add({
    id: 'one',
    sid: rows[0]!.sid,
    userId: bea.id,
    send: (message) => heard.push(message),
    end: () => undefined,
  })
  await aTicket(ana)
  await hub.resume(listener, await positionOf(bea))
  await root.post(`/api/clients/${id}/users`, { userId: bea.id, role: 'contact' })
  bus.wake()
  await expect.poll(() => heard.map(({ type }) => type)).toEqual(['resumed', 'clients:changed'])
  await hub.close()
})

test('one replay at a time is read for the sockets of one person, and beside those of others', async () => {
  const { db, pool } = desk.database
  const waiting: (() => void)[] = []
  const rule: LiveRule<Viewer> = {
    prepare: () => new Promise((resolve) => waiting.push(() => resolve(() => []))),
  }
  const hub = await createHub({ ...desk, db, bus: localBus(), log: pino({ level: 'silent' }), rules: [rule] })
  const since = (await positionOf(helpdesk)) - 1
  async function listen({ id: userId }: Caller) {
    const { rows } = await pool.query<{ sid: string }>('select sid from sessions where user_id = $1', [
      userId,
    ])
    const quiet = { send: () => undefined, end: () => undefined }
    return hub.add({ id: randomUUID(), sid: rows[0]!.sid, userId, ...quiet })
  }
  const begin = async (people: readonly Caller[]) =>
    Promise.all((await Promise.all(people.map(listen))).map((listener) => hub.resume(listener, since)))
  const other = await desk.signedIn('helpdesk')

  const ofOne = begin([helpdesk, helpdesk, helpdesk])
  for (let turn = 0; turn < 3; turn++) {
    await expect.poll(() => waiting.length).toBe(1)
    // A second one would have come as far by the time these are answered.
    for (let call = 0; call < 5; call++) await positionOf(helpdesk)
    expect(waiting).toHaveLength(1)
    waiting.pop()!()
  }
  await ofOne
  const ofTwo = begin([helpdesk, other])
  await expect.poll(() => waiting.length).toBe(2)
  waiting.splice(0).forEach((goOn) => goOn())
  await ofTwo
  await hub.close()
})

test('a person who comes back also hears of a deleted ticket and of an assignment', async () => {
  const ida = await desk.signedIn('internal')
  const [kept, gone] = [await aTicket(ana), await aTicket(ana)]
  const since = await positionOf(ida)
  await change(helpdesk, kept.id, { assignedToId: ida.id })
  await helpdesk.delete(`/api/tickets/${gone.id}`)
  const { missed } = await resume(ida, since)
  expect(missed.map(({ type, ticket, ticketId, more }) => [type, ticket?.id ?? ticketId, more])).toEqual([
    ['ticket:update', kept.id, true],
    ['ticket:assigned', kept.id, undefined],
    ['ticket:deleted', gone.id, undefined],
  ])
})

test('a person who has become a client hears only what a client may', async () => {
  const ida = await desk.signedIn('internal')
  const own = await aTicket(ida)
  const since = await positionOf(ida)
  await aTicket(ana)
  await aComment(helpdesk, own.id, 'Internal', true)
  await desk.database.pool.query("update users set role = 'client' where id = $1", [ida.id])
  for (const from of [since, 0]) {
    const { missed } = await resume(ida, from)
    expect(missed.filter(({ ticket }) => ticket?.id !== own.id)).toEqual([])
    for (const { ticket } of missed) expect(ticket?.version).toBe(1)
  }
})

test('a person who was away for too long, or comes from another log, is told to load everything again', async () => {
  const { id } = await aTicket(ana)
  const since = await positionOf(helpdesk)
  await desk.database.pool.query(
    `with head as (update log_head set position = position + $1, public_position = public_position + $1 returning position, public_position)
     insert into events (position, public_position, type, ticket_id, actor_id, data)
     select position - n, public_position - n, 'ticket.changed', $2::uuid, $3::uuid, '{}' from head, generate_series(0, $1::int - 1) n`,
    [socketLimits.resumeEvents, id, helpdesk.id],
  )
  await change(helpdesk, id, { status: 'closed' })
  for (const person of [ana, helpdesk]) {
    expect(await resume(person, person === ana ? 0 : since)).toMatchObject({
      missed: [],
      end: { type: 'resync', position: await positionOf(person) },
    })
    expect((await resume(person, (await positionOf(person)) + 1)).end.type).toBe('resync')
  }
  const { missed, end } = await resume(helpdesk, since + 1)
  expect([missed.map(({ ticket }) => ticket?.id), end.type]).toEqual([[id], 'resumed'])
})

test('a person who has missed more than a line holds is told to load everything again', async () => {
  const { id } = await aTicket(ana)
  const since = await positionOf(helpdesk)
  const longest = '語'.repeat(5000)
  for (let turn = 0; turn < 40; turn++)
    expect((await ana.send('POST', `/api/tickets/${id}/chat`, { message: longest })).status).toBe(201)
  await untilTold(helpdesk)
  const socket = await join(helpdesk)
  socket.send({ type: 'ticket:subscribe', ticketId: id })
  await socket.hears(({ type }) => type === 'ticket:subscribed')
  socket.send({ type: 'resume', since })
  const end = await socket.hears(({ type }) => type === 'resumed' || type === 'resync')
  expect(end).toEqual({ type: 'resync', position: await positionOf(helpdesk) })
  expect(socket.heard.filter(({ type }) => type === 'chat:message')).toEqual([])
})

test('twenty people who join while others write miss nothing after the place they were told', async () => {
  const listeners = await Promise.all(Array.from({ length: 5 }, () => desk.signedIn('internal')))
  const writing = new AbortController()
  const write = async () => {
    while (!writing.signal.aborted) await aTicket(ana)
  }
  const writers = [write(), write(), write()]
  const sockets = await Promise.all(
    Array.from({ length: 20 }, async (_, place) => {
      await new Promise((resolve) => setTimeout(resolve, place * 20))
      return join(listeners[place % 5]!)
    }),
  )
  writing.abort()
  await Promise.all(writers)
  const last = await positionOf(helpdesk)
  const { rows } = await desk.database.pool.query<{ position: string; ticket_id: string }>(
    "select position, ticket_id from events where type = 'ticket.created'",
  )
  for (const socket of sockets) {
    await socket.hears(({ position, ticket }) => ticket !== undefined && position === last)
    const from = (await socket.hearsType('authenticated')).position!
    const heard = (await socket.said('ticket:update')).map(
      ({ position, ticket }) => `${position} ${ticket?.id}`,
    )
    const due = rows
      .filter(({ position }) => Number(position) > from)
      .map(({ position, ticket_id }) => `${position} ${ticket_id}`)
    expect(heard).toEqual(expect.arrayContaining(due))
    expect(new Set(heard).size).toBe(heard.length)
  }
})

test('a person who resumes while others write hears of every ticket, the missed changes before the new ones', async () => {
  const since = await positionOf(helpdesk)
  const writing = new AbortController()
  const made: string[] = []
  const write = async () => {
    while (!writing.signal.aborted) made.push((await aTicket(ana)).id)
  }
  const writers = [write(), write()]
  const turns = []
  for (let turn = 0; turn < 10; turn++) {
    const missed = [...made]
    turns.push({ missed, socket: (await resume(helpdesk, since)).socket })
  }
  writing.abort()
  await Promise.all(writers)
  const last = await positionOf(helpdesk)
  for (const { missed, socket } of turns) {
    await socket.hears(({ position, ticket }) => ticket !== undefined && position === last)
    const end = socket.heard.findIndex(({ type }) => type === 'resumed')
    const untilEnd = socket.heard.slice(0, end)
    // A socket that has joined hears of new tickets, also before its request for the missed ones is there.
    const newest = untilEnd.findLastIndex(({ position }) => position! > socket.heard[end]!.position!)
    const replayed = untilEnd.slice(newest + 1).map(({ ticket }) => String(ticket?.id))
    expect(replayed).toEqual(expect.arrayContaining(missed))
    const heard = await socket.said('ticket:update')
    expect([...new Set(heard.map(({ ticket }) => String(ticket?.id)))].sort()).toEqual(made.toSorted())
  }
})
