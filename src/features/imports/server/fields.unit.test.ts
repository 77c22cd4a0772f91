import { expect, test } from 'vitest'
import { importFieldsOf, importKinds } from '../fields/contract.ts'
import { guessColumns } from './guess.ts'

const all = importKinds.flatMap((kind) => importFieldsOf(kind))

test('a field that several kinds have is called the same everywhere', () => {
  expect(new Set(all.map(({ name, label }) => `${name}: ${label()}`)).size).toBe(
    new Set(all.map(({ name }) => name)).size,
  )
})

test('the names of all fields of a kind match themselves', () => {
  for (const kind of importKinds) {
    const names = importFieldsOf(kind).map(({ name }) => name)
    expect([kind, guessColumns(kind, names)]).toEqual([
      kind,
      Object.fromEntries(names.map((name, at) => [name, at])),
    ])
  }
})

test('headings of other systems are matched by likelihood', () => {
  expect(guessColumns('tickets', ['Issue key', 'Summary', 'Reporter', 'Severity', 'Erstellt am'])).toEqual({
    externalId: 0,
    subject: 1,
    requester: 2,
    priority: 3,
    createdAt: 4,
  })
  expect(guessColumns('comments', ['Author', 'Author Email', 'Issue', 'Body'])).toEqual({
    author: 1,
    ticket: 2,
    content: 3,
  })
})
