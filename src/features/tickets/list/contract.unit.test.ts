import { expect, test } from 'vitest'
import { joinValues, letsThrough, TicketFilter, valuesIn } from './contract.ts'

test('several values are one text, whatever their order and however often they are named', () => {
  const status = (given: string) => TicketFilter.shape.status.parse(given)
  expect(status('open')).toBe('open')
  expect(status('closed,open,open')).toBe('open,closed')
  expect(status(' closed , open')).toBe('open,closed')
  expect(status('testing,progress,open')).toBe('unresolved')
  expect(status('closed,testing,unresolved')).toBe('unresolved,closed')
  expect(TicketFilter.shape.priority.parse('critical,low')).toBe('low,critical')
})

test('unresolved lets through what is open, in progress or in testing', () => {
  expect(valuesIn('unresolved,closed')).toEqual(['open', 'progress', 'testing', 'closed'])
  expect(letsThrough(undefined, 'closed')).toBe(true)
  expect(letsThrough('unresolved', 'testing')).toBe(true)
  expect(letsThrough('unresolved', 'resolved')).toBe(false)
  expect(letsThrough('open,resolved', 'resolved')).toBe(true)
})

test('values of filters other than the status stay as they are named', () => {
  expect(joinValues(['b', 'a'])).toBe('a,b')
})
