import type { Page } from '@playwright/test'
import { expect } from '#test/browser/desk.ts'
import { breakCalls } from '#test/browser/steps.ts'
import { button, rowsOf, several, test } from '#test/browser/tickets.ts'

const dialogOf = (page: Page) => page.getByRole('dialog')
const queueOf = (page: Page) => dialogOf(page).getByRole('region', { name: 'List beside the ticket' })
const currentOf = (page: Page) => queueOf(page).locator('a[aria-current]')

/** Opens a ticket with its list of fifty rows a page beside it. */
async function openBeside(page: Page, path: string, subject: string): Promise<void> {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(path)
  await rowsOf(page).getByRole('link', { name: subject, exact: true }).click()
  await expect(dialogOf(page).getByRole('heading', { name: 'Updates & Comments' })).toBeVisible()
}

test('the list beside a ticket follows it to the next page, says when that fails, and leaves a page that is empty', async ({
  person,
  colleague,
}) => {
  await several(colleague, 51)
  const { page, api } = await person('helpdesk', { path: null })
  await api.send('PATCH', '/api/settings', { ticketExpanded: true })
  await openBeside(page, '/tickets?status=open&page=5', 'Ticket 2')
  await expect(queueOf(page)).toContainText('51 tickets')
  await expect(queueOf(page)).toContainText('1 / 2')
  await expect(currentOf(page)).toHaveText(/^Ticket 2(?!\d)/)

  const isSecondPage = ({ searchParams }: URL) =>
    searchParams.get('offset') === '50' && searchParams.get('limit') === '50'
  const repair = await breakCalls(page, isSecondPage)
  await expect(button(dialogOf(page), 'Next ticket')).toBeEnabled()
  await page.keyboard.press(']')
  await expect(queueOf(page).getByRole('alert')).toContainText('The tickets could not be loaded.')
  await expect(queueOf(page).getByText('Loading tickets...')).toHaveCount(0)
  await repair()
  await button(queueOf(page), 'Retry').click()
  await expect(queueOf(page)).toContainText('2 / 2')
  await expect(queueOf(page).getByRole('link')).toHaveCount(1)
  await expect(currentOf(page)).toHaveText(/^Ticket 1(?!\d)/)

  await page.keyboard.press('e')
  await expect(queueOf(page)).toContainText('50 tickets')
  await expect(queueOf(page).getByRole('link')).toHaveCount(50)
})

test('a list of one ticket says so', async ({ person, colleague }) => {
  await several(colleague, 1)
  const { page, api } = await person('helpdesk', { path: null })
  await api.send('PATCH', '/api/settings', { ticketExpanded: true })
  await openBeside(page, '/tickets', 'Ticket 1')
  await expect(queueOf(page).getByText('1 ticket', { exact: true })).toBeVisible()
})
