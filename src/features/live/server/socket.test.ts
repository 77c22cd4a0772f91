import { setTimeout as wait } from 'node:timers/promises'
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { aClient, aComment, assign, aTicket, change } from '#test/factories.ts'
import { startApp, type Caller, type TestApp } from '#test/harness.ts'
import {
  authenticated,
  closedWithinASecond,
  joined,
  openSocket,
  positionOf,
  refusedUpgrade,
  type Heard,
  type Socket,
} from '#test/socket.ts'
import { socketLimits } from '../contract.ts'

let desk: TestApp
let base: string
let ana: Caller
let ida: Caller
let helpdesk: Caller
let root: Caller
const open: Socket[] = []

beforeAll(async () => {
  desk = await startApp()
  base = await desk.listen()
  ana = await desk.signedIn('client')
  ida = await desk.signedIn('internal')
  helpdesk = await desk.signedIn('helpdesk')
  root = await desk.signedIn('super_user')
})
afterEach(async () => {
  await Promise.all(open.splice(0).map((socket) => socket.close()))
})
afterAll(() => desk.close())

async function keep(opening: Promise<Socket>): Promise<Socket> {
  const socket = await opening
  open.push(socket)
  return socket
}
const join = (person: Caller) => keep(joined(base, person))
const connect = (person: Caller, headers: Record<string, string> = {}) =>
  keep(openSocket(base, { cookie: person.cookie, ...headers }))
const about =
  (ticketId: string, type = 'ticket:update') =>
  (message: Heard) =>
    message.type === type && (message.ticket?.id ?? message.ticketId) === ticketId

describe('opening a socket', () => {
  test('a socket is refused without a session', async () => {
    expect(await refusedUpgrade(base, {})).toBe(401)
    expect(await refusedUpgrade(base, { cookie: 'sid=made-up', origin: base })).toBe(401)
    const gone = await desk.signedIn('client')
    await gone.post('/api/auth/logout')
    expect(await refusedUpgrade(base, { cookie: gone.cookie })).toBe(401)
  })

  test('a socket is refused for a page of another site', async () => {
    for (const origin of [
      'https://evil.example',
      'null',
      base.replace('http:', 'ftp:'),
      base.replace('127.0.0.1', 'localhost'),
    ])
      expect([origin, await refusedUpgrade(base, { cookie: ana.cookie, origin })]).toEqual([origin, 403])
  })

  test('a socket is opened for our own page and for programs that are no browser', async () => {
    for (const headers of [{ origin: base }, { accept: '*/*' }] as Record<string, string>[])
      expect((await connect(ana, headers)).raw.readyState).toBe(WebSocket.OPEN)
  })

  test('the address of the socket speaks nothing but WebSocket', async () => {
    expect((await ana.get('/ws')).status).toBe(404)
  })
})

describe('joining with a socket', () => {
  test('joining is answered with authenticated and the position of the log', async () => {
    const socket = await join(ana)
    expect(await socket.hearsType('authenticated')).toEqual({
      type: 'authenticated',
      position: expect.any(Number),
    })
  })

  test('joining as another person is refused, and the socket is closed', async () => {
    for (const userId of [helpdesk.id, randomUUID()]) {
      const socket = await openSocket(base, { cookie: ana.cookie })
      socket.send({ type: 'user:join', userId })
      expect(await socket.closed).toBe(4403)
      expect(socket.heard).toEqual([{ type: 'error', message: expect.any(String) }])
    }
  })

  test('joining comes first: before it nothing is answered and nothing is told', async () => {
    const socket = await connect(ana)
    for (const message of [{ type: 'ping' }, { type: 'resume', since: 0 }]) socket.send(message)
    const { id } = await aTicket(ana)
    const other = await join(ana)
    await change(helpdesk, id, { status: 'progress' })
    await other.hears(about(id))
    await socket.hears(() => socket.heard.length === 2)
    expect(socket.heard).toEqual([
      { type: 'error', message: 'Join first.' },
      { type: 'error', message: 'Join first.' },
    ])
  })

  test('twenty sockets of one person may join, and the next is refused', async () => {
    const busy = await desk.signedIn('client')
    for (let turn = 0; turn < socketLimits.socketsPerUser; turn++) await join(busy)
    const socket = await openSocket(base, { cookie: busy.cookie })
    socket.send({ type: 'user:join', userId: busy.id })
    expect(await socket.closed).toBe(4429)
    await Promise.all(open.splice(0).map((one) => one.close()))
    await join(busy)
  })
})

