import { setImmediate as turn } from 'node:timers/promises'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chatLive } from '#features/chat/server/live.ts'
import { localBus } from '#platform/server/bus.ts'
import type { LiveMessage } from '#platform/server/log/live-rule.ts'
import { aTicket } from '#test/factories.ts'
import { startApp, type Caller, type TestApp } from '#test/harness.ts'
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

test('who subscribes while a batch is still being told to others misses nothing of it', async () => {
  const { id } = await aTicket(ana)
  let rounds = 0
  const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const bus = localBus()
  const hub = await createHub({
    db: desk.database.db,
    bus,
    clock: desk.clock,
    log: pino({ level: 'silent' }),
    rules: [
      {
        async prepare() {
          rounds++
          // Somebody joins while the first is told, so there is a second round; that one takes long.
          if (rounds === 1) await join(helpdesk)
          if (rounds === 2) {
            reached.resolve()
            await released.promise
          }
          return () => []
        },
      },
      chatLive,
    ],
  })
  async function join(person: Caller) {
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
      ping: () => undefined,
    })
    return { listener, heard }
  }

  const { listener, heard } = await join(ana)
  await helpdesk.post(`/api/tickets/${id}/chat`, { message: 'Hello' })
  bus.wake()
  await reached.promise
  expect(await hub.topics.subscribe(listener, id)).toBe(true)
  released.resolve()
  const chat = () => heard.filter(({ type }) => type === 'chat:message')
  await expect.poll(chat, { timeout: 10_000 }).toHaveLength(1)
  await turn()
  expect(chat()).toHaveLength(1)
  // Nor is anything told twice that needs no subscription.
  expect(heard.filter(({ type }) => type === 'chat:unread')).toHaveLength(1)
  await hub.close()
})
