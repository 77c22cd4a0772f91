import { expect, test } from 'vitest'
import type { HistoryEntry } from '#features/tickets/contract.ts'
import { outlineOf, outlinesOf, sentenceOf, wordsOf } from './history-words.ts'

const entry = (some: Partial<HistoryEntry>): HistoryEntry => ({
  id: '1',
  at: '2026-01-01T00:00:00.000Z',
  by: null,
  what: 'changed',
  changes: [],
  files: [],
  isInternal: false,
  ...some,
})

test('an entry of the history reads as the end of a sentence', () => {
  expect(sentenceOf(entry({ what: 'created' }))).toBe('submitted the ticket')
  expect(sentenceOf(entry({ what: 'commented' }))).toBe('commented')
  expect(sentenceOf(entry({ what: 'attached', files: ['a.txt', 'b.png'] }))).toBe('attached a.txt and b.png')
  expect(sentenceOf(entry({ what: 'removed', files: ['a.txt'] }))).toBe('removed a.txt')
  expect(sentenceOf(entry({ what: 'commented', isInternal: true }))).toBe('added an internal comment')
  const changes: HistoryEntry['changes'] = [
    { field: 'status', from: 'open', to: 'testing' },
    { field: 'assignedTo', from: null, to: 'Ana X' },
  ]
  expect(sentenceOf(entry({ changes }))).toBe('changed status and assigned this to Ana X')
  expect(outlineOf(entry({ changes }))).toBe('changed status to Testing and assigned this to Ana X')
})

test('an entry tells who has the ticket now, and whose move is next', () => {
  const change = (one: HistoryEntry['changes'][number]) => outlineOf(entry({ changes: [one] }))
  const assigned = { field: 'assignedTo', from: 'Bo Y' } as const
  expect(change({ ...assigned, to: 'Ana X', isSelf: true })).toBe('took this ticket')
  expect(change({ ...assigned, to: 'Ana X', isSelf: false })).toBe('assigned this to Ana X')
  expect(change({ ...assigned, to: null, isSelf: false })).toBe('unassigned this ticket')
  expect(change({ field: 'turn', from: 'us', to: 'client' })).toBe('set this to “Waiting for client”')
})

test('news of several entries tell each deed once, and of each field where it ended', () => {
  const status = (from: string, to: string) => entry({ changes: [{ field: 'status', from, to }] })
  const comment = entry({ what: 'commented' })
  expect(outlinesOf([status('open', 'testing'), comment, status('testing', 'open'), comment])).toEqual([
    'commented',
    'changed status to Open',
  ])
})

test('the values in the history read as people know them', () => {
  expect(wordsOf('status', 'progress')).toBe('In Progress')
  expect(wordsOf('priority', 'critical')).toBe('Critical')
  expect(wordsOf('assignedTo', null)).toBe('Unassigned')
  expect(wordsOf('assignedTo', 'open')).toBe('open')
})

test('an automatic mail is a sentence with its sender and the last day of an absence', () => {
  const told = (some: Partial<NonNullable<HistoryEntry['mail']>>) =>
    sentenceOf(
      entry({
        what: 'mail',
        mail: { id: 'm', kind: 'out-of-office', from: 'ana@meridian.test', until: null, count: 1, ...some },
      }),
    )
  expect(told({})).toBe('ana@meridian.test is away')
  expect(told({ until: '2026-12-01' })).toMatch(/^ana@meridian\.test is away until Tue\b.*\bDec\b/)
  expect(told({ kind: 'bounce' })).toBe('ana@meridian.test reports that an email did not arrive')
  expect(told({ kind: 'list', from: null })).toBe('Automatic email from an erased address')
  expect(told({ kind: 'held', count: 9 })).toBe('Held back 9 emails: too many alike')
})
