import { expect, test } from 'vitest'
import { CallError } from '#platform/web/call.ts'
import type { HistoryEntry, Ticket } from '../../contract.ts'
import {
  asChange,
  choiceOf,
  knowing,
  lastSetter,
  onNewerTicket,
  opposite,
  ticketAsItIs,
  wordOf,
  type Choice,
} from './change-choice.ts'

const choice: Choice = {
  field: 'status',
  value: 'resolved',
  assignee: null,
  seen: 'open',
  seenAssignee: null,
}
const ticket = (some: Partial<Ticket>) => some as Ticket

test('a choice is sent as its one field', () => {
  expect(asChange(choice)).toEqual({ status: 'resolved' })
  expect(asChange({ ...choice, field: 'assignedToId', value: null })).toEqual({ assignedToId: null })
  expect(asChange(opposite(choice))).toEqual({ status: 'open', isUndo: true })
  expect(asChange(opposite({ ...choice, field: 'priority', seen: 'low' }))).toEqual({ priority: 'low' })
})

test('a choice keeps the value its person saw, and can be made again with a newer one', () => {
  const [ana, ben] = ['Ana', 'Ben'].map((firstName) => ({
    id: firstName,
    firstName,
    lastName: 'X',
    profileImageUrl: null,
  }))
  const seen = ticket({ assignedToId: 'Ana', assignedTo: ana! })
  const given = choiceOf(seen, 'assignedToId', 'Ben', ben)
  expect(given).toMatchObject({ value: 'Ben', assignee: ben, seen: 'Ana', seenAssignee: ana })
  expect(knowing(given, ticket({ assignedToId: null, assignedTo: null }))).toMatchObject({
    value: 'Ben',
    seen: null,
    seenAssignee: null,
  })
})

test('a field reads as words', () => {
  const some = ticket({ status: 'progress', priority: 'low', assignedTo: null })
  expect(wordOf('status', some)).toBe('In Progress')
  expect(wordOf('priority', some)).toBe('Low')
  expect(wordOf('assignedToId', some)).toBe('Unassigned')
})

test('taking a choice back twice gives the choice', () => {
  expect(opposite(choice)).toMatchObject({ value: 'open', seen: 'resolved' })
  expect(opposite(opposite(choice))).toEqual(choice)
})

test('a choice is sent again when only other fields have changed', () => {
  expect(onNewerTicket(choice, ticket({ status: 'open', priority: 'low' }))).toBe('send')
})

test('a choice that somebody else has made already is not sent', () => {
  expect(onNewerTicket(choice, ticket({ status: 'resolved' }))).toBe('done')
})

test('a person is asked when somebody else set the field to a third value', () => {
  expect(onNewerTicket(choice, ticket({ status: 'testing' }))).toBe('ask')
})

test('only a refusal for an outdated version carries the current ticket', () => {
  expect(ticketAsItIs(new CallError(500, '{"current":{}}'))).toBeUndefined()
  expect(ticketAsItIs(new CallError(412, '{"message":"x"}'))).toBeUndefined()
  expect(ticketAsItIs(new TypeError('x'))).toBeUndefined()
})

test('the history says who set a field last', () => {
  const person = (firstName: string) => ({ id: firstName, firstName, lastName: 'X', profileImageUrl: null })
  const entry = (firstName: string, field: 'status' | 'assignedTo'): HistoryEntry => ({
    id: firstName,
    at: '2026-01-01T00:00:00.000Z',
    by: person(firstName),
    what: 'changed',
    changes: [{ field, from: null, to: 'a' }],
    files: [],
    isInternal: false,
  })
  const history = [entry('Ana', 'status'), entry('Ben', 'status'), entry('Cleo', 'assignedTo')]
  expect(lastSetter(history, 'status')).toBe('Ben X')
  expect(lastSetter(history, 'assignedToId')).toBe('Cleo X')
  expect(lastSetter(history, 'priority')).toBeUndefined()
})
