import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { socketLimits } from '#features/live/contract.ts'
import { aClient, assign, aTicket, change } from '#test/factories.ts'
import { startApp, type Caller, type TestApp } from '#test/harness.ts'
import { joined, openSocket, type Heard, type Socket } from '#test/socket.ts'
import type { ChatMessage } from '../contract.ts'

// With a shared database, two nodes serve the same people.
const isShared = process.env.TEST_DATABASE === 'postgres'

let desk: TestApp
let other: TestApp
let base: string
let otherBase: string
let root: Caller
let helpdesk: Caller
let ida: Caller
let ana: Caller
const open: Socket[] = []

beforeAll(async () => {
  desk = await startApp()
  base = await desk.listen()
  other = isShared ? await startApp({ database: desk.database }) : desk
  otherBase = isShared ? await other.listen() : base
  root = await desk.signedIn('super_user')
  helpdesk = await desk.signedIn('helpdesk')
  ida = await desk.signedIn('internal')
  ana = await desk.signedIn('client')
})
afterEach(async () => {
  await Promise.all(open.splice(0).map((socket) => socket.close()))
})
afterAll(async () => {
  if (isShared) await other.close()
  await desk.close()
})

const chatOf = (ticketId: string) => `/api/tickets/${ticketId}/chat`
async function say(by: Caller, ticketId: string, message: string): Promise<ChatMessage> {
  return (await by.post<{ message: ChatMessage }>(chatOf(ticketId), { message })).body.message
}

async function join(person: Caller, at = base): Promise<Socket> {
  const socket = await joined(at, person)
  open.push(socket)
  return socket
}

/** A socket of this person that follows the ticket; staff come through the other node where there is one. */
async function following(
  person: Caller,
  ticketId: string,
  at = person === ana ? base : otherBase,
): Promise<Socket> {
  const socket = await join(person, at)
  socket.send({ type: 'ticket:subscribe', ticketId })
  await socket.hears((heard) => heard.type === 'ticket:subscribed' && heard.ticketId === ticketId)
  return socket
}

const of =
  (type: string, some: Partial<Heard> = {}) =>
  (heard: Heard) =>
    heard.type === type && Object.entries(some).every(([name, value]) => heard[name as keyof Heard] === value)
const textOf = (heard: Heard) => (heard.message as unknown as ChatMessage).message
const isGone = 'You cannot take part in this chat.'

