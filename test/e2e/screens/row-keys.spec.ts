import type { Locator, Page } from '@playwright/test'
import type { Ticket } from '#features/tickets/contract.ts'
import type { Caller } from '#test/harness.ts'
import { expect } from '#test/browser/desk.ts'
import { boardPath, cardOf, cardsIn } from '#test/browser/board.ts'
import { hasArrived, holdMessages, isTold, rowOf } from '#test/browser/steps.ts'
import { button, listen, rowsOf, several, test, toastsOf } from '#test/browser/tickets.ts'

const linkOf = (page: Page, subject: string) => page.getByRole('link', { name: subject, exact: true })
const menu = (page: Page, name: string) => page.getByRole('menu', { name })
const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key)
}
const stored = async (api: Caller, { id }: { id: string }) =>
  (await api.get<Ticket>(`/api/tickets/${id}`)).body
/** A value in a row or card, which opens the list of the others. */
const valueIn = (row: Locator, word: string) => row.getByRole('button', { name: word, exact: true })

test('a helpdesk person sets status, priority and assignee of the row in focus, by two keys each', async ({
  person,
}) => {
  const { page, api, name } = await person('helpdesk', { path: null })
  const [ticket] = await several(api, 2)
  await page.goto('/tickets')
  await expect(rowsOf(page)).toHaveCount(2)
  await hasArrived(page)
  await press(page, 'j', 'j')
  await expect(linkOf(page, 'Ticket 1')).toBeFocused()

  await press(page, 's')
  await expect(menu(page, 'Status').getByRole('menuitem')).toHaveText([
    /Open/,
    /In Progress/,
    /Testing/,
    /Resolved/,
    /Closed/,
  ])
  await holdMessages(page)
  await press(page, '4')
  await expect(menu(page, 'Status')).toHaveCount(0)
  await expect(valueIn(rowOf(page, 'Ticket 1'), 'Resolved')).toBeVisible()
  await isTold(page, 'Success', 'Ticket updated successfully.')
  await expect(linkOf(page, 'Ticket 1')).toBeFocused()
  await button(toastsOf(page), 'Undo').click()
  await expect(valueIn(rowOf(page, 'Ticket 1'), 'Open')).toBeVisible()

  await linkOf(page, 'Ticket 1').focus()
  await press(page, 'p')
  await expect(menu(page, 'Priority')).toBeVisible()
  await press(page, 'ArrowDown', 'Home', 'Enter')
  await expect.poll(async () => (await stored(api, ticket!)).priority).toBe('low')
  await expect(linkOf(page, 'Ticket 1')).toBeFocused()

  await press(page, 'i')
  await expect(rowOf(page, 'Ticket 1')).toContainText(name)
  await press(page, 'a')
  await expect(page.getByPlaceholder('Find a person')).toBeFocused()
  await page.keyboard.type('unass')
  await press(page, 'Enter')
  await expect
    .poll(async () => await stored(api, ticket!))
    .toMatchObject({
      assignedToId: null,
      status: 'open',
      priority: 'low',
    })
  await expect(linkOf(page, 'Ticket 1')).toBeFocused()
})

test('a person changes a row by a click on its value, and the ticket stays closed', async ({ person }) => {
  const { page, api } = await person('internal', { path: null })
  const [ticket] = await several(api, 1)
  await page.goto('/tickets')
  await hasArrived(page)
  await valueIn(rowOf(page, 'Ticket 1'), 'Open').click()
  await menu(page, 'Status').getByRole('menuitem', { name: 'Resolved' }).click()
  await expect(valueIn(rowOf(page, 'Ticket 1'), 'Resolved')).toBeFocused()
  await valueIn(rowOf(page, 'Ticket 1'), 'Medium').click()
  await expect(menu(page, 'Priority')).toBeVisible()
  await valueIn(rowOf(page, 'Ticket 1'), 'Medium').click()
  await expect(menu(page, 'Priority')).toHaveCount(0)
  await expect(page).toHaveURL('/tickets')
  await expect.poll(async () => (await stored(api, ticket!)).status).toBe('resolved')

  // A person who may not assign has no key for it.
  const calls = listen(page)
  await linkOf(page, 'Ticket 1').focus()
  await press(page, 'i', 'a')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(calls.puts).toEqual([])

  await page.setViewportSize({ width: 390, height: 800 })
  const card = page.getByRole('listitem').filter({ hasText: 'Ticket 1' })
  await valueIn(card, 'Medium').click()
  await menu(page, 'Priority').getByRole('menuitem', { name: 'Critical' }).click()
  await expect(valueIn(card, 'Critical')).toBeVisible()
  await linkOf(page, 'Ticket 1').focus()
  await press(page, 's', '1')
  await expect
    .poll(async () => await stored(api, ticket!))
    .toMatchObject({
      status: 'open',
      priority: 'critical',
    })
})

