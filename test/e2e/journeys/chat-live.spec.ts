import type { Page } from '@playwright/test'
import { aTicket, change } from '#test/factories.ts'
import type { TestApp } from '#test/harness.ts'
import { boxOf, listenToSocket, lost, openChat, panelOf, rowsOf, say, textsOf } from '#test/browser/chat.ts'
import { expect, test } from '#test/browser/desk.ts'
import { look, stopTime } from '#test/browser/steps.ts'

const cutAll = ({ app }: TestApp) => app.websocketServer.clients.forEach((socket) => socket.terminate())

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

test('staff see who else has the ticket open, who writes and who is away; a client sees nobody', async ({
  person,
}) => {
  const client = await person('client', { firstName: 'Nora', lastName: 'Berg' })
  const one = await person('helpdesk', { firstName: 'Hedda', lastName: 'Desk' })
  const other = await person('internal', { firstName: 'Ida', lastName: 'Inside' })
  const { id } = await aTicket(client.api)
  await change(one.api, id, { assignedToId: other.api.id })
  for (const { page } of [client, one, other]) await page.goto(`/?ticket=${id}`)
  const here = (page: Page) => page.getByRole('list', { name: 'Also here' }).getByRole('img')
  await expect(here(one.page)).toHaveCount(2)
  await expect(one.page.getByRole('img', { name: 'Nora Berg is viewing' })).toBeVisible()
  await expect(one.page.getByRole('img', { name: 'Ida Inside is viewing' })).toBeVisible()
  await other.page.getByLabel('Add a comment').fill('I think')
  await expect(one.page.getByRole('img', { name: 'Ida Inside is writing' })).toBeVisible()
  await look(client.page, { hidden: true, focused: false })
  await expect(one.page.getByRole('img', { name: 'Nora Berg is away' })).toBeVisible()
  await other.page.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(here(one.page)).toHaveCount(1)
  await expect(here(client.page)).toHaveCount(0)
})
