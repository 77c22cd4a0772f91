import { expect, test } from 'vitest'
import { threadAfter } from './references.ts'

const root = 'ticket-1@desk.example'
const numbered = (count: number) => Array.from({ length: count }, (_, at) => `${at}@ana.example`)

test('the first mail about a ticket answers its root', () => {
  expect(threadAfter(root, [])).toEqual({ inReplyTo: root, references: [root] })
})

test('at most twenty ids are referred to: the root, the first mail and the latest ones', () => {
  for (const count of [1, 2, 18, 19, 20, 500]) {
    const known = numbered(count)
    const { inReplyTo, references } = threadAfter(root, known)
    expect(references).toHaveLength(Math.min(count, 19) + 1)
    expect(references.slice(0, 2)).toEqual([root, '0@ana.example'])
    expect([inReplyTo, references.at(-1)]).toEqual([known.at(-1), known.at(-1)])
  }
})

test.each(['', 'a b@c', 'a\r\nBcc: all@example.com', '<a@b>', 'ä@b', `${'x'.repeat(250)}@b`])(
  'the received id %j reaches no header',
  (id) => {
    expect(threadAfter(root, ['a@b', id])).toEqual({ inReplyTo: 'a@b', references: [root, 'a@b'] })
  },
)
