import { afterEach, beforeEach, expect, test } from 'vitest'
import type { User } from '#features/users/contract.ts'
import type { TicketDetail } from '#features/conversation/contract.ts'
import { startApp, type Caller, type TestApp } from '#test/harness.ts'
import { csv, importing } from '#test/importing.ts'
import { namesOf, phoneOf } from './values.ts'

let desk: TestApp
let root: Caller

beforeEach(async () => {
  desk = await startApp()
  root = await desk.signedIn('super_user')
})
afterEach(() => desk.close())

const { imported } = importing(() => root)

test.each([
  ['Ada Berg', 'Ada', 'Berg'],
  ['Ada van den Berg', 'Ada van den', 'Berg'],
  ['Berg, Ada', 'Ada', 'Berg'],
  ['van den Berg, Ada Maria', 'Ada Maria', 'van den Berg'],
  ['Berg,Ada', 'Ada', 'Berg'],
  ['Berg，Ada', 'Ada', 'Berg'],
  ['Ada Berg, Jr.', 'Ada', 'Berg, Jr.'],
  ['Berg, Ada, MD', 'Ada', 'Berg, MD'],
  ['Berg, Ada (External)', 'Ada', 'Berg (External)'],
  ['Ada Berg [Acme Ltd]', 'Ada', 'Berg [Acme Ltd]'],
  ['Madonna', 'Madonna', ''],
  ['Madonna,', 'Madonna', ''],
  ['Ada\u00a0Berg', 'Ada', 'Berg'],
  ['', '', ''],
])('the name %j is taken apart', (whole, firstName, lastName) => {
  expect(namesOf(whole)).toEqual({ firstName, lastName })
})

test.each([
  ['spaces', `Ada${' '.repeat(200_000)}Berg`],
  ['brackets', `Ada${' ('.repeat(100_000)}Berg`],
])('a name with very many %s takes no time', (_of, whole) => {
  const begun = performance.now()
  namesOf(whole)
  expect(performance.now() - begun).toBeLessThan(1000)
})

test.each([
  ['+49 170 1234567', '+491701234567'],
  ['0049 (170) 123-45/67', '+491701234567'],
  ['+49 (0)170 1234567', '+491701234567'],
  ['0049 (0) 170 1234567', '+491701234567'],
  ['\u202a+1.202.555\u20110100\u202c', '+12025550100'],
  ['tel:+12025550100', '+12025550100'],
  ['＋４９ 170\u00a01234567', '+491701234567'],
  ['[+44] 20 7946 0000', '+442079460000'],
])('the phone number %j is read as %s', (text, number) => {
  expect(phoneOf(text)).toBe(number)
})

test.each(['0170 1234567', 'ask Ann', '+49 170 1234567 ext. 5', '+0123', '12', '+49 170 1234567 / 030 99'])(
  'the text %j is no number in international form',
  (text) => {
    expect(phoneOf(text)).toBeUndefined()
  },
)

const usersLike = async (search: string) =>
  (await root.get<User[]>(`/api/users?search=${encodeURIComponent(search)}`)).body

test('an address book is imported: names with a comma, single names, numbers with spaces, copied addresses', async () => {
  const { rows } = await imported(
    'people',
    csv(
      'Full name;E-mail;Mobile',
      '"Berg, Ada";Ada <ada@book.example>;+49 170 1234567',
      'Madonna;\u202amadonna@book.example\u202c;0049/170/7654321',
      'Jörg Weiß;mailto:joerg@book.example;0170 1234567',
      '\u200b;nobody@book.example;',
    ),
  )
  expect(rows.map(({ outcome, notes }) => [outcome, notes.map(({ field }) => field)])).toEqual([
    ['create', []],
    ['create', []],
    ['create', ['mobileNumber']],
    ['refused', ['firstName']],
  ])
  expect(rows[2]?.notes[0]?.reason).toContain('0170 1234567')
  const users = await usersLike('book.example')
  expect(
    users
      .toSorted((one, other) => one.email.localeCompare(other.email))
      .map(({ email, firstName, lastName, mobileNumber }) => [email, firstName, lastName, mobileNumber]),
  ).toEqual([
    ['ada@book.example', 'Ada', 'Berg', '+491701234567'],
    ['joerg@book.example', 'Jörg', 'Weiß', null],
    ['madonna@book.example', 'Madonna', '', '+491707654321'],
  ])

  const again = await imported(
    'people',
    csv(
      'Full name;E-mail;Mobile',
      '"Berg, Ada";Ada <ada@book.example>;+49 170 1234567',
      'Cher;madonna@book.example;nothing',
      'Jörg Weiß;joerg@book.example;0170 1234567',
    ),
  )
  expect(again.rows.map(({ outcome }) => outcome)).toEqual(['unchanged', 'update', 'unchanged'])
  expect(await usersLike('madonna@book')).toMatchObject([
    { firstName: 'Cher', lastName: '', mobileNumber: '+491707654321' },
  ])
})

test('people are found by their names as other systems write them', async () => {
  await desk.signedIn('internal', { firstName: 'Jörg', lastName: 'Weiß' })
  await desk.signedIn('internal', { firstName: 'Łukasz', lastName: 'O’Neill' })
  await desk.signedIn('internal', { firstName: 'Madonna', lastName: '' })
  const names = ['Jorg Weiss', '"WEISS, JÖRG"', "Lukasz O'Neill", 'Madonna', '\u200bJörg\u00a0Weiß']
  await imported('clients', csv('Name', 'Straßenbau Groß'))
  const { rows } = await imported(
    'tickets',
    csv(
      'Number,Subject,Client,Assignee',
      ...names.map((name, at) => `${at + 1},S,STRASSENBAU GROSS,${name}`),
    ),
  )
  expect(rows.flatMap(({ notes }) => notes)).toEqual([])
  const assigned = await Promise.all(
    names.map(async (_, at) => {
      const { body } = await root.get<TicketDetail>(`/api/tickets/TKT-${String(at + 1).padStart(6, '0')}`)
      return body.assignedTo?.firstName
    }),
  )
  expect(assigned).toEqual(['Jörg', 'Jörg', 'Łukasz', 'Madonna', 'Jörg'])
})
