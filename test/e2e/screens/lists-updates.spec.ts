import type { Page } from '@playwright/test'
import { aTicket, change } from '#test/factories.ts'
import { expect } from '#test/browser/desk.ts'
import { rowOf } from '#test/browser/steps.ts'
import { button, goLiveToTickets, rowsOf, several, showsSubjects, test } from '#test/browser/tickets.ts'

const pill = (page: Page) => page.getByRole('button', { name: / · Show$/ })

test('rows neither come nor go under a pointer until they are asked for, and are updated in their place', async ({
  person,
  colleague,
}) => {
  const [first, second] = await several(colleague, 3)
  const { page } = await person('helpdesk')
  await goLiveToTickets(page)
  await page.getByLabel('Status', { exact: true }).selectOption('Open')
  await showsSubjects(page, ['Ticket 3', 'Ticket 2', 'Ticket 1'])
  await rowsOf(page).nth(1).hover()
  await aTicket(colleague, { subject: 'Just in' })
  await expect(pill(page)).toHaveText('1 new · Show')
  await change(colleague, second!.id, { status: 'closed' })
  await change(colleague, first!.id, { priority: 'critical' })
  await expect(rowOf(page, first!.ticketNumber)).toContainText('Critical')
  await expect(rowOf(page, second!.ticketNumber)).toContainText('Closed')
  // It is dimmed, for it is no longer in the list.
  await expect(rowOf(page, second!.ticketNumber).getByRole('cell').nth(2)).toHaveCSS('opacity', '0.45')
  await expect(rowOf(page, first!.ticketNumber).getByRole('cell').nth(2)).toHaveCSS('opacity', '1')
  await showsSubjects(page, ['Ticket 3', 'Ticket 2', 'Ticket 1'])
  await aTicket(colleague, { subject: 'Also in' })
  await expect(pill(page)).toHaveText('2 new · Show')
  await pill(page).click()
  await showsSubjects(page, ['Also in', 'Just in', 'Ticket 3', 'Ticket 1'])
  await expect(pill(page)).toHaveCount(0)
})

test('the list follows at once when nobody is busy with it, and two seconds after they leave it', async ({
  person,
  colleague,
}) => {
  await several(colleague, 2)
  const { page } = await person('helpdesk')
  await goLiveToTickets(page)
  await showsSubjects(page, ['Ticket 2', 'Ticket 1'])
  await aTicket(colleague, { subject: 'One' })
  await showsSubjects(page, ['One', 'Ticket 2', 'Ticket 1'])
  await rowsOf(page).first().hover()
  await aTicket(colleague, { subject: 'Two' })
  await expect(pill(page)).toBeVisible()
  await page.getByRole('heading', { name: 'Tickets', level: 1 }).hover()
  await showsSubjects(page, ['One', 'Ticket 2', 'Ticket 1'])
  await showsSubjects(page, ['Two', 'One', 'Ticket 2', 'Ticket 1'])
})

test('a person with selected tickets, or at the keyboard, keeps their rows, and sees their own changes at once', async ({
  person,
  colleague,
}) => {
  const [first] = await several(colleague, 2)
  const { page } = await person('helpdesk')
  await goLiveToTickets(page)
  await page.getByLabel('Status', { exact: true }).selectOption('Open')
  await page.getByLabel(`Select ${first!.ticketNumber}`).check()
  await page.getByRole('heading', { name: 'Tickets', level: 1 }).hover()
  await aTicket(colleague, { subject: 'Just in' })
  await expect(pill(page)).toBeVisible()
  await showsSubjects(page, ['Ticket 2', 'Ticket 1'])
  const bar = page.getByRole('region', { name: 'Selected tickets' })
  await button(bar, 'Status').click()
  await page.getByRole('menuitem', { name: 'Testing' }).click()
  await showsSubjects(page, ['Just in', 'Ticket 2'])
  await expect(pill(page)).toHaveCount(0)

  await page.getByRole('link', { name: 'Ticket 2' }).focus()
  await aTicket(colleague, { subject: 'Later' })
  await expect(pill(page)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Ticket 2' })).toBeFocused()
  await page.keyboard.press('u')
  await showsSubjects(page, ['Later', 'Just in', 'Ticket 2'])
  await expect(pill(page)).toHaveCount(0)
})

test('filters, selection and place in the list survive a dialog and changes by others', async ({
  person,
  colleague,
}) => {
  const made = await several(colleague, 10)
  const { page } = await person('helpdesk')
  await goLiveToTickets(page)
  await page.setViewportSize({ width: 1100, height: 500 })
  await page.getByLabel('Status', { exact: true }).selectOption('Open')
  const box = page.getByLabel(`Select ${made[2]!.ticketNumber}`)
  await box.check()
  const link = page.getByRole('link', { name: 'Ticket 2', exact: true })
  await link.scrollIntoViewIfNeeded()
  const place = () => page.evaluate(() => Math.round(scrollY))
  const before = await place()
  await link.click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await change(colleague, made[5]!.id, { priority: 'critical' })
  await aTicket(colleague, { subject: 'Just in' })
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL('/tickets?status=open')
  await expect(box).toBeChecked()
  await expect(link).toBeFocused()
  expect(await place()).toBe(before)
  await expect(rowOf(page, made[5]!.ticketNumber)).toContainText('Critical')
  await expect(pill(page)).toBeVisible()
})
