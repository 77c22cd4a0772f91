import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TicketDetail } from '#features/conversation/contract.ts'
import { aTicket } from '#test/factories.ts'
import { startApp, type Caller, type TestApp } from '#test/harness.ts'
import { csv, importing } from '#test/importing.ts'

let desk: TestApp
let root: Caller

beforeAll(async () => {
  desk = await startApp()
  root = await desk.signedIn('super_user')
})
afterAll(() => desk.close())

const { imported } = importing(() => root)

test('a row without a column of ids is refused for what it does not say', async () => {
  const files = [
    ['clients', csv('Name,Phone', ',1'), 'Name is required'],
    ['people', csv('Email,First name', ',Ana'), 'Email is required'],
    [
      'people',
      csv('Email,First name,Last name', 'a@b.invalid,Ana,Berg'),
      'Addresses that end in .invalid are reserved',
    ],
    ['products', csv('Name,Version', ',1'), 'Name is required'],
    ['tickets', csv('Number,Subject', ',Hot'), 'Number is required'],
    [
      'tickets',
      csv('Number,Subject', 'ZD-4,Hot'),
      'Number: “ZD-4” is no number such as 4711 or TKT-004711, of at most nine digits',
    ],
    ['tickets', csv('id,Subject', ',Hot'), 'External ID is required'],
  ] as const
  for (const [kind, text, reason] of files) {
    const { rows } = await imported(kind, text)
    expect(rows).toMatchObject([{ outcome: 'refused', notes: [{ reason }] }])
  }
})

test('comments reach by its number no ticket but the one whose row said it', async () => {
  const native = await aTicket(root)
  const taken = Number(native.ticketNumber.slice('TKT-'.length))
  await imported('clients', csv('Name', 'Mill Ltd'))
  const comments = async (...tickets: (string | number)[]) => {
    const lines = tickets.map((said) => `${said},About ${said}`)
    return (await imported('comments', csv('Ticket,Comment', ...lines))).rows.map(({ outcome }) => outcome)
  }
  expect(await comments(taken, native.ticketNumber)).toEqual(['refused', 'refused'])

  const withIds = csv('id,Number,Subject,Client', `T-1,${taken},First,Mill Ltd`, 'T-2,4711,Second,Mill Ltd')
  const [first] = (await imported('tickets', withIds)).rows
  // Its own number is that of another ticket here, and the one it got may be that of another there.
  expect(await comments(taken, first!.label)).toEqual(['refused', 'refused'])
  expect(await comments('T-1', 'T-2', 4711, '#4711', 'TKT-004711')).toEqual(Array(5).fill('create'))

  const [third] = (await imported('tickets', csv('Number,Subject,Client', `#${taken},Third,Mill Ltd`))).rows
  expect(await comments(taken)).toEqual(['create'])
  const contents = async (number: string) =>
    (await root.get<TicketDetail>(`/api/tickets/${number}`)).body.comments.map(({ content }) => content)
  expect(await contents(native.ticketNumber)).toEqual([])
  expect(await contents(first!.label)).toEqual(['About T-1'])
  expect(await contents(third!.label)).toEqual([`About ${taken}`])
  expect(await contents('TKT-004711')).toHaveLength(4)
})

test('no row that cannot be read, and none whose ticket is here, moves the numbers that are given next', async () => {
  await imported('clients', csv('Name', 'Oven Ltd'))
  await imported('tickets', csv('id,Number,Subject,Client', 'N-1,700,Hot,Oven Ltd'))
  const { rows } = await imported(
    'tickets',
    csv('id,Number,Subject,Client', 'N-1,900000,Cold,Oven Ltd', 'N-2,800000,Cold,Oven Ltd,too much'),
  )
  expect(rows.map(({ outcome }) => outcome)).toEqual(['update', 'refused'])
  expect(Number((await aTicket(root)).ticketNumber.slice('TKT-'.length))).toBeLessThan(800_000)
})

test('refused rows with more cells than headings are handed back with all that stood in them', async () => {
  const done = await imported(
    'clients',
    csv('id,Name,Address', 'M-1,Mills,Mill Lane, 3, Kettering', 'M-2,,High Street,,', 'M-3'),
  )
  expect(done.counts).toMatchObject({ create: 0, refused: 3 })
  const { body } = await root.get<string>(`/api/imports/${done.id}/refused`)
  expect(
    body
      .trim()
      .split('\r\n')
      .map((line) => line.replace(/,[^,]*$/, '')),
  ).toEqual(['id,Name,Address', 'M-1,Mills,"Mill Lane, 3, Kettering"', 'M-2,,High Street', 'M-3,,'])
})
