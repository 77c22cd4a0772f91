import type { Page } from '@playwright/test'
import { aClient, aTicket, change } from '#test/factories.ts'
import { expect } from '#test/browser/desk.ts'
import { button, listen, showsSubjects, test } from '#test/browser/tickets.ts'

const head = (page: Page, name: string) => page.getByRole('columnheader', { name, exact: true })
const sortBy = (page: Page, name: string) => head(page, name).getByRole('button').click()

test('a person orders the list by a column, reverses it, and finds it again by the address', async ({
  desk,
  person,
  colleague,
}) => {
  const root = await desk.signedIn('super_user')
  const company = (name: string) => aClient(root, { name: `${name} ${root.id.slice(0, 8)}` })
  const [zebra, acorn] = [await company('Zebra'), await company('Acorn')]
  await aTicket(colleague, { subject: 'low', priority: 'low', clientId: zebra.id })
  await aTicket(colleague, { subject: 'critical', priority: 'critical', clientId: acorn.id })
  const high = await aTicket(colleague, { subject: 'high', priority: 'high', clientId: zebra.id })
  await change(colleague, high.id, { status: 'testing' })
  const { page } = await person('helpdesk', { path: '/tickets?page=2' })
  await showsSubjects(page, ['high', 'critical', 'low'])
  await expect(head(page, 'Created')).toHaveAttribute('aria-sort', 'descending')
  const { lists } = listen(page)

  await sortBy(page, 'Priority')
  await showsSubjects(page, ['low', 'high', 'critical'])
  await expect(page).toHaveURL('/tickets?sort=priority')
  await expect(head(page, 'Priority')).toHaveAttribute('aria-sort', 'ascending')
  await expect(head(page, 'Created')).not.toHaveAttribute('aria-sort')
  await sortBy(page, 'Priority')
  await showsSubjects(page, ['critical', 'high', 'low'])
  await expect(page).toHaveURL('/tickets?sort=priority&order=desc')
  await expect(head(page, 'Priority')).toHaveAttribute('aria-sort', 'descending')
  expect(lists).toEqual(['sort=priority&limit=10&offset=0', 'sort=priority&order=desc&limit=10&offset=0'])
  await page.reload()
  await showsSubjects(page, ['critical', 'high', 'low'])

  await head(page, 'Client').getByRole('button').focus()
  await page.keyboard.press('Enter')
  await showsSubjects(page, ['critical', 'high', 'low'])
  await expect(page).toHaveURL('/tickets?sort=client')
  await expect(head(page, 'Client').getByRole('button')).toBeFocused()
  await page.keyboard.press('Enter')
  await showsSubjects(page, ['high', 'low', 'critical'])
  await sortBy(page, 'Status')
  await showsSubjects(page, ['critical', 'low', 'high'])
  await sortBy(page, 'Created')
  await expect(page).toHaveURL('/tickets')
  await page.goBack()
  await expect(page).toHaveURL('/tickets?sort=status')
})

test('a person with a phone chooses the order among the filters', async ({ person, colleague }) => {
  await aTicket(colleague, { subject: 'beta' })
  await aTicket(colleague, { subject: 'alpha' })
  await aTicket(colleague, { subject: 'gamma' })
  const { page } = await person('internal', { path: '/tickets' })
  await page.setViewportSize({ width: 390, height: 800 })
  await button(page, 'Filters').click()
  await page.getByRole('dialog').getByLabel('Sort by').selectOption('Subject, A to Z')
  await button(page, 'Done').click()
  const cards = page.getByRole('list', { name: 'Tickets' }).getByRole('link')
  await expect(cards).toHaveText(['alpha', 'beta', 'gamma'])
  await expect(page).toHaveURL('/tickets?sort=subject')
})

test('a client orders their tickets, too', async ({ person }) => {
  const { page, api } = await person('client', { path: null })
  await aTicket(api, { subject: 'b', priority: 'low' })
  await aTicket(api, { subject: 'a', priority: 'high' })
  await page.goto('/')
  await showsSubjects(page, ['a', 'b'])
  await sortBy(page, 'Priority')
  await showsSubjects(page, ['b', 'a'])
})

test('a person sees how many tickets each choice of a filter would show, once they open it', async ({
  person,
  colleague,
}) => {
  await aTicket(colleague, { priority: 'high' })
  const moved = await aTicket(colleague, { priority: 'high' })
  await aTicket(colleague, { priority: 'low', category: 'email' })
  const { page } = await person('helpdesk')
  await page.getByRole('link', { name: 'Tickets', exact: true }).click()
  const counts: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (pathname === '/api/tickets/counts') counts.push(search)
  })
  const option = (label: string, name: string) =>
    page.getByLabel(label, { exact: true }).locator('option', { hasText: name })
  await page.getByLabel('Priority', { exact: true }).selectOption('High')
  expect(counts).toEqual([])

  await page.getByLabel('Status', { exact: true }).focus()
  await expect(option('Status', 'Open')).toHaveAttribute('data-hint', '2')
  await expect(option('Status', 'Testing')).toHaveAttribute('data-hint', '0')
  expect(counts).toEqual(['?priority=high&by=status'])
  await change(colleague, moved.id, { status: 'testing' })
  await expect(option('Status', 'Testing')).toHaveAttribute('data-hint', '1')
  await expect(option('Status', 'Open')).toHaveAttribute('data-hint', '1')

  await button(page, 'Filters').click()
  await expect(option('Category', 'Other')).toHaveAttribute('data-hint', '2')
  await expect(option('Category', 'Email')).toHaveAttribute('data-hint', '0')
  await expect(option('Age', 'Today')).toHaveAttribute('data-hint', '2')
  expect(counts.at(-1)).toBe('?priority=high')
  await page.keyboard.press('Escape')
  await expect(page.getByLabel('Category', { exact: true })).toHaveCount(0)
  const before = counts.length
  await change(colleague, moved.id, { status: 'open' })
  await expect(page.getByRole('row').filter({ hasText: moved.ticketNumber })).toContainText('Open')
  expect(counts).toHaveLength(before)
})
