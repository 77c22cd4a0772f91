import { setImmediate as turn } from 'node:timers/promises'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findHead } from '#features/event-log/server/queries.ts'
import { chatLive } from '#features/chat/server/live.ts'
import { localBus, type Bus } from '#platform/server/bus.ts'
import type { LiveMessage } from '#platform/server/log/live-rule.ts'
import { aTicket } from '#test/factories.ts'
import { startApp, type Caller, type TestApp } from '#test/harness.ts'
import { createHub, type Hub } from './hub.ts'

let desk: TestApp
let ana: Caller
let helpdesk: Caller
beforeAll(async () => {
  desk = await startApp()
  ana = await desk.signedIn('client')
  helpdesk = await desk.signedIn('helpdesk')
})
afterAll(() => desk.close())

const openHub = (bus: Bus, rules: Parameters<typeof createHub>[0]['rules']) =>
  createHub({ db: desk.database.db, bus, clock: desk.clock, log: pino({ level: 'silent' }), rules })

/** Adds a socket of this person to a hub. */
async function join(hub: Pick<Hub, 'add'>, person: Caller) {
  const { rows } = await desk.database.pool.query<{ sid: string }>(
    'select sid from sessions where user_id = $1',
    [person.id],
  )
  const heard: LiveMessage[] = []
  const listener = hub.add({
    id: person.id,
    sid: rows[0]?.sid ?? '',
    userId: person.id,
    send: (message) => heard.push(message),
    end: () => undefined,
  })
  return { listener, heard }
}

test('a socket that subscribes while a batch is still being told to others gets that batch, too', async () => {
  const { id } = await aTicket(ana)
  let rounds = 0
  const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const bus = localBus()
  const hub: Hub = await openHub(bus, [
    {
      async prepare() {
        rounds++
        // Somebody joins while the first is told, so there is a second round; that one takes long.
        if (rounds === 1) await join(hub, helpdesk)
        if (rounds === 2) {
          reached.resolve()
          await released.promise
        }
        return () => []
      },
    },
    chatLive,
  ])

  const { listener, heard } = await join(hub, ana)
  await helpdesk.post(`/api/tickets/${id}/chat`, { message: 'Hello' })
  bus.wake()
  await reached.promise
  expect(await hub.topics.subscribe(listener, id)).toBe(true)
  released.resolve()
  const chat = () => heard.filter(({ type }) => type === 'chat:message')
  await expect.poll(chat).toHaveLength(1)
  await turn()
  expect(chat()).toHaveLength(1)
  // Nor is anything told twice that needs no subscription.
  expect(heard.filter(({ type }) => type === 'chat:unread')).toHaveLength(1)
  await hub.close()
})

test('sockets that subscribe again and again hold up a batch no longer than for each of its tickets', async () => {
  const [one, other, third] = [await aTicket(ana), await aTicket(ana), await aTicket(ana)]
  const most = 20
  let rounds = 0
  const bus = localBus()
  const hub: Hub = await openHub(bus, [
    {
      async prepare(_reader, entries) {
        if (!entries.some(({ ticketId }) => ticketId === other.id)) return () => []
        rounds++
        // Somebody joins while the first are told, so there is a second round; from then on they take turns.
        if (rounds === 1) await join(hub, helpdesk)
        const { listener } = rounds % 2 ? first : second
        if (rounds > 1 && rounds < most) {
          const next = [one, third, other][Math.floor(rounds / 2) % 3]
          listener.topics.forEach((id) => hub.topics.unsubscribe(listener, id))
          await hub.topics.subscribe(listener, next?.id ?? '')
        }
        return (_viewer, { position }) => [{ about: `${position}`, message: { type: 'news', at: position } }]
      },
    },
  ])
  const [first, second] = [await join(hub, ana), await join(hub, ana)]
  for (const { id } of [one, other]) await helpdesk.post(`/api/tickets/${id}/chat`, { message: 'Hello' })
  bus.wake()
  const { position } = await findHead(desk.database.db)
  await expect.poll(() => hub.positionOf({ role: 'helpdesk' })).toBe(position)
  expect(rounds).toBeLessThan(most)
  for (const { heard } of [first, second]) expect(new Set(heard.map(({ at }) => at)).size).toBe(heard.length)
  await hub.close()
})

