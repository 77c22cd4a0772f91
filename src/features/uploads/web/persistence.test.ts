import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CallError } from '#platform/web/call.ts'
import { isWorthRepeating, persistently } from './persistence.ts'

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('navigator', { onLine: true })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a call without an answer, or to a busy or broken server, is repeated; a refused one is not', () => {
  for (const status of [0, 408, 409, 418, 423, 429, 500, 502, 503, 504, 507, 599])
    expect([status, isWorthRepeating(status)]).toEqual([status, true])
  for (const status of [400, 401, 403, 404, 413, 415, 501, 505])
    expect([status, isWorthRepeating(status)]).toEqual([status, false])
})

test('a call is repeated at once, after one, three and five seconds, and then given up', async () => {
  const begun = Date.now()
  const at: number[] = []
  const failing = persistently(async () => {
    at.push(Date.now() - begun)
    throw new CallError(503, '')
  })
  const ended = failing.catch((error: unknown) => error)
  await vi.runAllTimersAsync()
  expect(await ended).toMatchObject({ status: 503 })
  expect(at).toEqual([0, 0, 1000, 4000, 9000])
})

test('a call without a connection waits until there is one, however long that takes', async () => {
  const waiting = new EventTarget()
  vi.stubGlobal('window', waiting)
  vi.stubGlobal('navigator', { onLine: false })
  let attempts = 0
  const sent = persistently(async () => {
    if (++attempts === 1) throw new CallError(0, '')
    return 'done'
  })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(attempts).toBe(1)
  waiting.dispatchEvent(new Event('online'))
  expect(await sent).toBe('done')
})
