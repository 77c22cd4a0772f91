import { expect, test } from 'vitest'
import { addressWords, differingReplyTo, namesIn } from './words.ts'

test('a display name is split into first and last name, in either order', () => {
  expect(namesIn('Ana Berg')).toEqual({ firstName: 'Ana', lastName: 'Berg' })
  expect(namesIn('Berg, Ana Maria')).toEqual({ firstName: 'Ana Maria', lastName: 'Berg' })
  expect(namesIn('Ana Maria Berg')).toEqual({ firstName: 'Ana Maria', lastName: 'Berg' })
  expect(namesIn('Ana')).toEqual({ firstName: 'Ana', lastName: '' })
  expect(namesIn(' , ')).toEqual({ firstName: '', lastName: '' })
})

test('an address is written with its name, and without where it has none', () => {
  expect(addressWords({ name: 'Ana', address: 'ana@example.com' })).toBe('Ana <ana@example.com>')
  expect(addressWords({ name: '', address: 'ana@example.com' })).toBe('ana@example.com')
  expect(addressWords({ name: 'Ana', address: '' })).toBe('Ana')
})

test('only a Reply-To other than the sender differs', () => {
  const from = { name: 'Ana', address: 'ana@example.com' }
  const other = { name: '', address: 'eve@example.com' }
  expect(differingReplyTo({ from, replyTo: [{ name: '', address: 'Ana@Example.com' }, other] })).toEqual([
    other,
  ])
  expect(differingReplyTo({ from: null, replyTo: [other] })).toEqual([other])
})
