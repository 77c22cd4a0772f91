import type { Locator, Page } from '@playwright/test'
import { change } from '#test/factories.ts'
import {
  boardPath,
  cardOf,
  cardsIn,
  carried,
  carryTo,
  columnOf,
  drag,
  hold,
  showsColumns,
} from '#test/browser/board.ts'
import { expect } from '#test/browser/desk.ts'
import { breakCalls, holdCalls, holdMessages, isTold } from '#test/browser/steps.ts'
import { button, goLiveToTickets, listen, several, test, toastsOf } from '#test/browser/tickets.ts'

const ticketCall = '**/api/tickets/*'
const nextFrame = (page: Page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
const announced = (page: Page) => page.locator('[id^=DndLiveRegion]')

test('a person drags a card to another column, and one change is sent', async ({ person, colleague }) => {
  await several(colleague, 2)
  const { page } = await person('helpdesk', { path: boardPath })
  const { puts, versions } = listen(page)
  const answer = await holdCalls(page, ticketCall, 'PUT')
  await drag(page, 'Ticket 1', 'Resolved')
  await showsColumns(page, { Open: 1, 'In Progress': 0, Testing: 0, Resolved: 1 })
  await answer()
  await isTold(page, 'Success', 'Ticket status updated successfully.')
  await showsColumns(page, { Open: 1, 'In Progress': 0, Testing: 0, Resolved: 1 })
  expect(puts).toEqual([{ status: 'resolved' }])
  expect(versions).toEqual(['"1"'])
})

test('a drag begins after eight pixels, and changes nothing when it ends in its own column or outside of all', async ({
  person,
  colleague,
}) => {
  await several(colleague, 1)
  const { page } = await person('internal', { path: boardPath })
  const { puts } = listen(page)
  const { x, y } = await hold(page, 'Ticket 1')
  await page.mouse.move(x + 7, y)
  await nextFrame(page)
  await expect(carried(page)).toHaveCount(0)
  await page.mouse.move(x + 9, y)
  await expect(carried(page)).toHaveCount(1)
  await page.mouse.move(x + 30, y + 200, { steps: 4 })
  await page.mouse.up()
  await expect(carried(page)).toHaveCount(0)
  await expect(announced(page)).toContainText('stays where it was.')

  await hold(page, 'Ticket 1')
  await carryTo(page, page.getByRole('heading', { name: 'Tickets', level: 1 }))
  await expect(announced(page)).toContainText('is not over a column.')
  await page.mouse.up()
  await expect(announced(page)).toContainText('stays where it was.')
  await showsColumns(page, { Open: 1, 'In Progress': 0, Testing: 0, Resolved: 0 })
  await holdMessages(page)
  await drag(page, 'Ticket 1', 'Testing')
  await isTold(page, 'Success', 'Ticket status updated successfully.')
  await expect(page.getByText(/^TKT-[0-9]+ moved to Testing.$/), 'one voice tells of it').toHaveCount(1)
  await expect(announced(page)).toHaveText(/is over Testing[.]$/)
  expect(puts).toEqual([{ status: 'testing' }])
})

test('two cards whose moves fail go back where they were', async ({ person, colleague }) => {
  await several(colleague, 3)
  const { page } = await person('helpdesk', { path: boardPath })
  const { puts } = listen(page)
  await breakCalls(page, ticketCall, { method: 'PUT' })
  const answer = await holdCalls(page, ticketCall, 'PUT')
  await drag(page, 'Ticket 3', 'Testing')
  await drag(page, 'Ticket 2', 'Resolved')
  await showsColumns(page, { Open: 1, 'In Progress': 0, Testing: 1, Resolved: 1 })
  await answer()
  await isTold(page, 'Error', 'Failed to update ticket status.')
  await showsColumns(page, { Open: 3, 'In Progress': 0, Testing: 0, Resolved: 0 })
  await expect(cardsIn(page, 'Open').getByRole('link')).toHaveText(['Ticket 3', 'Ticket 2', 'Ticket 1'])
  expect(puts).toEqual([{ status: 'testing' }, { status: 'resolved' }])
})

test('a move that the server refuses is reported as refused, and the loaded cards stay', async ({
  person,
  colleague,
}) => {
  await several(colleague, 2)
  const { page } = await person('helpdesk', { path: boardPath })
  await showsColumns(page, { Open: 2, 'In Progress': 0, Testing: 0, Resolved: 0 })
  const { lists } = listen(page)
  await breakCalls(page, ticketCall, { method: 'PUT', status: 503 })
  // Other than a busy server, a broken one is not asked again by itself.
  const repair = await breakCalls(page, /api.tickets[?]/)
  await holdMessages(page)
  await button(cardOf(page, 'Ticket 1'), 'Testing').click()
  await isTold(page, 'Error', 'Failed to update ticket status.')
  const said = page.getByRole('alert').filter({ hasText: 'could not be moved to Testing' })
  await expect(said).toHaveText(/^TKT-[0-9]+ could not be moved to Testing. It is back in its column.$/)
  await expect(page.getByText(/^TKT-[0-9]+ moved to/)).toHaveCount(0)
  for (const name of ['Open', 'In Progress', 'Testing', 'Resolved'])
    await expect(columnOf(page, name).getByText('These tickets could not be loaded.')).toBeVisible()
  await showsColumns(page, { Open: 2, 'In Progress': 0, Testing: 0, Resolved: 0 })
  await expect(columnOf(page, 'Open')).toContainText('Open2')
  expect(lists.length, 'each column is asked for once').toBe(4)
  await drag(page, 'Ticket 2', 'Resolved')
  await expect(said).toHaveCount(0)
  await expect(page.getByRole('alert').filter({ hasText: 'could not be moved to Resolved' })).toHaveCount(1)
  await showsColumns(page, { Open: 2, 'In Progress': 0, Testing: 0, Resolved: 0 })
  expect(lists.length, 'and once more after the next').toBe(8)

  await repair()
  await columnOf(page, 'Open').getByRole('button', { name: 'Retry' }).click()
  await expect(columnOf(page, 'Open').getByText('These tickets could not be loaded.')).toHaveCount(0)
  await showsColumns(page, { Open: 2 })
})

/** Picks up the card whose grip has the focus. The drag listens to keys from the next turn of the page's event loop on. */
async function liftByKey(page: Page): Promise<void> {
  await page.keyboard.press('Space')
  await expect(carried(page)).toHaveCount(1)
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)))
}

