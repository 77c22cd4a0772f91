import { expect, test } from 'vitest'
import { createOnceKey } from './once-key.ts'

test('the same content uses the same key', () => {
  const once = createOnceKey()
  expect(once.keyFor({ subject: 'a' })).toBe(once.keyFor({ subject: 'a' }))
})

test('other content has another key, because the server refuses one key for two', () => {
  const once = createOnceKey()
  expect(once.keyFor({ subject: 'a' })).not.toBe(once.keyFor({ subject: 'b' }))
})

test('failed content keeps its key while others are sent', () => {
  const once = createOnceKey()
  const first = once.keyFor({ subject: 'a' })
  once.keyFor({ subject: 'b' })
  once.renew({ subject: 'b' })
  expect(once.keyFor({ subject: 'a' })).toBe(first)
})

test('after it was accepted the same words are a new thing', () => {
  const once = createOnceKey()
  const first = once.keyFor({ subject: 'a' })
  once.renew({ subject: 'a' })
  expect(once.keyFor({ subject: 'a' })).not.toBe(first)
})