describe('malformed messages', () => {
  test('a malformed message is answered with an error and leaves the socket open', async () => {
    const socket = await join(ana)
    const nonsense = [
      '',
      'words',
      '{"type":',
      'null',
      '1',
      '[]',
      '{}',
      { type: 'nonsense' },
      { type: 'user:join' },
      { type: 'user:join', userId: 7 },
    ]
    const more = [
      { type: 'resume' },
      { type: 'resume', since: -1 },
      { type: 'resume', since: 1.5 },
      { type: 'resume', since: '0' },
    ]
    for (const message of [...nonsense, ...more]) socket.send(message)
    socket.raw.send(Buffer.from('{"type":"ping"}'))
    const errors = await socket.said('error')
    expect(errors).toHaveLength(nonsense.length + more.length + 1)
    for (const { message } of errors) expect(message).toBeTypeOf('string')
  })

  test('a frame above the limit closes the socket', async () => {
    const socket = await joined(base, ana)
    socket.send('x'.repeat(64 * 1024 + 1))
    expect(await socket.closed).toBe(1009)
  })

  test('more than twenty messages a second are refused', async () => {
    const socket = await connect(ana)
    socket.send({ type: 'user:join', userId: ana.id })
    for (let turn = 0; turn < 60; turn++) socket.send({ type: 'ping' })
    await socket.hears(() => socket.heard.filter(({ type }) => type !== 'authenticated').length === 60)
    const pongs = socket.heard.filter(({ type }) => type === 'pong')
    expect(pongs.length).toBeGreaterThanOrEqual(socketLimits.messagesPerSecond - 1)
    // A second may have turned while they were sent.
    expect(pongs.length).toBeLessThanOrEqual(socketLimits.messagesPerSecond * 2)
    expect(socket.heard.some(({ message }) => message === 'Too many messages in a second.')).toBe(true)
    await wait(1000)
    socket.send({ type: 'ping' })
    await socket.hears(() => socket.heard.filter(({ type }) => type === 'pong').length === pongs.length + 1)
  })
})

/** Keeps every socket waiting that asks whose its session is. @returns lets them go on */
function holdUp(): () => void {
  const { promise: released, resolve } = Promise.withResolvers<void>()
  const send: (...args: unknown[]) => unknown = pg.Client.prototype.query
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...args: unknown[]
  ) {
    const isHeld = (args[0] as { text?: string }).text?.includes('"sessions"."sid" = any')
    return isHeld ? released.then(() => send.apply(this, args)) : send.apply(this, args)
  })
  return () => {
    spy.mockRestore()
    resolve()
  }
}

describe('a socket whose messages wait for each other', () => {
  test('a message over the limit of a second is refused without waiting for those before it', async () => {
    const socket = await join(ana)
    const goOn = holdUp()
    try {
      socket.send({ type: 'resume', since: 0 })
      for (let turn = 0; turn < 3 * socketLimits.messagesPerSecond; turn++) socket.send({ type: 'ping' })
      await socket.hears(({ message }) => message === 'Too many messages in a second.')
      expect(socket.heard.filter(({ type }) => type === 'pong')).toEqual([])
    } finally {
      goOn()
    }
    await socket.hearsType('pong')
  })

  test('a socket is closed when more than a hundred messages wait', async () => {
    const socket = await joined(base, ana)
    const goOn = holdUp()
    socket.send({ type: 'resume', since: 0 })
    const knock = setInterval(() => socket.send({ type: 'ping' }), 60)
    try {
      expect(await socket.closed).toBe(4429)
    } finally {
      clearInterval(knock)
      goOn()
    }
  })
})

