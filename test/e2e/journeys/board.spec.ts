import { change } from '#test/factories.ts'
import { boardPath, cardOf, columnOf, showsColumns, tab } from '#test/browser/board.ts'
import { expect } from '#test/browser/desk.ts'
import { holdMessages, isTold } from '#test/browser/steps.ts'
import { button, goLiveToTickets, listen, several, test, toastsOf } from '#test/browser/tickets.ts'

test('a person reads the four columns with their counts, without closed tickets', async ({
  person,
  colleague,
}) => {
  const made = await several(colleague, 3)
  await change(colleague, made[1]!.id, { status: 'testing' })
  await change(colleague, made[2]!.id, { status: 'closed' })
  const { page } = await person('helpdesk', { path: '/tickets' })
  await tab(page, 'Kanban View').click()
  await expect(page).toHaveURL(boardPath)
  await expect(page.getByRole('heading', { level: 2 })).toHaveText([
    'Open',
    'In Progress',
    'Testing',
    'Resolved',
  ])
  await showsColumns(page, { Open: 1, 'In Progress': 0, Testing: 1, Resolved: 0 })
  await expect(columnOf(page, 'Open')).toContainText('Open1')
  for (const name of ['In Progress', 'Resolved'])
    await expect(columnOf(page, name).getByText('No tickets', { exact: true })).toBeVisible()
  await expect(columnOf(page, 'Open').getByText('No tickets', { exact: true })).toHaveCount(0)
  await expect(cardOf(page, 'Ticket 3')).toHaveCount(0)
  await page.getByLabel('Status', { exact: true }).selectOption('Closed')
  await expect(
    page.getByText('Closed tickets are not on the board. They are in the Table View.'),
  ).toBeVisible()
})

test('a person moves a card by its buttons, the focus goes with it, and Undo brings it back', async ({
  person,
  colleague,
}) => {
  await several(colleague, 2)
  const { page } = await person('internal', { path: boardPath })
  const { puts, versions } = listen(page)
  await holdMessages(page)
  await button(cardOf(page, 'Ticket 1'), 'Testing').click()
  await showsColumns(page, { Open: 1, 'In Progress': 0, Testing: 1, Resolved: 0 })
  await isTold(page, 'Success', 'Ticket status updated successfully.')
  await expect(page.getByRole('link', { name: 'Ticket 1' })).toBeFocused()
  await expect(button(cardOf(page, 'Ticket 1'), 'Testing')).toBeDisabled()
  expect(puts).toEqual([{ status: 'testing' }])
  await button(toastsOf(page), 'Undo').click()
  await showsColumns(page, { Open: 2, 'In Progress': 0, Testing: 0, Resolved: 0 })
  await expect.poll(() => puts).toEqual([{ status: 'testing' }, { status: 'open', isUndo: true }])
  expect(versions).toEqual(['"1"', '"2"'])
})

test('other people see a card move by itself', async ({ person, colleague }) => {
  await several(colleague, 1)
  const mover = await person('helpdesk', { path: boardPath })
  const watcher = await person('internal')
  await goLiveToTickets(watcher.page)
  await tab(watcher.page, 'Kanban View').click()
  await showsColumns(watcher.page, { Open: 1, Resolved: 0 })
  await button(cardOf(mover.page, 'Ticket 1'), 'Resolved').click()
  await isTold(mover.page, 'Success', 'Ticket status updated successfully.')
  await expect(columnOf(watcher.page, 'Resolved').getByRole('article')).toHaveCount(1)
  await showsColumns(watcher.page, { Open: 0, Resolved: 1 })
})

test('a client who asks for the board is sent to their portal', async ({ person }) => {
  const { page } = await person('client', { path: boardPath })
  await expect(page).toHaveURL('/client-portal')
  await expect(page.getByRole('tab', { name: 'Kanban View' })).toHaveCount(0)
})
