import { randomUUID } from 'node:crypto'
import pino from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { listLiveSessions } from '#features/auth/server/queries.ts'
import { localBus } from '#platform/server/bus.ts'
import { fieldsOf } from '#platform/contract/narrowing.ts'
import { shareMessages, type LiveMessage } from '#platform/server/log/live-rule.ts'
import { aTicket, change } from '#test/factories.ts'
import { startApp, type Caller, type TestApp } from '#test/harness.ts'
import { joined } from '#test/socket.ts'
import { socketLimits } from '../contract.ts'
import { createHub } from './hub.ts'

let desk: TestApp
let ana: Caller
let helpdesk: Caller
beforeAll(async () => {
  desk = await startApp()
  ana = await desk.signedIn('client')
  helpdesk = await desk.signedIn('helpdesk')
})
afterAll(() => desk.close())

/** Signs somebody in so many times more. @returns the sessions */
async function sessionsOf(person: Caller, count: number): Promise<string[]> {
  const sids = Array.from({ length: count }, () => randomUUID())
  await desk.database.pool.query(
    `insert into sessions (sid, sess, expire, user_id)
     select sid, '{"ip": "::1", "userAgent": "test"}', now() + interval '1 day', $1 from unnest($2::text[]) sid`,
    [person.id, sids],
  )
  return sids
}

test('a change that many sockets hear is encoded once for each audience', async () => {
  const base = await desk.listen()
  const { id } = await aTicket(ana)
  const people = [ana, helpdesk, await desk.signedIn('internal'), await desk.signedIn('super_user')]
  const sockets = await Promise.all(
    people.flatMap((person) =>
      Array.from({ length: socketLimits.socketsPerUser }, () => joined(base, person)),
    ),
  )
  const encode = vi.spyOn(JSON, 'stringify')
  await change(helpdesk, id, { status: 'progress' })
  const heard = await Promise.all(
    sockets.map((socket) => socket.hears(({ ticket }) => ticket?.status === 'progress')),
  )
  const encoded = encode.mock.calls.filter(([value]: unknown[]) => fieldsOf(value).type === 'ticket:update')
  encode.mockRestore()
  // Its creator, who is a client; the one who did it; the super user, who hears of the audit log besides; and the other of the staff.
  expect(encoded).toHaveLength(4)
  expect(new Set(heard.map((message) => JSON.stringify(message))).size).toBe(4)
  expect(heard.filter(({ own }) => own)).toHaveLength(socketLimits.socketsPerUser)
  for (const socket of sockets) socket.raw.terminate()
})

test('2,000 sockets are given the same messages, once and in order, and one whose session is over none', async () => {
  const bus = localBus()
  const hub = await createHub({
    db: desk.database.db,
    bus,
    clock: desk.clock,
    log: pino({ level: 'silent' }),
    rules: [
      {
        async prepare() {
          const shared = shareMessages()
          return (_viewer, { position: at }) => [
            { about: 'news', message: shared(`${at}`, () => ({ type: 'news', at })) },
          ]
        },
      },
    ],
  })
  const sids = await sessionsOf(helpdesk, 2001)
  const over = sids[700] ?? ''
  const ended: string[] = []
  const heard = sids.map((sid) => {
    const messages: LiveMessage[] = []
    const send = (message: LiveMessage) => messages.push(message)
    const end = () => ended.push(sid)
    hub.add({ id: sid, sid, userId: helpdesk.id, send, end })
    return { sid, messages }
  })
  await desk.database.pool.query('delete from sessions where sid = $1', [over])
  for (let times = 0; times < 3; times++) await aTicket(ana)
  bus.wake()
  const last = heard.at(-1)
  await expect.poll(() => last?.messages.length).toBeGreaterThanOrEqual(3)
  const all = last?.messages.map(({ at }) => at)
  expect(all).toEqual(all?.toSorted((a, b) => Number(a) - Number(b)))
  for (const { sid, messages } of heard) expect(messages.map(({ at }) => at)).toEqual(sid === over ? [] : all)
  expect(new Set(heard.flatMap(({ messages }) => messages)).size).toBe(all?.length)
  expect(ended).toEqual([over])
  await hub.close()
})

test('more sessions can be asked for than a statement may have parameters', async () => {
  const [standing = ''] = await sessionsOf(ana, 1)
  const sids = [...Array.from({ length: 70_000 }, (_, number) => `nobody ${number}`), standing]
  const found = await listLiveSessions(desk.database.db, sids, desk.clock.now())
  expect(found).toEqual([{ sid: standing, id: ana.id, role: 'client', managedClientIds: [], clientIds: [] }])
})
