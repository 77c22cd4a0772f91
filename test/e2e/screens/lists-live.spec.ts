import type { Locator, Page } from '@playwright/test'
import { aComment, aTicket, change } from '#test/factories.ts'
import { messagesOf } from '#test/browser/messages.ts'
import { expect } from '#test/browser/desk.ts'
import {
  breakCalls,
  framesOf,
  holdMessages,
  isLive,
  isTold,
  look,
  rowOf,
  stopTime,
} from '#test/browser/steps.ts'
import {
  assignAll,
  button,
  goLiveToTickets,
  several,
  showsSubjects,
  test,
  toastsOf,
} from '#test/browser/tickets.ts'

const indicator = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('status')
    .filter({ hasText: /Live|Disconnected/ })

test('a person who asks for it is told of updates in their own tickets only, as their profile says', async ({
  person,
  colleague,
}) => {
  const [other, own] = await several(colleague, 2)
  const { page, api } = await person('internal')
  await isLive(page)
  await assignAll(colleague, [own!], api.id)
  await isTold(page, 'New Ticket Assigned', own!.ticketNumber)
  const told = (ticket: typeof own) => `Ticket ${ticket!.ticketNumber} has been updated.`
  await page
    .getByRole('group', { name: 'New Ticket Assigned' })
    .getByRole('button', { name: 'Dismiss' })
    .click()
  await holdMessages(page)
  // A person who was just told of an assignment hears of no update for a while.
  await expect
    .poll(
      async () => {
        await aComment(colleague, other!.id, 'More of it')
        return messagesOf(page).map(({ text }) => text)
      },
      { intervals: [1000] },
    )
    .toContainEqual(expect.stringContaining(told(other)))
  await button(page.getByRole('group', { name: /Tickets? Updated/ }), 'Only mine').click()
  await isTold(
    page,
    'Success',
    'You now get messages about your own tickets only. You can change this in your profile.',
  )
  await page.getByRole('group', { name: 'Success' }).getByRole('button', { name: 'Dismiss' }).click()
  await aComment(colleague, other!.id, 'And more')
  await aComment(colleague, own!.id, 'Yours')
  await isTold(page, 'Ticket Updated', told(own))
  expect(messagesOf(page)).toEqual([])
  await expect(page.getByRole('button', { name: 'Only mine' })).toHaveCount(0)
  await page.goto('/profile')
  await expect(page.getByRole('switch', { name: 'Messages about my tickets only' })).toBeChecked()
})

test('no row moves under a person who is about to choose in it', async ({ person, colleague }) => {
  const [ticket] = await several(colleague, 1)
  const { page } = await person('helpdesk')
  await goLiveToTickets(page)
  await button(page, `Assign ${ticket!.ticketNumber}`).click()
  await expect(page.getByPlaceholder('Find a person')).toBeFocused()
  const refreshed = page.waitForResponse(/\/api\/tickets\?/)
  await aTicket(colleague, { subject: 'Just in' })
  await refreshed
  await showsSubjects(page, ['Ticket 1'])
  await page.keyboard.press('Escape')
  await expect(button(page, `Assign ${ticket!.ticketNumber}`)).toBeFocused()
  await button(page, '1 new · Show').click()
  await showsSubjects(page, ['Just in', 'Ticket 1'])
})

test('a person offline reads Disconnected, and is Live again three seconds after the line was cut', async ({
  person,
}) => {
  const { page, context } = await person('client', { path: null })
  let opened = 0
  page.on('websocket', () => (opened += 1))
  await page.clock.install()
  await page.goto('/')
  await expect(indicator(page)).toHaveText('Live')
  await stopTime(page)
  await context.setOffline(true)
  await expect(indicator(page)).toHaveText('Disconnected')
  await context.setOffline(false)
  await page.clock.runFor(2900)
  await expect(indicator(page)).toHaveText('Disconnected')
  expect(opened).toBe(1)
  await page.clock.runFor(100)
  await expect(indicator(page)).toHaveText('Live')
  expect(opened).toBe(2)
})

