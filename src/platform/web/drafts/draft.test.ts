import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { draftKey } from './draft-key.ts'
import { createDraft } from './draft.ts'

const Note = z.object({ text: z.string() })

function aStorage(): Storage {
  const kept = new Map<string, string>()
  return {
    get length() {
      return kept.size
    },
    key: (index) => [...kept.keys()][index] ?? null,
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
    clear: () => kept.clear(),
  }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a draft is saved 400 ms after the last key, not before', () => {
  const storage = aStorage()
  const draft = createDraft<{ text: string }>(draftKey('u1', 'comment', 't1'), () => storage)
  draft.save({ text: 'a' })
  vi.advanceTimersByTime(399)
  draft.save({ text: 'ab' })
  vi.advanceTimersByTime(399)
  expect(draft.read(Note)).toBeUndefined()
  vi.advanceTimersByTime(1)
  expect(draft.read(Note)).toEqual({ text: 'ab' })
})

test('a draft that still waits is saved when the page is left', () => {
  const storage = aStorage()
  const draft = createDraft<{ text: string }>('k', () => storage)
  draft.save({ text: 'half' })
  draft.flush()
  expect(draft.read(Note)).toEqual({ text: 'half' })
})

test('a draft that was sent stays gone although a save was waiting', () => {
  const storage = aStorage()
  const draft = createDraft<{ text: string }>('k', () => storage)
  draft.save({ text: 'sent' })
  draft.saveNow(undefined)
  vi.advanceTimersByTime(1000)
  expect(storage).toHaveLength(0)
})

test('a draft of another shape is ignored', () => {
  const storage = aStorage()
  storage.setItem('k', '{"text":1}')
  expect(createDraft<{ text: string }>('k', () => storage).read(Note)).toBeUndefined()
  storage.setItem('k', 'not json')
  expect(createDraft<{ text: string }>('k', () => storage).read(Note)).toBeUndefined()
})

test('a draft sent in one tab takes nothing away from a draft typed in another', () => {
  const storage = aStorage()
  const [sending, typing] = [0, 1].map(() => createDraft<{ text: string }>('k', () => storage))
  sending?.saveNow({ text: 'sent' })
  typing?.saveNow({ text: 'typed' })
  sending?.saveNow(undefined)
  expect(typing?.read(Note)).toEqual({ text: 'typed' })
  typing?.saveNow(undefined)
  expect(storage).toHaveLength(0)
})

test('a browser that refuses storage does not stop the work', () => {
  const draft = createDraft<{ text: string }>('k', () => {
    throw new Error('refused')
  })
  draft.saveNow({ text: 'a' })
  expect(draft.read(Note)).toBeUndefined()
})

test('each person, surface and ticket has a draft of its own', () => {
  const keys = [
    draftKey('u1', 'comment', 't1'),
    draftKey('u1', 'comment', 't2'),
    draftKey('u2', 'comment', 't1'),
    draftKey('u1', 'ticket'),
  ]
  expect(new Set(keys).size).toBe(4)
})