test('a person carries a card with the keyboard, step by step and by whole columns', async ({
  person,
  colleague,
}) => {
  const [ticket] = await several(colleague, 1)
  const { page } = await person('helpdesk', { path: boardPath })
  const { puts } = listen(page)
  const grip = button(page, `Move ${ticket!.ticketNumber}`)
  const place = async () => {
    const box = await carried(page).boundingBox()
    return { x: Math.round(box?.x ?? 0), y: Math.round(box?.y ?? 0) }
  }
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const partsOf = async (card: Locator) => [
    await card.boundingBox(),
    await card.getByText(ticket!.ticketNumber, { exact: true }).boundingBox(),
  ]
  await grip.focus()
  const before = await partsOf(cardOf(page, ticket!.subject))
  await liftByKey(page)
  expect(await partsOf(carried(page)), 'nothing on the card moves when it is lifted').toEqual(before)
  await expect(announced(page)).toHaveText(`${ticket!.ticketNumber} is over Open.`)
  const start = await place()
  await page.keyboard.press('ArrowRight')
  await expect.poll(place).toEqual({ x: start.x + 25, y: start.y })
  await page.keyboard.press('ArrowDown')
  await expect.poll(place).toEqual({ x: start.x + 25, y: start.y + 25 })
  await page.keyboard.press('Shift+ArrowRight')
  await expect(announced(page)).toHaveText(`${ticket!.ticketNumber} is over In Progress.`)
  await page.keyboard.press('Shift+ArrowRight')
  await expect(announced(page)).toHaveText(`${ticket!.ticketNumber} is over Testing.`)
  await page.keyboard.press('Space')
  await isTold(page, 'Success', 'Ticket status updated successfully.')
  await showsColumns(page, { Open: 0, 'In Progress': 0, Testing: 1, Resolved: 0 })
  await expect(grip).toBeFocused()

  await liftByKey(page)
  await expect(announced(page)).toHaveText(`${ticket!.ticketNumber} is over Testing.`)
  await page.keyboard.press('Shift+ArrowLeft')
  await expect(announced(page)).toHaveText(`${ticket!.ticketNumber} is over In Progress.`)
  await page.keyboard.press('Escape')
  await expect(carried(page)).toHaveCount(0)
  await expect(announced(page)).toHaveText(`${ticket!.ticketNumber} stays where it was.`)
  await expect(grip).toBeFocused()
  await showsColumns(page, { Open: 0, 'In Progress': 0, Testing: 1, Resolved: 0 })
  expect(puts).toEqual([{ status: 'testing' }])
})

