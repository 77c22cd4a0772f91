import type { Page, Route } from '@playwright/test'
import { change } from '#test/factories.ts'
import { expect } from '#test/browser/desk.ts'
import { callsOf, holdCalls, isTold, rowOf } from '#test/browser/steps.ts'
import { assignAll, button, rowsOf, several, test } from '#test/browser/tickets.ts'
import { bar, all, boxes, people, choose, valuesOf } from '#test/browser/lists-bulk-screen.ts'

const ticketCall = '**/api/tickets/*'

/** Fails the calls of one method for these tickets. */
async function failFor(page: Page, tickets: readonly { id: string }[], method: string): Promise<void> {
  const ids = new Set(tickets.map(({ id }) => id))
  await page.route(ticketCall, (route: Route) => {
    const request = route.request()
    const isMeant = request.method() === method && ids.has(request.url().split('/').at(-1) ?? '')
    return isMeant ? route.fulfill({ status: 500, body: '' }) : route.fallback()
  })
}

test('a person selects single rows, the whole page and nothing', async ({ person, colleague }) => {
  const made = await several(colleague, 11)
  const { page } = await person('helpdesk', { path: '/tickets' })
  await expect(boxes(page)).toHaveCount(10)
  await expect(bar(page)).toHaveCount(0)
  await page.getByLabel(`Select ${made[10]?.ticketNumber}`).check()
  await expect(bar(page).getByText('1 selected')).toBeVisible()
  await expect(all(page)).not.toBeChecked()
  expect(await all(page).evaluate((box: HTMLInputElement) => box.indeterminate)).toBe(true)
  await all(page).check()
  await expect(bar(page).getByText('10 selected')).toBeVisible()
  await expect(rowsOf(page).getByRole('checkbox', { checked: true })).toHaveCount(10)
  await boxes(page).nth(3).uncheck()
  await expect(bar(page).getByText('9 selected')).toBeVisible()
  await expect(all(page)).not.toBeChecked()
  await all(page).check()
  await button(page, 'Next').click()
  await expect(boxes(page)).toHaveCount(1)
  await expect(bar(page).getByText('10 selected')).toBeVisible()
  await expect(all(page)).not.toBeChecked()
  await button(page, 'Previous').click()
  await expect(all(page)).toBeChecked()
  await all(page).uncheck()
  await expect(bar(page)).toHaveCount(0)
  await boxes(page).first().check()
  await page.getByLabel('Priority', { exact: true }).selectOption('Medium')
  await expect(bar(page)).toHaveCount(0)
})

test('internal staff set status and priority of many tickets, but neither assign nor delete them', async ({
  person,
  colleague,
}) => {
  const { page, api } = await person('internal')
  await assignAll(colleague, await several(colleague, 2), api.id)
  await expect(boxes(page)).toHaveCount(2)
  await all(page).check()
  await expect(button(bar(page), 'Assign To')).toHaveCount(0)
  await expect(button(bar(page), 'Delete')).toHaveCount(0)
  await choose(page, 'Priority', 'Low')
  await isTold(page, 'Success', '2 updated')
  expect(await valuesOf(api, 'priority')).toEqual(['low', 'low'])
  await page.goto('/tickets')
  await expect(boxes(page)).toHaveCount(2)
  await expect(button(page, /^Assign /)).toHaveCount(0)
})

test('a person whose change failed for two of ten tickets is told so, and still has those two selected', async ({
  person,
  colleague,
}) => {
  const made = await several(colleague, 10)
  const { page } = await person('helpdesk', { path: '/tickets' })
  const unlucky = [made[2]!, made[7]!]
  await failFor(page, unlucky, 'PUT')
  await all(page).check()
  await choose(page, 'Status', 'Resolved')
  await isTold(page, 'Error', '8 updated, 2 failed')
  await expect(bar(page).getByText('2 selected')).toBeVisible()
  await expect(rowsOf(page).filter({ hasText: 'Resolved' })).toHaveCount(8)
  for (const { ticketNumber } of unlucky) {
    await expect(page.getByLabel(`Select ${ticketNumber}`)).toBeChecked()
    await expect(rowOf(page, ticketNumber)).toContainText('Open')
  }
  await page.unrouteAll()
  await choose(page, 'Status', 'Resolved')
  await isTold(page, 'Success', '2 updated')
  expect(new Set(await valuesOf(colleague, 'status'))).toEqual(new Set(['resolved']))
})

