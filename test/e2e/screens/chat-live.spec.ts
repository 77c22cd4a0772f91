import type { Page } from '@playwright/test'
import { aTicket } from '#test/factories.ts'
import type { TestApp } from '#test/harness.ts'
import { joined } from '#test/socket.ts'
import {
  boxOf,
  dotsOf,
  listenToSocket,
  lost,
  notesOf,
  openChat,
  panelOf,
  rowsOf,
  rowWith,
  say,
  showChat,
  stubNotifications,
  textsOf,
} from '#test/browser/chat.ts'
import { expect, test } from '#test/browser/desk.ts'
import { isLive, look, stopTime } from '#test/browser/steps.ts'

const cutAll = ({ app }: TestApp) => app.websocketServer.clients.forEach((socket) => socket.terminate())
const tellAll = ({ app }: TestApp, message: object) =>
  app.websocketServer.clients.forEach((socket) => socket.send(JSON.stringify(message)))
const enable = (page: Page) => panelOf(page).getByRole('button', { name: 'Enable notifications' })

for (const [kind, error] of [
  ['with words', { type: 'error', message: 'Something is wrong.' }],
  ['without words', { type: 'error' }],
] as const)
  test(`an error of the socket ${kind} counts as disconnected, until the connection has been made anew`, async ({
    desk,
    person,
  }) => {
    const client = await person('client', { path: null })
    const { id } = await aTicket(client.api)
    await client.page.clock.install()
    await openChat(client, id)
    await stopTime(client.page)
    tellAll(desk, error)
    await expect(panelOf(client.page)).toContainText('Disconnected')
    await expect(panelOf(client.page)).toContainText(lost)
    await client.page.clock.runFor(3000)
    await client.page.clock.resume()
    await expect(panelOf(client.page)).toContainText('Connected')
    await expect(boxOf(client.page)).toBeEnabled()
  })

test('the dots of a person who stops typing without a signal are gone after three seconds', async ({
  desk,
  person,
}) => {
  const client = await person('client', { path: null })
  const helpdesk = await desk.signedIn('helpdesk')
  const { id } = await aTicket(client.api)
  const { clock } = client.page
  await clock.install()
  await openChat(client, id)
  const socket = await joined(desk.url, helpdesk)
  socket.send({ type: 'ticket:subscribe', ticketId: id })
  await socket.hearsType('ticket:subscribed')
  const dots = dotsOf(client.page)
  await stopTime(client.page)
  socket.send({ type: 'user:typing', ticketId: id, userId: helpdesk.id })
  await expect(dots).toBeVisible()
  await clock.runFor(2900)
  await expect(dots).toBeVisible()
  await clock.runFor(100)
  await expect(dots).toHaveCount(0)
  socket.send({ type: 'user:typing', ticketId: id, userId: helpdesk.id })
  await expect(dots).toBeVisible()
  socket.send({ type: 'user:stop_typing', ticketId: id, userId: helpdesk.id })
  // No time has passed.
  await expect(dots).toHaveCount(0)
  await socket.close()
})

test('a message makes a desktop notification only while nobody looks at the page', async ({
  desk,
  person,
}) => {
  const client = await person('client', { path: null })
  const helpdesk = await desk.signedIn('helpdesk', { firstName: 'Hedda', lastName: 'Desk' })
  const { id } = await aTicket(client.api)
  const { page } = client
  await stubNotifications(page, 'granted')
  await page.clock.install()
  await openChat(client, id)
  await stopTime(page)
  await expect(enable(page)).toHaveCount(0)
  await look(page, { hidden: false, focused: true })
  await say(helpdesk, id, 'Seen')
  // The cache tells what it holds a moment later.
  await expect(async () => {
    await page.clock.runFor(50)
    await expect(rowWith(page, 'Seen')).toBeVisible({ timeout: 200 })
  }).toPass()
  expect(await notesOf(page)).toEqual([])

  await look(page, { hidden: true, focused: false })
  const long = await say(helpdesk, id, 'x'.repeat(80))
  const exact = await say(helpdesk, id, 'y'.repeat(50))
  await say(client.api, id, 'My own')
  await look(page, { hidden: false, focused: false })
  const unfocused = await say(helpdesk, id, 'Unfocused')
  await expect.poll(async () => (await notesOf(page)).length).toBe(3)
  expect((await notesOf(page)).map(({ title, body, tag }) => ({ title, body, tag }))).toEqual(
    [
      [long, `${'x'.repeat(50)}...`],
      [exact, 'y'.repeat(50)],
      [unfocused, 'Unfocused'],
    ].map(([message, body]) => ({
      title: 'New Message from Hedda Desk',
      body,
      tag: `chat-${id}-${(message as { id: string }).id}`,
    })),
  )
  await page.clock.runFor(6000)
  expect((await notesOf(page)).map(({ closedAfter }) => closedAfter)).toEqual([5000, 5000, 5000])
})