test('keys act on all selected tickets, wherever the focus is', async ({ person }) => {
  const { page, api } = await person('helpdesk', { path: null })
  const tickets = await several(api, 3)
  await page.goto('/tickets')
  await expect(rowsOf(page)).toHaveCount(3)
  await hasArrived(page)
  await press(page, 'j', 'x', 'j', 'x', 'j')
  await expect(page.getByRole('region', { name: 'Selected tickets' })).toContainText('2 selected')
  await press(page, 's')
  await expect(menu(page, 'Status')).toBeVisible()
  await press(page, '3')
  await isTold(page, 'Success', '2 updated')
  const statuses = async () =>
    (await Promise.all(tickets.map((one) => stored(api, one)))).map((one) => one.status)
  expect(await statuses()).toEqual(['open', 'testing', 'testing'])
})

test('on the board the same keys act on the card in focus, which keeps it', async ({ person }) => {
  const { page, api } = await person('internal', { path: null })
  const [ticket] = await several(api, 1)
  await page.goto(boardPath)
  await expect(cardOf(page, 'Ticket 1')).toBeVisible()
  await hasArrived(page)
  await press(page, 'j', 's')
  await expect(menu(page, 'Status')).toBeVisible()
  await press(page, '2')
  await expect(cardsIn(page, 'In Progress')).toHaveCount(1)
  await isTold(page, 'Success', 'Ticket status updated successfully.')
  await expect(page.getByText(`${ticket!.ticketNumber} moved to In Progress.`)).toBeAttached()
  await expect(linkOf(page, 'Ticket 1')).toBeFocused()
  await press(page, 'p')
  await expect(menu(page, 'Priority')).toBeVisible()
  await press(page, '3')
  await expect
    .poll(async () => await stored(api, ticket!))
    .toMatchObject({
      status: 'progress',
      priority: 'high',
    })
  await press(page, 's')
  await expect(menu(page, 'Status')).toBeVisible()
  await press(page, '5')
  await expect(page.getByText(`${ticket!.ticketNumber} moved to Closed.`)).toBeAttached()
})

test('a person resolves row after row by one key, and takes back the last one by another', async ({
  person,
}) => {
  const { page, api } = await person('helpdesk', { path: null })
  const [first, second] = await several(api, 3)
  await page.goto('/tickets?status=unresolved')
  await expect(rowsOf(page)).toHaveCount(3)
  await hasArrived(page)
  await press(page, 'j', 'j', 'e')
  await expect(rowsOf(page)).toHaveCount(2)
  await expect(linkOf(page, 'Ticket 1')).toBeFocused()
  await press(page, 'e')
  await expect(rowsOf(page)).toHaveCount(1)
  await expect.poll(async () => (await stored(api, first!)).status).toBe('resolved')
  // The message is gone, the way back is not.
  await button(toastsOf(page), 'Dismiss').click()
  await press(page, 'z')
  await expect(rowsOf(page)).toHaveCount(2)
  expect((await stored(api, first!)).status).toBe('open')
  expect((await stored(api, second!)).status).toBe('resolved')

  await linkOf(page, 'Ticket 1').click()
  const dialog = page.getByRole('dialog', { name: 'Ticket 1' })
  await expect(dialog.getByText('2 of 2', { exact: true })).toBeVisible()
  await dialog.getByRole('heading', { name: 'Ticket 1' }).focus()
  await press(page, 'e')
  await expect.poll(async () => (await stored(api, first!)).status).toBe('resolved')
})

test('a client has neither the buttons nor the keys', async ({ person }) => {
  const { page, api } = await person('client', { path: null })
  await several(api, 1)
  await page.goto('/')
  await expect(rowsOf(page)).toHaveCount(1)
  await hasArrived(page)
  await expect(valueIn(rowOf(page, 'Ticket 1'), 'Open')).toHaveCount(0)
  const calls = listen(page)
  await linkOf(page, 'Ticket 1').focus()
  await press(page, 's', '4', 'p', '1', 'i', 'a', 'e', 'z')
  await expect(page.getByRole('menu')).toHaveCount(0)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(calls.puts).toEqual([])
})