test('a person who resumes without end loads everything again, and nobody else does', async () => {
  const busy = await desk.signedIn('client')
  const sockets = await Promise.all(Array.from({ length: 10 }, () => keep(authenticated(base, busy))))
  const asked = socketLimits.resumesPerMinute / sockets.length + 1
  const since = await positionOf(busy)
  for (const socket of sockets)
    for (let turn = 0; turn < asked; turn++) socket.send({ type: 'resume', since })
  const told = (type: string) =>
    sockets.flatMap(({ heard }) => heard.filter((message) => message.type === type)).length
  await expect
    .poll(() => [told('resumed'), told('resync')])
    .toEqual([socketLimits.resumesPerMinute, sockets.length])
  const other = await join(ida)
  expect(await other.said('resync')).toEqual([])
})

test('all sockets of a person together may subscribe so often in a minute, and nobody else is refused', async () => {
  const busy = await desk.signedIn('client')
  const { id: ticketId } = await aTicket(busy)
  const sockets = await Promise.all(
    Array.from({ length: socketLimits.socketsPerUser }, () => keep(authenticated(base, busy))),
  )
  const each = socketLimits.questionsPerMinute / sockets.length + 1
  for (const socket of sockets)
    for (let turn = 0; turn < each; turn++) socket.send({ type: 'ticket:subscribe', ticketId })
  const told = (type: string) =>
    sockets.flatMap(({ heard }) => heard.filter((message) => message.type === type)).length
  await expect
    .poll(() => [told('ticket:subscribed'), told('error')])
    .toEqual([socketLimits.questionsPerMinute, sockets.length])
  const other = await join(helpdesk)
  other.send({ type: 'ticket:subscribe', ticketId })
  await other.hearsType('ticket:subscribed')
})

describe('a change of a ticket', () => {
  test('a change of a ticket reaches its client and all staff, each in the shape that they may know', async () => {
    const acme = await aClient(root, { name: 'Live Co', contactEmail: 'secret@live.example' })
    const { id } = await aTicket(ana, { customerName: 'Live Co' })
    await aComment(helpdesk, id, 'Between us', true)
    const [client, internal, super_user] = [await join(ana), await join(ida), await join(root)]
    await change(helpdesk, id, { status: 'testing' })
    // A socket that joined before its node had told of the creation hears of that first.
    const ofTheChange = (message: Heard) => about(id)(message) && message.ticket?.status === 'testing'
    const told = await client.hears(ofTheChange)
    expect(told.ticket).toEqual(
      (await ana.get<{ tickets: Heard['ticket'][] }>('/api/tickets')).body.tickets[0],
    )
    expect(JSON.stringify(told)).not.toContain('secret@live.example')
    for (const socket of [internal, super_user]) {
      const { ticket } = await socket.hears(ofTheChange)
      expect(ticket).toMatchObject({
        version: 3,
        clientId: acme.id,
        client: { contactEmail: 'secret@live.example' },
      })
    }
    expect(told.ticket?.version).toBe(2)
  })

  test('a change of a ticket reaches nobody who may not see it', async () => {
    const stranger = await join(await desk.signedIn('client', { companyName: 'Acme' }))
    const watcher = await join(helpdesk)
    const { id } = await aTicket(ana)
    await change(helpdesk, id, { priority: 'high', assignedToId: ida.id })
    await aComment(ana, id, 'Hello')
    await helpdesk.delete(`/api/tickets/${id}`)
    await watcher.hears(about(id, 'ticket:deleted'))
    expect(await stranger.said('ticket:update', 'ticket:assigned', 'ticket:deleted')).toEqual([])
  })

  test('a change of a ticket says whether the listener made it', async () => {
    const [mine, theirs] = [await join(ana), await join(helpdesk)]
    const { id } = await aTicket(ana)
    expect(await mine.hears(about(id))).toMatchObject({ own: true })
    expect(await theirs.hears(about(id))).toMatchObject({ own: false })
  })

  test('a change of a ticket reaches a company’s admin, and no longer when the assignment has ended', async () => {
    const acme = await aClient(root, { name: 'Company Co' })
    const [boss, worker] = [await desk.signedIn('client'), await desk.signedIn('client')]
    await assign(root, acme.id, boss.id, 'admin')
    await assign(root, acme.id, worker.id, 'employee')
    const [atBoss, atWorker] = [await join(boss), await join(worker)]
    const first = await aTicket(worker)
    await atBoss.hears(about(first.id))
    await desk.database.pool.query('delete from client_users where user_id = $1', [boss.id])
    const second = await aTicket(worker)
    await atWorker.hears(about(second.id))
    expect((await atBoss.said('ticket:update')).map(({ ticket }) => ticket?.id)).toEqual([first.id])
  })
})