test('the button for notifications is there only while they are undecided, and they are never asked for without it', async ({
  desk,
  person,
}) => {
  const client = await person('client', { path: null })
  const helpdesk = await desk.signedIn('helpdesk')
  const { id } = await aTicket(client.api)
  const { page } = client
  await stubNotifications(page, 'default')
  await openChat(client, id)
  await look(page, { hidden: true, focused: false })
  await say(helpdesk, id, 'Not yet allowed')
  await expect(rowWith(page, 'Not yet allowed')).toBeVisible()
  expect(await notesOf(page)).toEqual([])
  await enable(page).click()
  await expect(enable(page)).toHaveCount(0)
  await say(helpdesk, id, 'Allowed')
  await expect.poll(async () => (await notesOf(page)).length).toBe(1)

  for (const state of ['denied', 'missing']) {
    const other = { page: await client.context.newPage() }
    if (state === 'denied') await stubNotifications(other.page, 'denied')
    else await other.page.addInitScript(() => Reflect.deleteProperty(window, 'Notification'))
    await openChat(other, id)
    await expect(enable(other.page)).toHaveCount(0)
    await look(other.page, { hidden: true, focused: false })
    await say(helpdesk, id, `While ${state}`)
    await expect(rowWith(other.page, `While ${state}`)).toBeVisible()
  }
})

test('a person who leaves a ticket while typing, or walks through tickets quickly, stays connected', async ({
  person,
}) => {
  const helpdesk = await person('helpdesk', { path: null })
  const ids = []
  for (let place = 0; place < 8; place++)
    ids.push((await aTicket(helpdesk.api, { subject: `Walk ${place}` })).id)
  const { page } = helpdesk
  const said = listenToSocket(page)
  await page.goto('/tickets')
  await page.getByRole('link', { name: 'Walk 7', exact: true }).click()
  await expect.poll(() => said.of('ticket:subscribe').length).toBe(1)
  await showChat(page)
  await boxOf(page).pressSequentially('a')
  await expect.poll(() => said.of('user:typing').length).toBe(1)
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await expect.poll(() => said.of('ticket:unsubscribe').length).toBe(1)
  const lastSaid = said.frames.map(({ type }) => type).filter((type) => /stop_typing|unsubscribe/.test(type))
  expect(lastSaid).toEqual(['user:stop_typing', 'ticket:unsubscribe'])

  await page.getByRole('link', { name: 'Walk 7', exact: true }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  for (let next = 6; next >= 1; next--) {
    await page.keyboard.press(']')
    await expect(page.getByRole('dialog')).toContainText(`Walk ${next}`)
  }
  // Only of the ticket at which one stays.
  await expect.poll(() => said.of('ticket:viewing').at(-1)?.ticketId).toBe(ids[1])
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await isLive(page)
  expect(said.addresses).toHaveLength(1)
})

test('a chat joins, subscribes, says when it is cut off, comes back after three seconds and has missed nothing', async ({
  desk,
  person,
}) => {
  const client = await person('client', { path: null })
  const helpdesk = await desk.signedIn('helpdesk')
  const { id } = await aTicket(client.api)
  const { page } = client
  const said = listenToSocket(page)
  await page.clock.install()
  await openChat(client, id)
  await expect(boxOf(page)).toBeEnabled()
  expect(said.addresses[0]).toBe(`${desk.url.replace('http', 'ws')}/ws`)
  const order = () => said.frames.map(({ type }) => type)
  await expect.poll(order).toContain('ticket:subscribe')
  expect(said.frames[0]).toEqual({ type: 'user:join', userId: client.api.id })
  expect(said.of('ticket:subscribe')[0]).toEqual({ type: 'ticket:subscribe', ticketId: id })

  await boxOf(page).fill('Half a thought')
  const openings = said.addresses.length
  await stopTime(page)
  cutAll(desk)
  await expect(panelOf(page)).toContainText('Disconnected')
  await expect(panelOf(page)).toContainText(lost)
  await expect(boxOf(page)).toBeDisabled()
  await expect(panelOf(page).getByRole('button', { name: 'Send message' })).toBeDisabled()
  for (let turn = 1; turn <= 25; turn++) await say(helpdesk, id, `Missed ${turn}.`)
  await page.clock.runFor(2900)
  expect(said.addresses).toHaveLength(openings)
  await page.clock.runFor(100)
  await page.clock.resume()
  await expect(panelOf(page)).toContainText('Connected')
  await expect(panelOf(page)).not.toContainText(lost)
  expect(said.addresses).toHaveLength(openings + 1)
  await expect
    .poll(() => textsOf(page))
    .toEqual(Array.from({ length: 25 }, (_, turn) => `Missed ${turn + 1}.`))
  await expect(boxOf(page)).toHaveValue('Half a thought')
  await page.keyboard.press('Enter')
  await expect(rowsOf(page)).toHaveCount(26)
})
