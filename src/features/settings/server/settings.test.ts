import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type Caller, type TestApp } from '#test/harness.ts'
import type { Settings } from '../contract.ts'

const usual: Settings = {
  ticketColumns: null,
  viewOrder: null,
  density: 'comfortable',
  shortcuts: true,
  smsNotifications: false,
  onlyMyNews: false,
  assignOnReply: true,
  ticketRows: 10,
  ticketExpanded: false,
  queueBeside: true,
  factsBeside: true,
  afterResolving: 'stay',
  getStarted: true,
}

let desk: TestApp
let ada: Caller

beforeAll(async () => {
  desk = await startApp()
  ada = await desk.signedIn('helpdesk')
})
afterAll(() => desk.close())

const settingsOf = async (who: Caller) => (await who.get<Settings>('/api/settings')).body

test('a person who has arranged nothing has the usual columns and shortcuts', async () => {
  expect(await settingsOf(ada)).toEqual(usual)
})

test('each person keeps their settings, and a change of one setting leaves the other alone', async () => {
  const columns = await ada.send('PATCH', '/api/settings', { ticketColumns: ['updated', 'client'] })
  expect([columns.status, columns.body]).toEqual([200, { ...usual, ticketColumns: ['updated', 'client'] }])
  await ada.send('PATCH', '/api/settings', { shortcuts: false })
  expect(await settingsOf(ada)).toEqual({
    ...usual,
    ticketColumns: ['updated', 'client'],
    shortcuts: false,
  })
  expect(await settingsOf(await desk.signedIn('client'))).toEqual({
    ...usual,
  })

  await ada.send('PATCH', '/api/settings', { ticketColumns: null })
  expect(await settingsOf(ada)).toEqual({ ...usual, shortcuts: false })
})

test('rows of lists are kept', async () => {
  const dan = await desk.signedIn('internal')
  for (const change of [{ ticketRows: 25 }, { ticketRows: 'fit' }])
    expect((await dan.send('PATCH', '/api/settings', change)).status).toBe(200)
  expect(await settingsOf(dan)).toEqual({ ...usual, ticketRows: 'fit' })
})

test('an order of views with half a character in it is stored without it', async () => {
  const { status, body } = await ada.send<Settings>('PATCH', '/api/settings', { viewOrder: ['a\ud800'] })
  expect([status, body.viewOrder]).toEqual([200, ['a\ufffd']])
  await ada.send('PATCH', '/api/settings', { viewOrder: null })
})

test('changes of settings in two windows at once are both kept', async () => {
  const bob = await desk.signedIn('internal')
  await Promise.all([
    bob.send('PATCH', '/api/settings', { shortcuts: false }),
    bob.send('PATCH', '/api/settings', { ticketColumns: ['source'] }),
  ])
  expect(await settingsOf(bob)).toEqual({
    ...usual,
    ticketColumns: ['source'],
    shortcuts: false,
  })
})

test.each([
  [{ ticketColumns: ['client', 'client'] }, 'ticketColumns names a column twice'],
  [{ ticketColumns: ['password'] }, 'Ticket columns must be of: '],
  [{ ticketColumns: 'client' }, 'ticketColumns must be a list of columns, or null'],
  [{ viewOrder: 'unassigned' }, 'viewOrder must be a list of the ids of views, or null'],
  [{ viewOrder: ['unassigned', 'unassigned'] }, 'viewOrder names a view twice'],
  [{ viewOrder: Array.from({ length: 201 }, (_, at) => String(at)) }, 'viewOrder names more than 200 views'],
  [{ viewOrder: ['x'.repeat(41)] }, 'view'],
  [{ density: 'tiny' }, 'density must be one of: comfortable, compact'],
  [{ shortcuts: 'off' }, 'shortcuts must be true or false'],
  [{ ticketRows: 20 }, 'ticketRows must be one of: 10, 25, 50, fit'],
  [{ ticketRows: '25' }, 'ticketRows must be one of: 10, 25, 50, fit'],
  [{ getStarted: 'no' }, 'getStarted must be true or false'],
  [{ smsNotifications: 1 }, 'smsNotifications must be true or false'],
  [{ theme: 'dark' }, 'theme'],
])('the settings %j are refused with the field that is wrong', async (change, message) => {
  const { status, body } = await ada.send('PATCH', '/api/settings', change)
  expect([status, String(body['message'])]).toEqual([400, expect.stringContaining(message)])
})

test('a setting that an older version stored in another form counts as never set', async () => {
  const eve = await desk.signedIn('internal')
  await eve.send('PATCH', '/api/settings', { shortcuts: false })
  await desk.database.pool.query('update user_settings set settings = $1 where user_id = $2', [
    { ticketColumns: ['gone'], density: 'gone', shortcuts: false },
    eve.id,
  ])
  expect(await settingsOf(eve)).toEqual({ ...usual, shortcuts: false })
})