test('toasts stand one at a time, go after five seconds, and stay while F8 has brought somebody to them', async ({
  person,
  colleague,
}) => {
  const [first, second] = await several(colleague, 2)
  const { page } = await person('helpdesk', { path: null })
  await page.clock.install()
  await page.goto('/')
  await isLive(page)
  await stopTime(page)
  await change(colleague, first!.id, { status: 'testing' })
  await expect(toastsOf(page)).toContainText(first!.ticketNumber)
  await page.clock.runFor(3000)
  await change(colleague, second!.id, { status: 'testing' })
  await expect(toastsOf(page)).toContainText(second!.ticketNumber)
  await expect(toastsOf(page)).toHaveCount(1)
  await page.clock.runFor(4900)
  await expect(toastsOf(page)).toContainText(second!.ticketNumber)
  await page.clock.runFor(200)
  await expect(toastsOf(page)).toHaveCount(0)

  await change(colleague, first!.id, { priority: 'high' })
  await expect(toastsOf(page)).toContainText(first!.ticketNumber)
  await page.keyboard.press('F8')
  await expect(toastsOf(page)).toBeFocused()
  await page.clock.runFor(20_000)
  await expect(toastsOf(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(toastsOf(page)).toHaveCount(0)
})

test('a person is told in one message of tickets that somebody else changes in quick succession', async ({
  person,
  colleague,
}) => {
  const [first, second, third] = await several(colleague, 3)
  const { page } = await person('helpdesk', { path: null })
  const heard = framesOf(page)
  await page.clock.install()
  await page.goto('/')
  await isLive(page)
  await stopTime(page)
  await change(colleague, first!.id, { status: 'testing' })
  await isTold(page, 'Ticket Updated', `Ticket ${first!.ticketNumber} has been updated.`)
  for (const { id } of [second!, third!]) await change(colleague, id, { status: 'testing' })
  await expect.poll(() => heard.some((text) => text.includes(third!.id))).toBe(true)
  await expect(toastsOf(page)).toContainText(first!.ticketNumber)
  await page.clock.runFor(2000)
  await isTold(page, 'Tickets Updated', '2 tickets have been updated.')
  await expect(toastsOf(page)).toHaveCount(1)
})

test('a change by somebody else takes neither Undo nor the word of a failure away', async ({
  person,
  colleague,
}) => {
  const [first, second] = await several(colleague, 2)
  const { page } = await person('helpdesk', { path: null })
  await page.clock.install()
  await page.goto('/')
  await goLiveToTickets(page)
  const choose = async (from: string, to: string) => {
    await holdMessages(page)
    await button(rowOf(page, second!.ticketNumber), from).click()
    await page.getByRole('menu', { name: 'Priority' }).getByRole('menuitem', { name: to }).click()
  }
  const staysThroughNews = async (shown: Locator, status: 'resolved' | 'testing', word: string) => {
    // It stays while the pointer is on it.
    await shown.hover()
    await look(page, { hidden: false, focused: true })
    await change(colleague, first!.id, { status })
    await expect(rowOf(page, first!.ticketNumber)).toContainText(word)
    await page.clock.runFor(2000)
    await expect(shown).toBeVisible()
    await page.mouse.move(5, 5)
    await page.clock.runFor(7000)
    await isTold(page, 'Ticket Updated', `Ticket ${first!.ticketNumber} has been updated.`)
  }
  await choose('Medium', 'Low')
  await staysThroughNews(button(toastsOf(page), 'Undo'), 'resolved', 'Resolved')
  const repair = await breakCalls(page, `**/api/tickets/${second!.id}`, { method: 'PUT' })
  await choose('Low', 'High')
  await staysThroughNews(toastsOf(page).filter({ hasText: 'Failed to update ticket.' }), 'testing', 'Testing')
  await repair()
})

test('an assignment by somebody else is told after the own act, and leaves its Undo', async ({
  person,
  colleague,
}) => {
  const [first, second] = await several(colleague, 2)
  const { page, api } = await person('helpdesk', { path: null })
  await page.clock.install()
  await page.goto('/')
  await goLiveToTickets(page)
  await holdMessages(page)
  await button(rowOf(page, second!.ticketNumber), 'Medium').click()
  await page.getByRole('menu', { name: 'Priority' }).getByRole('menuitem', { name: 'Low' }).click()
  await button(toastsOf(page), 'Undo').hover()
  await assignAll(colleague, [first!], api.id)
  await expect(rowOf(page, first!.ticketNumber)).not.toContainText('Unassigned')
  await page.clock.runFor(2000)
  await expect(button(toastsOf(page), 'Undo')).toBeVisible()
  await look(page, { hidden: false, focused: true })
  await page.mouse.move(5, 5)
  await page.clock.runFor(7000)
  await isTold(page, 'New Ticket Assigned', first!.ticketNumber)
  await page.keyboard.press('z')
  await expect(button(rowOf(page, second!.ticketNumber), 'Medium')).toBeVisible()
})
