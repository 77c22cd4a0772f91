import { aComment, aTicket } from '#test/factories.ts'
import { workFor } from '#test/working-time.ts'
import { violationsOf } from '#test/browser/axe.ts'
import { boardPath, cardOf } from '#test/browser/board.ts'
import { expect } from '#test/browser/desk.ts'
import { callsOf, openTabBehind, rowOf } from '#test/browser/steps.ts'
import { button, goLiveToTickets, several, test } from '#test/browser/tickets.ts'

test('a person sees in table, board and cards which tickets have comments they have not read, until they have', async ({
  person,
  colleague,
}) => {
  const { page, api } = await person('helpdesk')
  const [first, second] = await several(colleague, 2)
  await aComment(colleague, first!.id, 'Did you see it?')
  await aComment(api, second!.id, 'My own words')
  await goLiveToTickets(page)
  await expect(rowOf(page, 'Ticket 1').getByRole('img', { name: '1 unread comment' })).toBeVisible()
  await aComment(colleague, first!.id, 'And this, between us?', true)
  await expect(rowOf(page, 'Ticket 1').getByRole('img', { name: '2 unread comments' })).toBeVisible()
  await expect(page.getByTitle(/unread/)).toHaveCount(1)
  expect(await violationsOf(page)).toEqual([])
  const other = await openTabBehind(page, boardPath)
  await expect(cardOf(other, 'Ticket 1').getByRole('img', { name: '2 unread comments' })).toBeVisible()
  expect(await violationsOf(other)).toEqual([])
  await other.setViewportSize({ width: 390, height: 844 })
  await other.goto('/tickets')
  const cards = other.getByRole('list', { name: 'Tickets', exact: true }).getByRole('listitem')
  await expect(
    cards.filter({ hasText: 'Ticket 1' }).getByRole('img', { name: '2 unread comments' }),
  ).toBeVisible()

  await page.getByRole('link', { name: 'Ticket 1', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('And this, between us?')).toBeVisible()
  await expect(page.getByTitle(/unread/)).toHaveCount(0)
  await expect(other.getByTitle(/unread/)).toHaveCount(0)
  // A comment that comes while it is open has been seen.
  const noted = page.waitForResponse((response) => response.url().endsWith('/read'))
  await aComment(colleague, first!.id, 'One more')
  await expect(dialog.getByText('One more')).toBeVisible()
  await noted
  await button(dialog, 'Close').first().click()
  await expect(dialog).toHaveCount(0)
  await page.reload()
  await expect(rowOf(page, 'Ticket 1')).toBeVisible()
  await page.waitForLoadState('networkidle')
  await expect(page.getByTitle(/unread/)).toHaveCount(0)
})

test('comments are read once no details cover them on a phone', async ({ person, colleague }) => {
  const { page, api } = await person('helpdesk', { path: null })
  const { id } = await aTicket(api)
  await aComment(colleague, id, 'Did you see it?')
  const noted = callsOf(page, 'POST')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/?ticket=${id}&at=management`)
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('heading', { name: 'Ticket Management' })).toBeFocused()
  await expect(dialog.getByText('Did you see it?')).toBeAttached()
  // Longer than it takes until what is seen has been read.
  await workFor(1500)
  expect(noted.filter((path) => path.endsWith('/read'))).toEqual([])
  await dialog.getByRole('button', { name: 'Close details' }).click()
  await expect.poll(() => noted.filter((path) => path.endsWith('/read'))).toHaveLength(1)
})

test('a client sees the answers they have not read, and nothing of what staff say among themselves', async ({
  person,
  colleague,
}) => {
  const { page, api } = await person('client', { path: null })
  const quiet = await aTicket(api, { subject: 'Quiet' })
  const answered = await aTicket(api, { subject: 'Answered' })
  await aComment(colleague, quiet.id, 'They never pay', true)
  await aComment(colleague, answered.id, 'For us alone', true)
  await aComment(colleague, answered.id, 'Please try again')
  await page.goto('/')
  await expect(rowOf(page, 'Answered').getByRole('img', { name: '1 unread comment' })).toBeVisible()
  await expect(page.getByTitle(/unread/)).toHaveCount(1)
  await page.getByRole('link', { name: 'Answered' }).click()
  await expect(page.getByTitle(/unread/)).toHaveCount(0)
})
