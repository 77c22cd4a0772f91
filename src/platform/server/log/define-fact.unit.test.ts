import { expect, test } from 'vitest'
import { z } from 'zod'
import { defineFact, UnreadableFact } from './define-fact.ts'
import { anyOf, readAll } from './fact.ts'
import type { LogEntry } from './log-entry.ts'
import type { Work } from '../work.ts'

const payload = z.object({ width: z.number(), name: z.string().optional(), secret: z.string().optional() })
const opened = defineFact('door.opened', {
  about: 'door',
  heading: () => 'Doors',
  says: () => 'Opened a door',
  isPublic: 'sometimes',
  payload,
  untold: ['secret'],
  subjectName: 'name',
})
const closed = defineFact('door.closed', {
  about: 'ticket',
  heading: () => 'Doors',
  says: () => 'Rang',
  isPublic: true,
})

const entry = (type: string, data: unknown): LogEntry => ({
  position: 7,
  publicPosition: null,
  type,
  ticketId: null,
  subjectId: 'door 1',
  actorId: null,
  ip: null,
  data,
  at: new Date(0),
})

test('an announcement has the declared fields, and no others of the object it is made from', () => {
  const row = { width: 80, colour: 'red' }
  expect(opened({ actorId: 'ana', subjectId: 'door 1', isPublic: true, data: row })).toMatchObject({
    type: 'door.opened',
    isPublic: true,
    actorId: 'ana',
    subjectId: 'door 1',
    data: { width: 80 },
  })
  expect(opened({ actorId: 'ana', subjectId: null, isPublic: false, data: row }).data).toEqual({ width: 80 })
  expect(closed({ actorId: null, ticketId: 'one' })).toMatchObject({ isPublic: true, data: {} })
})

test('an undeclared fact, or one with another payload, cannot be announced', () => {
  const announce: Work['announce'] = () => undefined
  // @ts-expect-error made by hand
  announce({ type: 'door.opened', isPublic: true, actorId: null, data: {} })
  // @ts-expect-error no width
  expect(() => opened({ actorId: null, subjectId: null, isPublic: true, data: {} })).toThrow(z.ZodError)
  // @ts-expect-error about no ticket
  expect(closed({ actorId: null }).ticketId).toBeUndefined()
})

test('an entry is read as its fact, and parsed once', () => {
  const one = entry('door.opened', { width: 80, colour: 'red' })
  const fact = opened.read(one)
  expect(fact).toEqual({ ...one, data: { width: 80 } })
  expect(opened.read(one)).toBe(fact)
  expect(closed.read(one)).toBeUndefined()
})

test('an unreadable entry names the field and not its content', () => {
  const read = () => opened.read(entry('door.opened', { width: 'a secret' }))
  expect(read).toThrow(UnreadableFact)
  expect(read).toThrow('the entry 7 of the log is no door.opened: width: invalid_type')
  expect(() => opened.read(entry('door.opened', null))).toThrow(/: payload: invalid_type$/)
})

test('several facts are read as one; an unreadable entry is skipped and reported', () => {
  const doors = anyOf(opened, closed)
  expect(doors.types).toEqual(['door.opened', 'door.closed'])
  expect(doors.read(entry('window.opened', {}))).toBeUndefined()
  expect(doors.kindOf({ type: 'door.opened' })?.told).toEqual(['width'])
  const said: unknown[] = []
  const log = { error: (...what: unknown[]) => void said.push(what) }
  const entries = [entry('door.opened', null), entry('window.opened', null), entry('door.closed', {})]
  expect(readAll(doors, entries, log).map(({ type }) => type)).toEqual(['door.closed'])
  expect(said).toEqual([
    [
      { err: expect.any(UnreadableFact), position: 7, type: 'door.opened' },
      'an event cannot be read and is passed over',
    ],
  ])
})
