import type { Locator } from '@playwright/test'
import type { TicketPage } from '#features/tickets/contract.ts'
import { aClient, aTicket, change } from '#test/factories.ts'
import { content } from '#test/files.ts'
import { boardPath, cardOf, cardsIn, columnOf, showsColumns, tab } from '#test/browser/board.ts'
import { expect } from '#test/browser/desk.ts'
import { breakCalls, isTold, stopTime } from '#test/browser/steps.ts'
import { answerListsWith, button, hoursAgo, listen, several, test } from '#test/browser/tickets.ts'

const statusButtons = (card: Locator) => card.getByRole('group', { name: /^Status of/ }).getByRole('button')
const dot = 'data:image/gif;base64,R0lGODlhAQABAIAAAP///wAAACH5BAAAAAAALAAAAAABAAEAAAICRAEAOw=='

test('a card shows every field of the ticket that has a value', async ({ desk, person, colleague }) => {
  const superUser = await desk.signedIn('super_user')
  const company = await aClient(superUser, {
    name: `Skerry ${superUser.id.slice(0, 8)}`,
    website: 'https://skerry.example',
  })
  await hoursAgo(desk, 3, async () => {
    const { id } = await aTicket(colleague, {
      priority: 'high',
      customerName: 'Harbour office',
      productName: 'Remote access',
      projectName: 'Lighthouse',
      clientId: company.id,
    })
    await change(colleague, id, { assignedToId: colleague.id })
  })
  const { body } = await colleague.get<TicketPage>('/api/tickets')
  const { id, ticketNumber } = body.tickets[0]!
  const { page } = await person('helpdesk', { path: boardPath })
  const card = cardOf(page, 'Printer on fire')
  for (const text of [
    ticketNumber,
    'High',
    company.name,
    'Harbour office',
    'Remote access',
    'Lighthouse',
    '3h ago',
  ])
    await expect(card.getByText(text, { exact: true })).toBeVisible()
  const avatars = card.locator('.avatar')
  await expect(avatars.first(), 'the mark of the company').toHaveCSS('width', '16px')
  await expect(card.getByRole('img', { name: 'Cora Colleague' })).toHaveText('CC')
  await expect(statusButtons(card)).toHaveText(['Open', 'In Progress', 'Testing', 'Resolved'])
  await expect(statusButtons(card).first()).toBeDisabled()
  await expect(statusButtons(card).first()).toHaveAttribute('aria-pressed', 'true')

  const { reads } = listen(page)
  await button(card, `View ${ticketNumber}`).click()
  await expect(page.getByRole('dialog').getByRole('heading', { name: 'Printer on fire' })).toBeVisible()
  await expect.poll(() => reads).toContain(`/api/tickets/${id}`)
  await page.keyboard.press('Escape')
  await button(card, `Edit ${ticketNumber}`).click()
  await expect(page).toHaveURL(`${boardPath}&ticket=${id}&at=management`)
})

test('a card of a ticket with few values shows placeholders for the rest', async ({ person, colleague }) => {
  const { id } = await aTicket(colleague)
  const { page } = await person('helpdesk', { path: null })
  const client = { name: '', companyName: '', website: null, contactEmail: 'help@acme.example' }
  const photo = { id, firstName: 'Pia', lastName: 'Photo', profileImageUrl: dot }
  const none = { customerName: null, productName: null, projectName: null }
  await answerListsWith(page, {
    ticketNumber: undefined,
    priority: undefined,
    client,
    assignedTo: photo,
    assignedToId: id,
    ...none,
  })
  await page.goto(boardPath)
  const card = cardOf(page, 'Printer on fire')
  for (const text of [id, 'help@acme.example', 'Medium', 'Just now'])
    await expect(card.getByText(text, { exact: true })).toBeVisible()
  await expect(card.getByText('Acme', { exact: true })).toHaveCount(0)
  await expect(card.locator('.avatar')).toHaveCount(1)
  await expect(card.getByRole('img', { name: 'Pia Photo' }).locator('img')).toHaveAttribute('src', dot)
  await expect(card.getByRole('paragraph')).toHaveCount(1)
})

