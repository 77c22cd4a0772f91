import { expect, test } from 'vitest'
import { z } from 'zod'
import { describeIssues } from './errors.ts'
import { Id } from './fields.ts'

const Body = z.strictObject({
  name: z.string(),
  size: z.int().max(10),
  isOpen: z.boolean(),
  kind: z.enum(['one', 'two']),
  parts: z.array(z.object({ id: Id, at: z.iso.datetime() })).max(2),
  code: z.string().min(3).max(5),
  exact: z.literal('yes'),
  address: z.url(),
  either: z.discriminatedUnion('type', [z.object({ type: z.literal('a') })]),
  shape: z.string().regex(/^x+$/),
  own: z.string({ error: 'Please say who you are.' }),
})
const sound = {
  name: 'a',
  size: 1,
  isOpen: true,
  kind: 'one',
  parts: [],
  code: 'abc',
  exact: 'yes',
  address: 'https://example.com',
  either: { type: 'a' },
  shape: 'x',
  own: 'me',
}

test.each([
  [{ name: 5 }, 'name must be text'],
  [{ name: undefined }, 'name is required'],
  [{ size: '1' }, 'size must be a number'],
  [{ size: 1.5 }, 'size must be a whole number'],
  [{ size: 11 }, 'size must be at most 10'],
  [{ isOpen: 'yes' }, 'isOpen must be true or false'],
  [{ kind: 'three' }, 'kind must be one of one, two'],
  [{ parts: {} }, 'parts must be a list'],
  [{ parts: [{ id: 'x', at: '2026-01-31T09:30:00Z' }] }, 'parts.0.id must be an id'],
  [
    { parts: [{ id: crypto.randomUUID(), at: 'now' }] },
    'parts.0.at must be a time such as 2026-01-31T09:30:00Z',
  ],
  [{ parts: [1, 2, 3] }, 'parts must have at most 2 entries'],
  [{ code: 'ab' }, 'code must have at least 3 characters'],
  [{ exact: 'no' }, 'exact must be yes'],
  [{ address: 'x' }, 'address must be a web address'],
  [{ either: { type: 'b' } }, 'either.type is not valid'],
  [{ shape: 'y' }, 'shape is not written as it has to be'],
  [{ own: 5 }, 'Please say who you are.'],
  [{ more: 1 }, 'more is not a known field'],
  [{ more: 1, again: 2 }, 'more, again are not known fields'],
])('the issues of %j are told in a sentence', (change, sentence) => {
  const { error } = Body.safeParse({ ...sound, ...change })
  const { message, issues } = describeIssues(error?.issues ?? [])
  const told = [message, ...issues.map((issue) => issue.message)]
  expect(told).toContain(sentence)
  expect(told.join()).not.toMatch(/expected|received|Invalid|Too (big|small)|Unrecognized|pattern/)
})

test('a body that is no object is named, too', () => {
  expect(describeIssues(Body.safeParse('words').error?.issues ?? []).message).toBe(
    'The input must be an object',
  )
})
