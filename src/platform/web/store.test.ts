import { expect, test, vi } from 'vitest'
import { createStore } from './store.ts'

test('a store tells its subscribers of a change, and only of a change', () => {
  const store = createStore(1)
  const hear = vi.fn<() => void>()
  const end = store.subscribe(hear)
  store.set(1)
  expect(hear).not.toHaveBeenCalled()
  store.set(2)
  expect(hear).toHaveBeenCalledTimes(1)
  expect(store.get()).toBe(2)
  end()
  store.set(3)
  expect(hear).toHaveBeenCalledTimes(1)
})

test('the source of a store runs from the first subscription to the end of the last', () => {
  const stop = vi.fn<() => void>()
  const start = vi.fn<() => () => void>(() => stop)
  const { subscribe } = createStore('', start)
  const ends = [subscribe(() => undefined), subscribe(() => undefined)]
  expect(start).toHaveBeenCalledTimes(1)
  ends[0]?.()
  ends[0]?.()
  expect(stop).not.toHaveBeenCalled()
  ends[1]?.()
  expect(stop).toHaveBeenCalledTimes(1)
  subscribe(() => undefined)
  expect(start).toHaveBeenCalledTimes(2)
})
