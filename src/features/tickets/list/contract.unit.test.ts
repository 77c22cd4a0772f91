import { expect, test } from 'vitest'
import type { Ticket } from '../contract.ts'
import { joinValues, letsThrough, passesFilter, TicketFilter, valuesIn } from './contract.ts'

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

test('a filter by values is told from the ticket, and another is left to the server', () => {
  const ticket: Partial<Ticket> = { status: 'open', priority: 'low', assignedToId: null, turn: null }
  const passes = (filter: TicketFilter) => passesFilter(filter, ticket as Ticket)
  expect(passes({})).toBe(true)
  expect(passes({ status: 'unresolved', priority: 'low,high', assignedToId: 'unassigned' })).toBe(true)
  expect(passes({ status: 'unresolved', turn: 'us' })).toBe(false)
  expect(passes({ status: 'closed', search: 'printer' })).toBe(false)
  expect(passes({ status: 'open', search: 'printer' })).toBeUndefined()
  expect(passes({ ageFilter: 'today' })).toBeUndefined()
})