describe('a chat message', () => {
  test('a chat message reaches all who follow the ticket as the API tells it, and says whose own it is', async () => {
    const { id } = await aTicket(ana)
    const [client, staff] = [await following(ana, id), await following(helpdesk, id)]
    const message = await say(helpdesk, id, 'Good morning')
    for (const [socket, rest] of [
      // That there is something unread is told after it.
      [client, { own: false, more: true }],
      [staff, { own: true }],
    ] as const)
      expect(await socket.hears(of('chat:message'))).toEqual({
        type: 'chat:message',
        ticketId: id,
        message,
        position: expect.any(Number),
        ...rest,
      })
  })

  test('a chat message reaches nobody who does not follow the chat; its recipient alone hears that something is unread', async () => {
    const { id } = await aTicket(ana)
    const [client, staff] = [await join(ana), await join(helpdesk)]
    const follower = await following(root, id)
    await say(helpdesk, id, 'Good morning')
    await follower.hears(of('chat:message'))
    await client.hears(of('chat:unread', { ticketId: id }))
    expect(await client.said('chat:message')).toEqual([])
    expect(await staff.said('chat:message', 'chat:unread')).toEqual([])
    client.send({ type: 'ticket:subscribe', ticketId: id })
    await client.hears(of('ticket:subscribed'))
    client.send({ type: 'ticket:unsubscribe', ticketId: id })
    await client.said()
    await say(helpdesk, id, 'Still there?')
    await follower.hears((heard) => heard.type === 'chat:message' && textOf(heard) === 'Still there?')
    expect(await client.said('chat:message')).toEqual([])
  })

  test('a new requester hears that something is unread, and the assignee does not', async () => {
    const { id } = await aTicket(ana)
    await say(helpdesk, id, 'Good morning')
    await change(root, id, { assignedToId: ida.id })
    const [requester, assignee] = [await join(root), await join(ida)]
    await change(helpdesk, id, { createdById: root.id })
    await requester.hears(of('chat:unread', { ticketId: id }))
    await assignee.hears(({ ticket }) => ticket?.id === id)
    expect(await assignee.said('chat:unread')).toEqual([])
  })

  test('a chat message that is read is announced to its sender, wherever they look', async () => {
    const { id } = await aTicket(ana)
    const message = await say(helpdesk, id, 'Good morning')
    const [one, two] = [await following(helpdesk, id), await following(helpdesk, id)]
    const { body } = await ana.post<{ message: ChatMessage }>(`${chatOf(id)}/${message.id}/read`)
    for (const socket of [one, two])
      expect(await socket.hears(of('chat:read'))).toMatchObject({
        ticketId: id,
        messageId: message.id,
        readAt: body.message.readAt,
      })
  })

  test('missed chat messages are told to followers of the ticket who come back, in order, and to nobody else', async () => {
    const { id } = await aTicket(ana)
    const since = Number((await ana.get('/api/auth/user')).headers['log-position'])
    const witness = await following(helpdesk, id, base)
    for (let turn = 1; turn <= 30; turn++) await say(helpdesk, id, `Missed ${turn}`)
    // A message that the node has not told everybody yet would come live, and not as missed. The node is done once it tells the next event.
    await witness.hears((heard) => heard.type === 'chat:message' && textOf(heard) === 'Missed 30')
    const next = await aTicket(helpdesk)
    await witness.hears(({ ticket }) => ticket?.id === next.id)
    for (const follows of [true, false]) {
      const socket = await join(ana)
      if (follows) socket.send({ type: 'ticket:subscribe', ticketId: id })
      socket.send({ type: 'resume', since })
      await socket.hearsType('resumed')
      expect((await socket.said('chat:message')).map(textOf)).toEqual(
        follows ? Array.from({ length: 30 }, (_, place) => `Missed ${place + 1}`) : [],
      )
      expect(await socket.said('chat:unread')).toHaveLength(1)
    }
  })
})

describe('following a chat', () => {
  test('following a chat is refused alike for a ticket that is missing, hidden, or closed to this person’s chat', async () => {
    const acme = await aClient(root, { name: 'Socket Co' })
    const [boss, worker] = [await desk.signedIn('client'), await desk.signedIn('client')]
    await assign(root, acme.id, boss.id, 'admin')
    await assign(root, acme.id, worker.id, 'employee')
    const { id } = await aTicket(worker)
    for (const [who, ticketId] of [
      [ana, randomUUID()],
      [ana, id],
      [boss, id],
      [ida, id],
    ] as const) {
      const socket = await join(who)
      socket.send({ type: 'ticket:subscribe', ticketId })
      expect(await socket.hearsType('error')).toEqual({ type: 'error', message: isGone, ticketId })
      await say(worker, id, 'Hello')
      expect(await socket.said('chat:message', 'ticket:subscribed')).toEqual([])
    }
  })

  test('following a chat needs joining first', async () => {
    const { id } = await aTicket(ana)
    const socket = await openSocket(base, { cookie: ana.cookie })
    open.push(socket)
    socket.send({ type: 'ticket:subscribe', ticketId: id })
    socket.send({ type: 'user:typing', ticketId: id, userId: ana.id })
    await socket.hears(() => socket.heard.length === 2)
    expect(socket.heard.map(({ message }) => message)).toEqual(['Join first.', 'Join first.'])
  })

  test('following a chat ends with the right to chat, at the moment it ends', async () => {
    const { id } = await aTicket(ana)
    await change(root, id, { assignedToId: ida.id })
    const socket = await following(ida, id)
    const client = await following(ana, id)
    await say(ana, id, 'Hello')
    await socket.hears(of('chat:message'))
    await change(root, id, { assignedToId: null })
    await socket.hears(of('ticket:unsubscribed', { ticketId: id }))
    await say(ana, id, 'Secret')
    await client.hears((heard) => heard.type === 'chat:message' && textOf(heard) === 'Secret')
    expect((await socket.said('chat:message')).map(textOf)).toEqual(['Hello'])
    socket.send({ type: 'user:typing', ticketId: id, userId: ida.id })
    expect(await socket.hearsType('error')).toMatchObject({ message: isGone })
    expect(await client.said('user:typing')).toEqual([])
  })

  test('following a chat ends with the role, even when nobody has told the socket', async () => {
    const gone = await desk.signedIn('helpdesk')
    const { id } = await aTicket(ana)
    const [socket, client] = [await following(gone, id), await following(ana, id)]
    await desk.database.pool.query("update users set role = 'client' where id = $1", [gone.id])
    client.send({ type: 'user:typing', ticketId: id, userId: ana.id })
    await socket.hears(of('ticket:unsubscribed'))
    await say(ana, id, 'Secret')
    await client.hears(of('chat:message'))
    expect(await socket.said('user:typing', 'chat:message')).toEqual([])
  })
})

