import pino from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createPostgresDatabase } from '#test/database.ts'
import { SilentProxy, targetOf, through } from '#test/services/silent-proxy.ts'
import { postgresBus, type Bus } from './bus.ts'

const log = pino({ level: 'silent' })
let database: Awaited<ReturnType<typeof createPostgresDatabase>>
let proxy: SilentProxy
let behind: Bus
let direct: Bus

beforeAll(async () => {
  database = await createPostgresDatabase()
  proxy = await SilentProxy.open(targetOf(database.url))
  behind = await postgresBus(through(proxy, database.url), log, { askEveryMs: 100, answerWithinMs: 400 })
  direct = await postgresBus(database.url, log)
})
afterAll(async () => {
  await behind?.close()
  await direct?.close()
  await proxy?.close()
  await database?.drop()
})

/** Says something until the other hears it; what is said of the moment may be lost, so people say it again. */
async function untilHeard(from: Bus, to: Bus): Promise<void> {
  const word = { type: 'hello', number: Math.random() }
  const heard: unknown[] = []
  to.onMessage((message) => heard.push(message))
  await vi.waitFor(
    () => {
      from.publish(word)
      expect(heard).toContainEqual(word)
    },
    { timeout: 15_000, interval: 100 },
  )
}

test('nodes hear each other again after a connection has silently died', async () => {
  await untilHeard(behind, direct)
  await untilHeard(direct, behind)
  expect(proxy.silence()).toBe(1)
  await untilHeard(direct, behind)
  await untilHeard(behind, direct)
})

test('nodes stop at once even when their connection has silently died', async () => {
  const bus = await postgresBus(through(proxy, database.url), log)
  proxy.silence()
  expect(await bus.close()).toBeUndefined()
})
