import { QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '#platform/web/query-client.ts'
import { onViewMessage, viewCountsKey } from './live.ts'

afterEach(() => void vi.useRealTimers())

test('a page counts its views once in three seconds, while tickets and mails change', async () => {
  vi.useFakeTimers()
  const queryClient = createQueryClient()
  const count = vi.fn<() => Promise<object>>(async () => ({}))
  const shown = new QueryObserver(queryClient, { queryKey: viewCountsKey, queryFn: count })
  const leave = shown.subscribe(() => undefined)
  await vi.advanceTimersByTimeAsync(1)
  count.mockClear()
  const listening = { queryClient, viewerId: 'eve', open: () => undefined }
  for (let second = 0; second < 8; second++) {
    for (const type of ['ticket:update', 'inbound:changed']) onViewMessage({ type }, listening)
    await vi.advanceTimersByTimeAsync(1000)
  }
  expect(count).toHaveBeenCalledTimes(3)
  leave()
})