test('a batch that fails after some have been told of it is told only to the others when it is tried again', async () => {
  const bus = localBus()
  let rounds = 0
  const hub: Hub = await openHub(bus, [
    {
      async prepare() {
        rounds++
        // Somebody joins while the first is told, so there is a second round, which fails.
        if (rounds === 1) late = await join(hub, helpdesk)
        if (rounds === 2) throw new Error('the database has gone away')
        return (_viewer, { position }) => [{ about: 'news', message: { type: 'news', at: position } }]
      },
    },
  ])
  let late: Awaited<ReturnType<typeof join>> | undefined
  const first = await join(hub, ana)
  await aTicket(ana)
  bus.wake()
  await expect.poll(() => late?.heard.length).toBe(1)
  await aTicket(ana)
  bus.wake()
  await expect.poll(() => late?.heard.length).toBe(2)
  expect(first.heard.map(({ at }) => at)).toEqual(late?.heard.map(({ at }) => at))
  await hub.close()
})

test('a socket that comes back with more than this node has told yet is told only the rest', async () => {
  const bus = localBus()
  const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let rounds = 0
  const hub: Hub = await openHub(bus, [
    {
      async prepare() {
        rounds++
        // Before anybody has been told, the database goes away; what the socket knows it has from another node.
        if (rounds === 1) throw new Error('the database has gone away')
        reached.resolve()
        await released.promise
        return (_viewer, { position }) => [{ about: `${position}`, message: { type: 'news', at: position } }]
      },
    },
  ])
  await join(hub, ana)
  await aTicket(ana)
  await aTicket(ana)
  const { position: since, publicPosition } = await findHead(desk.database.db)
  bus.wake()
  await expect.poll(() => rounds).toBe(1)
  const staff = await join(hub, helpdesk)
  const client = await join(hub, ana)
  await hub.resume(staff.listener, since)
  await hub.resume(client.listener, publicPosition)
  expect([staff, client].map(({ heard }) => heard.map(({ type }) => type))).toEqual([
    ['resumed'],
    ['resumed'],
  ])
  await aTicket(ana)
  bus.wake()
  await reached.promise
  released.resolve()
  const { position: newest } = await findHead(desk.database.db)
  for (const { heard } of [staff, client]) {
    const news = () => heard.filter(({ type }) => type === 'news').map(({ at }) => Number(at))
    await expect.poll(() => news().at(-1)).toBe(newest)
    expect(news()).toEqual(Array.from({ length: newest - since }, (_, place) => since + 1 + place))
  }
  await hub.close()
})

test('a resume replays no event that the socket has heard since it joined', async () => {
  const bus = localBus()
  const hub = await openHub(bus, [
    {
      prepare:
        async () =>
        (_viewer, { position }) => [{ about: `${position}`, message: { type: 'news', at: position } }],
    },
  ])
  const { position: since } = await findHead(desk.database.db)
  const first = await join(hub, helpdesk)
  await aTicket(ana)
  bus.wake()
  await expect.poll(() => first.heard.length).toBeGreaterThan(0)
  const { listener, heard } = await join(hub, helpdesk)
  await aTicket(ana)
  bus.wake()
  await expect.poll(() => heard.length).toBeGreaterThan(0)
  await hub.resume(listener, since)
  const { position: newest } = await findHead(desk.database.db)
  const news = heard.filter(({ type }) => type === 'news').map(({ at }) => Number(at))
  expect(news.toSorted((a, b) => a - b)).toEqual(
    Array.from({ length: newest - since }, (_, place) => since + 1 + place),
  )
  await hub.close()
})