describe('typing', () => {
  test('typing is told to the others who follow the ticket, and not to the person themselves', async () => {
    const { id } = await aTicket(ana)
    const [mine, mineToo, theirs] = [
      await following(ana, id),
      await following(ana, id),
      await following(helpdesk, id),
    ]
    const bystander = await join(root, otherBase)
    for (const type of ['user:typing', 'user:stop_typing']) {
      mine.send({ type, ticketId: id, userId: ana.id })
      expect(await theirs.hears(of(type))).toEqual({ type, ticketId: id, userId: ana.id })
    }
    for (const socket of [mine, mineToo, bystander])
      expect(await socket.said('user:typing', 'user:stop_typing')).toEqual([])
  })

  test('typing is refused in a chat that the person does not follow', async () => {
    const { id } = await aTicket(ana)
    const [socket, theirs] = [await join(ana), await following(helpdesk, id)]
    for (const type of ['user:typing', 'user:stop_typing'])
      socket.send({ type, ticketId: id, userId: ana.id })
    expect(await socket.said('error')).toHaveLength(2)
    expect(await theirs.said('user:typing', 'user:stop_typing')).toEqual([])
  })

  test('typing in another person’s name is refused and closes the socket', async () => {
    const { id } = await aTicket(ana)
    const theirs = await following(helpdesk, id)
    for (const type of ['user:typing', 'user:stop_typing']) {
      const socket = await joined(base, ana)
      socket.send({ type: 'ticket:subscribe', ticketId: id })
      socket.send({ type, ticketId: id, userId: helpdesk.id })
      expect(await socket.closed).toBe(4403)
      expect(socket.heard.at(-1)?.type).toBe('error')
    }
    expect(await theirs.said('user:typing', 'user:stop_typing')).toEqual([])
  })

  test('typing signals that come faster than anybody types are ignored', async () => {
    const { id } = await aTicket(ana)
    const [mine, theirs] = [await following(ana, id), await following(helpdesk, id)]
    for (let turn = 0; turn < 15; turn++) mine.send({ type: 'user:typing', ticketId: id, userId: ana.id })
    mine.send({ type: 'user:stop_typing', ticketId: id, userId: ana.id })
    await theirs.hears(of('user:stop_typing'))
    // A second may have turned while they were sent.
    expect((await theirs.said('user:typing')).length).toBeLessThanOrEqual(2 * socketLimits.signalsPerSecond)
    expect(await mine.said('error')).toEqual([])
  })

  test('signals of the end of typing that come too fast are ignored, too', async () => {
    const { id } = await aTicket(ana)
    const [mine, theirs] = [await following(ana, id), await following(helpdesk, id)]
    for (let turn = 0; turn < 15; turn++)
      mine.send({ type: 'user:stop_typing', ticketId: id, userId: ana.id })
    mine.send({ type: 'user:typing', ticketId: id, userId: ana.id })
    await theirs.hears(of('user:typing'))
    const ended = await theirs.said('user:stop_typing')
    expect(ended.length).toBeLessThanOrEqual(2 * socketLimits.signalsPerSecond)
  })
})

test('malformed messages about tickets are answered with an error and leave the socket open', async () => {
  const socket = await join(ana)
  for (const type of ['ticket:subscribe', 'ticket:unsubscribe', 'ticket:viewing', 'user:typing'])
    for (const ticketId of [undefined, 7, 'nonsense']) socket.send({ type, ticketId, userId: ana.id })
  expect(await socket.said('error')).toHaveLength(12)
})