test('a change by somebody else during a drag waits until the card is put down', async ({
  person,
  colleague,
}) => {
  const [still, moved] = await several(colleague, 2)
  const { page } = await person('helpdesk')
  await goLiveToTickets(page)
  await page.getByRole('tab', { name: 'Kanban View' }).click()
  await showsColumns(page, { Open: 2, Testing: 0 })
  const { x, y } = await hold(page, still!.subject)
  await page.mouse.move(x + 12, y, { steps: 3 })
  await expect(carried(page)).toHaveCount(1)
  await change(colleague, moved!.id, { status: 'testing' })
  await isTold(page, 'Ticket Updated', `Ticket ${moved!.ticketNumber} has been updated.`)
  await nextFrame(page)
  await showsColumns(page, { Open: 2, Testing: 0 })
  await carryTo(page, columnOf(page, 'Resolved'))
  await page.mouse.up()
  await showsColumns(page, { Open: 0, 'In Progress': 0, Testing: 1, Resolved: 1 })
  await expect(cardOf(page, moved!.subject)).toBeVisible()
})

test('two people drag one card: the later one is asked, and leaves it where the other has put it', async ({
  person,
  colleague,
}) => {
  const [ticket] = await several(colleague, 1)
  const later = await person('helpdesk', { path: boardPath })
  const first = await person('internal', { path: boardPath })
  const { page } = later
  const { puts } = listen(page)
  const answer = await holdCalls(page, ticketCall, 'PUT')
  await drag(page, 'Ticket 1', 'Testing')
  await drag(first.page, 'Ticket 1', 'In Progress')
  await isTold(first.page, 'Success', 'Ticket status updated successfully.')
  await answer()

  const question = page.getByRole('alertdialog', { name: `Keep your change to ${ticket!.ticketNumber}?` })
  await expect(question).toContainText(
    `${first.name} changed this to In Progress while you were editing. You chose Testing.`,
  )
  await expect(button(question, 'Use theirs')).toBeFocused()
  await button(question, 'Use theirs').click()
  await expect(question).toHaveCount(0)
  await showsColumns(page, { Open: 0, 'In Progress': 1, Testing: 0, Resolved: 0 })
  await expect(page.getByRole('status').filter({ hasText: 'was not moved to Testing.' })).toHaveCount(1)
  await expect(toastsOf(page).filter({ hasText: 'Ticket status updated' })).toHaveCount(0)
  expect((await colleague.get(`/api/tickets/${ticket!.id}`)).body).toMatchObject({
    status: 'progress',
    version: 2,
  })
  expect(puts).toEqual([{ status: 'testing' }])
})