test('an assignment is announced to the assignee and the desk, and to nobody else', async () => {
  const uta = await desk.signedIn('internal')
  const { id } = await aTicket(ana)
  const [client, assignee, colleague, otherDesk] = [
    await join(ana),
    await join(ida),
    await join(uta),
    await join(root),
  ]
  await change(helpdesk, id, { assignedToId: ida.id })
  for (const socket of [assignee, otherDesk])
    expect(await socket.hears(about(id, 'ticket:assigned'))).toMatchObject({
      assignedUserId: ida.id,
      own: false,
      ticket: { assignedToId: ida.id },
    })
  for (const socket of [client, colleague]) {
    await socket.hears(about(id))
    expect(await socket.said('ticket:assigned')).toEqual([])
  }
})

test('a deleted ticket disappears for everybody who could see it', async () => {
  const [client, internal, stranger] = [
    await join(ana),
    await join(ida),
    await join(await desk.signedIn('client')),
  ]
  const { id, ticketNumber } = await aTicket(ana)
  await helpdesk.delete(`/api/tickets/${id}`)
  for (const socket of [client, internal])
    expect(await socket.hears(about(id, 'ticket:deleted'))).toMatchObject({
      ticketId: id,
      ticketNumber,
      own: false,
    })
  expect(await stranger.said('ticket:deleted')).toEqual([])
})

test('an internal comment reaches staff and leaves the client’s socket silent', async () => {
  const internal = await join(ida)
  const { id } = await aTicket(ana)
  const { position: createdAt = 0 } = await internal.hears(({ ticket }) => ticket?.id === id)
  const client = await join(ana)
  await aComment(helpdesk, id, 'Between us', true)
  await internal.hears((message) => about(id)(message) && (message.position ?? 0) > createdAt)
  expect(await client.said('ticket:update')).toEqual([])
  await aComment(helpdesk, id, 'For everybody')
  const told = await client.hears(about(id))
  // The next number, as if there had been nothing in between.
  expect(told.position).toBe((await client.hearsType('authenticated')).position! + 1)
})

describe('a socket is closed within a second', () => {
  test('a socket is closed within a second when its session is signed out, and those of other sessions stay', async () => {
    const person = await desk.person('client')
    const [phone, laptop] = [await desk.signIn(person.email), await desk.signIn(person.email)]
    const [atPhone, atLaptop] = [await joined(base, phone), await join(laptop)]
    await phone.post('/api/auth/logout')
    expect(await closedWithinASecond(atPhone)).toBe(4401)
    expect(await atLaptop.said('error')).toEqual([])
  })

  test('a socket is closed within a second when its person is deactivated and something happens', async () => {
    const gone = await desk.signedIn('helpdesk')
    const socket = await joined(base, gone)
    await desk.database.pool.query('update users set is_active = false where id = $1', [gone.id])
    await aTicket(ana)
    expect(await closedWithinASecond(socket)).toBe(4401)
    expect(socket.heard.filter(({ type }) => type === 'ticket:update')).toEqual([])
  })
})