test('a person who chooses two columns quickly gets the last one', async ({ person, colleague }) => {
  const { id } = await aTicket(colleague)
  const { page } = await person('helpdesk', { path: boardPath })
  const { puts, versions } = listen(page)
  const card = cardOf(page, 'Printer on fire')
  await button(card, 'In Progress').click()
  await button(card, 'Resolved').click()
  await expect.poll(() => puts).toEqual([{ status: 'progress' }, { status: 'resolved' }])
  expect(versions).toEqual(['"1"', '"2"'])
  await showsColumns(page, { Open: 0, 'In Progress': 0, Testing: 0, Resolved: 1 })
  await expect.poll(async () => (await colleague.get(`/api/tickets/${id}`)).body['status']).toBe('resolved')
})

test('a double click on a status moves one card, and not the next one that comes under the pointer', async ({
  person,
  colleague,
}) => {
  const [first, second] = await several(colleague, 2)
  const { page } = await person('helpdesk', { path: null })
  await page.clock.install()
  await page.goto(boardPath)
  await expect(cardsIn(page, 'Open')).toHaveCount(2)
  await stopTime(page)
  const { puts } = listen(page)
  const place = (await button(cardOf(page, second!.subject), 'Resolved').boundingBox())!
  const pressThere = () => page.mouse.click(place.x + place.width / 2, place.y + place.height / 2)
  await pressThere()
  await expect(cardsIn(page, 'Open')).toHaveCount(1)
  const next = (await button(cardOf(page, first!.subject), 'Resolved').boundingBox())!
  expect(next.y).toBeCloseTo(place.y, 0)
  await pressThere()
  await page.clock.runFor(600)
  await expect(cardsIn(page, 'Open')).toHaveCount(1)
  expect(puts).toEqual([{ status: 'resolved' }])
  // After a moment it is a press of its own.
  await pressThere()
  await expect(cardsIn(page, 'Open')).toHaveCount(0)
})

test('a filter holds in the table and on the board', async ({ person, colleague }) => {
  await several(colleague, 2)
  await aTicket(colleague, { subject: 'Urgent', priority: 'critical' })
  const { page } = await person('helpdesk', { path: '/tickets' })
  await page.getByLabel('Priority', { exact: true }).selectOption('Critical')
  const { lists } = listen(page)
  await tab(page, 'Kanban View').click()
  await expect(page).toHaveURL('/tickets?priority=critical&view=board')
  await showsColumns(page, { Open: 1, 'In Progress': 0, Testing: 0, Resolved: 0 })
  expect(lists).toContain('priority=critical&status=open&sort=updated&limit=20&offset=0')
  await page.getByLabel('Priority', { exact: true }).selectOption('Medium')
  await expect(cardsIn(page, 'Open').getByRole('link')).toHaveText(['Ticket 2', 'Ticket 1'])
  await tab(page, 'Table View').click()
  await expect(page).toHaveURL('/tickets?priority=medium')
  await expect(page.getByRole('row').getByRole('link')).toHaveText(['Ticket 2', 'Ticket 1'])
})

test('a column that the filter leaves out says so, and names the card that is moved there', async ({
  person,
  colleague,
}) => {
  const [ticket] = await several(colleague, 1)
  const { page } = await person('helpdesk', { path: `${boardPath}&status=open` })
  await expect(cardsIn(page, 'Open')).toHaveCount(1)
  const testing = page.getByRole('region', { name: 'Testing', exact: true })
  await expect(testing).toContainText('Left out by the filter on the status.')
  await expect(testing).not.toContainText('No tickets')
  await button(cardOf(page, 'Ticket 1'), 'Testing').click()
  await isTold(page, 'Success', 'Ticket status updated successfully.')
  await expect(cardsIn(page, 'Open')).toHaveCount(0)
  await expect(testing).toContainText(`${ticket!.ticketNumber} is here now.`)
})