test('two people move one card by the keyboard: the later one is asked, and moves it after all', async ({
  person,
  colleague,
}) => {
  const [ticket] = await several(colleague, 1)
  const { page } = await person('helpdesk', { path: boardPath })
  const { versions } = listen(page)
  const answer = await holdCalls(page, ticketCall, 'PUT')
  await cardOf(page, 'Ticket 1').getByRole('link').focus()
  await button(cardOf(page, 'Ticket 1'), 'Testing').press('Enter')
  await showsColumns(page, { Testing: 1 })
  await change(colleague, ticket!.id, { status: 'resolved' })
  await answer()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText(
    'Cora Colleague changed this to Resolved while you were editing. You chose Testing.',
  )
  // A card under a question has no role meanwhile.
  await expect(page.locator('[data-column=resolved] article')).toHaveCount(1)
  await holdMessages(page)
  await page.keyboard.press('Tab')
  await expect(button(question, 'Keep mine')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(question).toHaveCount(0)
  await isTold(page, 'Success', 'Ticket status updated successfully.')
  await showsColumns(page, { Open: 0, 'In Progress': 0, Testing: 1, Resolved: 0 })
  await expect(page.getByRole('link', { name: 'Ticket 1' })).toBeFocused()
  expect(versions).toEqual(['"1"', '"2"'])

  await button(toastsOf(page), 'Undo').click()
  await showsColumns(page, { Testing: 0, Resolved: 1 })
  expect((await colleague.get(`/api/tickets/${ticket!.id}`)).body['status']).toBe('resolved')
})

test('a person who moves a card twice while a colleague changes another field keeps both changes, and is not asked', async ({
  person,
  colleague,
}) => {
  const [ticket] = await several(colleague, 1)
  const { page } = await person('helpdesk', { path: boardPath })
  const { puts } = listen(page)
  const answer = await holdCalls(page, ticketCall, 'PUT')
  await drag(page, 'Ticket 1', 'In Progress')
  await drag(page, 'Ticket 1', 'Resolved')
  await change(colleague, ticket!.id, { priority: 'critical' })
  await answer()
  await isTold(page, 'Success', 'Ticket status updated successfully.')
  await showsColumns(page, { Open: 0, 'In Progress': 0, Testing: 0, Resolved: 1 })
  await expect(cardOf(page, 'Ticket 1')).toContainText('Critical')
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  expect((await colleague.get(`/api/tickets/${ticket!.id}`)).body).toMatchObject({
    status: 'resolved',
    priority: 'critical',
  })
  expect(puts).toEqual([{ status: 'progress' }, { status: 'progress' }, { status: 'resolved' }])
})

test('a person who carries a card that somebody else moves at that moment is asked when they put it down', async ({
  person,
  colleague,
}) => {
  const [ticket] = await several(colleague, 1)
  const { page } = await person('helpdesk')
  await goLiveToTickets(page)
  await page.getByRole('tab', { name: 'Kanban View' }).click()
  await showsColumns(page, { Open: 1 })
  const { puts } = listen(page)
  const { x, y } = await hold(page, 'Ticket 1')
  await page.mouse.move(x + 12, y, { steps: 3 })
  await expect(carried(page)).toHaveCount(1)
  await change(colleague, ticket!.id, { status: 'testing' })
  await isTold(page, 'Ticket Updated', `Ticket ${ticket!.ticketNumber} has been updated.`)
  await carryTo(page, columnOf(page, 'Resolved'))
  await page.mouse.up()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText(
    'Cora Colleague changed this to Testing while you were editing. You chose Resolved.',
  )
  expect(puts).toEqual([])
  await button(question, 'Keep mine').click()
  await showsColumns(page, { Open: 0, 'In Progress': 0, Testing: 0, Resolved: 1 })
  await expect.poll(() => puts).toEqual([{ status: 'resolved' }])
})

test('a person who takes a move back is asked when somebody else has moved the card in between', async ({
  person,
  colleague,
}) => {
  const [ticket] = await several(colleague, 1)
  const { page } = await person('helpdesk', { path: boardPath })
  await holdMessages(page)
  await drag(page, 'Ticket 1', 'Testing')
  await isTold(page, 'Success', 'Ticket status updated successfully.')
  const answer = await holdCalls(page, ticketCall, 'PUT')
  await button(toastsOf(page), 'Undo').click()
  await showsColumns(page, { Open: 1, Testing: 0 })
  await change(colleague, ticket!.id, { status: 'resolved' })
  await change(colleague, ticket!.id, { priority: 'low' })
  await answer()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText(
    'Cora Colleague changed this to Resolved while you were editing. You chose Open.',
  )
  await page.keyboard.press('Escape')
  await expect(question).toHaveCount(0)
  await showsColumns(page, { Open: 0, 'In Progress': 0, Testing: 0, Resolved: 1 })
  expect((await colleague.get(`/api/tickets/${ticket!.id}`)).body).toMatchObject({
    status: 'resolved',
    priority: 'low',
  })
})
