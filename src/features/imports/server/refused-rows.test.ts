import { afterAll, beforeAll, expect, test } from 'vitest'
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