test('a field that somebody else has just set in one of many tickets stays, and counts as failed', async ({
  person,
  colleague,
}) => {
  const [older, newer] = await several(colleague, 2)
  const { page } = await person('helpdesk', { path: '/tickets' })
  await all(page).check()
  const answer = await holdCalls(page, ticketCall, 'PUT')
  await choose(page, 'Status', 'Testing')
  await change(colleague, older!.id, { status: 'closed' })
  await change(colleague, newer!.id, { priority: 'high' })
  await answer()
  await isTold(page, 'Error', '1 updated, 1 failed')
  await expect(bar(page).getByText('1 selected')).toBeVisible()
  await expect(page.getByLabel(`Select ${older!.ticketNumber}`)).toBeChecked()
  await expect(rowOf(page, older!.ticketNumber)).toContainText('Closed')
  await expect(rowOf(page, newer!.ticketNumber)).toContainText('Testing')
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  expect(await valuesOf(colleague, 'status')).toEqual(['testing', 'closed'])
  expect(await valuesOf(colleague, 'priority')).toEqual(['high', 'medium'])

  await choose(page, 'Status', 'Testing')
  await isTold(page, 'Success', 'Ticket updated successfully.')
  expect(await valuesOf(colleague, 'status')).toEqual(['testing', 'testing'])
})

test('a person of the desk deletes tickets after confirming, and keeps those that could not be deleted', async ({
  person,
  colleague,
}) => {
  const made = await several(colleague, 4)
  const { page } = await person('super_user', { path: '/tickets' })
  const deletes = callsOf(page, 'DELETE')
  await failFor(page, [made[1]!], 'DELETE')
  for (const { ticketNumber } of made.slice(0, 3)) await page.getByLabel(`Select ${ticketNumber}`).check()
  await button(bar(page), 'Delete').click()
  const question = page.getByRole('alertdialog', { name: 'Delete 3 tickets?' })
  await expect(button(question, 'Cancel')).toBeFocused()
  await button(question, 'Cancel').click()
  await expect(question).toHaveCount(0)
  expect(deletes).toEqual([])
  await button(bar(page), 'Delete').click()
  await button(question, 'Delete').click()
  await isTold(page, 'Error', '2 deleted, 1 failed')
  await expect(bar(page).getByText('1 selected')).toBeVisible()
  await expect(rowsOf(page).getByRole('link')).toHaveText(['Ticket 4', 'Ticket 2'])
  expect(deletes).toHaveLength(3)
  const { body } = await colleague.get('/api/tickets')
  expect(body['total']).toBe(2)

  await page.unrouteAll()
  await button(bar(page), 'Delete').click()
  await button(page.getByRole('alertdialog', { name: `Delete ${made[1]?.ticketNumber}?` }), 'Delete').click()
  await isTold(page, 'Success', 'Ticket deleted successfully.')
  await expect(rowsOf(page).getByRole('link')).toHaveText(['Ticket 4'])
  await expect(page.getByText('Showing 1 to 1 of 1 tickets')).toBeVisible()
})

test('a person of the desk who assigns a ticket that somebody else has just assigned is asked', async ({
  person,
  colleague,
}) => {
  const [ticket] = await several(colleague, 1)
  const { page, api, name } = await person('helpdesk', { path: '/tickets' })
  const answer = await holdCalls(page, ticketCall, 'PUT')
  await button(page, `Assign ${ticket!.ticketNumber}`).click()
  await people(page).filter({ hasText: name }).click()
  await change(colleague, ticket!.id, { assignedToId: colleague.id })
  await answer()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText(
    `Cora Colleague changed this to Cora Colleague while you were editing. You chose ${name}.`,
  )
  await button(question, 'Keep mine').click()
  await expect(rowOf(page, ticket!.ticketNumber)).toContainText(name)
  await expect.poll(() => valuesOf(colleague, 'assignedToId')).toEqual([api.id])
})

test('z undoes the part of a bulk change that did not fail, and not the change before it', async ({
  person,
  colleague,
}) => {
  const [older] = await several(colleague, 2)
  const { page } = await person('helpdesk', { path: '/tickets' })
  await all(page).check()
  await choose(page, 'Priority', 'High')
  await isTold(page, 'Success', '2 updated')
  await failFor(page, [older!], 'PUT')
  await all(page).check()
  await choose(page, 'Status', 'Testing')
  await isTold(page, 'Error', '1 updated, 1 failed')
  await page.unrouteAll()
  await page.keyboard.press('z')
  await isTold(page, 'Success', 'Ticket updated successfully.')
  expect(await valuesOf(colleague, 'status')).toEqual(['open', 'open'])
  expect(await valuesOf(colleague, 'priority')).toEqual(['high', 'high'])
})