test('a person with a long column loads the rest of it', async ({ person, colleague }) => {
  await several(colleague, 25)
  const { page } = await person('helpdesk', { path: boardPath })
  await expect(cardsIn(page, 'Open')).toHaveCount(20)
  await expect(columnOf(page, 'Open')).toHaveAccessibleName('Open, 25 tickets')
  await expect(page.getByText('20 of 25')).toBeVisible()
  // Cards that come into sight get their true height, and move what is below them.
  await button(page, 'Show more').hover()
  await button(page, 'Show more').click()
  await expect(cardsIn(page, 'Open')).toHaveCount(25)
  await expect(button(page, 'Show more')).toHaveCount(0)

  // A ticket that comes in while one of them is open pushes none of them out of the column.
  await cardsIn(page, 'Open').first().getByRole('link').click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await several(colleague, 1)
  await expect(page.locator('[aria-label="Open, 26 tickets"]')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(cardsIn(page, 'Open')).toHaveCount(26)
})

test('a person whose column could not be loaded is told so there, and tries again', async ({
  person,
  colleague,
}) => {
  const [ticket] = await several(colleague, 2)
  await change(colleague, ticket!.id, { status: 'testing' })
  const { page } = await person('helpdesk', { path: null })
  const repair = await breakCalls(page, /\/api\/tickets\?.*status=testing/)
  await page.goto(boardPath)
  const note = columnOf(page, 'Testing').getByRole('alert')
  await expect(note).toContainText('These tickets could not be loaded.')
  await expect(cardsIn(page, 'Open')).toHaveCount(1)
  await repair()
  await button(note, 'Retry').click()
  await expect(cardsIn(page, 'Testing')).toHaveCount(1)
  await expect(note).toHaveCount(0)
})

test('a person with a phone turns from column to column, and moves cards by their buttons', async ({
  person,
  colleague,
}) => {
  await several(colleague, 2)
  const { page } = await person('internal', { path: null })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(boardPath)
  const strip = page.getByRole('tablist', { name: 'Columns' }).getByRole('tab')
  await expect(strip).toHaveText(['Open2', 'In Progress0', 'Testing0', 'Resolved0'])
  await expect(page.getByRole('article')).toHaveCount(2)
  await expect(button(page, /^Move /)).toHaveCount(0)
  await button(cardOf(page, 'Ticket 2'), 'Testing').click()
  await isTold(page, 'Success', 'Ticket status updated successfully.')
  await expect(strip).toHaveText(['Open1', 'In Progress0', 'Testing1', 'Resolved0'])
  await expect(strip.first()).toBeFocused()
  await expect(page.getByRole('article')).toHaveCount(1)
  await strip.nth(2).click()
  await expect(page.getByRole('article').getByRole('link')).toHaveText('Ticket 2')
  await strip.nth(3).click()
  await expect(page.getByText('No tickets', { exact: true })).toBeVisible()
})

test('the icon of a company replaces its initials once it has come', async ({ desk, person }) => {
  const root = await desk.signedIn('super_user')
  const { id } = await aClient(root, { name: 'Iconic', website: 'https://iconic.example' })
  await aTicket(root, { clientId: id, subject: 'With an icon' })
  const { page } = await person('helpdesk', { path: null })
  await page.route('**/api/clients/*/icon', (route) =>
    route.fulfill({ contentType: 'image/png', body: content.png }),
  )
  await page.goto(boardPath)
  const icon = cardOf(page, 'With an icon').locator(`img[src="/api/clients/${id}/icon"]`)
  await expect(icon).toHaveCSS('opacity', '1')
  expect(await icon.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1)
  expect(await icon.boundingBox()).toMatchObject({ width: 16, height: 16 })
  await expect(cardOf(page, 'With an icon').getByText('I', { exact: true })).toBeHidden()
})
