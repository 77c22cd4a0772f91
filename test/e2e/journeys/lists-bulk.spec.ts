import { readFile } from 'node:fs/promises'
import { expect } from '#test/browser/desk.ts'
import { holdMessages, isTold, rowOf } from '#test/browser/steps.ts'
import { button, listen, rowsOf, several, test, toastsOf } from '#test/browser/tickets.ts'
import { bar, all, boxes, people, choose, valuesOf } from '#test/browser/lists-bulk-screen.ts'

test('a person of the desk sets status, priority and assignee of many tickets, and takes one change back', async ({
  person,
  colleague,
}) => {
  await several(colleague, 3)
  const { page } = await person('helpdesk', { path: '/tickets' })
  const { puts, versions } = listen(page)
  await holdMessages(page)
  await all(page).check()
  await choose(page, 'Status', 'Testing')
  await isTold(page, 'Success', '3 updated')
  await expect(bar(page)).toHaveCount(0)
  await expect(page.locator(':focus')).toHaveCount(1)
  await expect(rowsOf(page).filter({ hasText: 'Testing' })).toHaveCount(3)
  expect(await valuesOf(colleague, 'status')).toEqual(['testing', 'testing', 'testing'])
  expect(puts).toEqual([{ status: 'testing' }, { status: 'testing' }, { status: 'testing' }])
  expect(versions).toEqual(['"1"', '"1"', '"1"'])

  await button(toastsOf(page), 'Undo').click()
  await expect(rowsOf(page).filter({ hasText: 'Open' })).toHaveCount(3)
  await expect.poll(() => valuesOf(colleague, 'status')).toEqual(['open', 'open', 'open'])

  await all(page).check()
  await choose(page, 'Priority', 'Critical')
  await expect(bar(page)).toHaveCount(0)
  expect(await valuesOf(colleague, 'priority')).toEqual(['critical', 'critical', 'critical'])

  await all(page).check()
  await button(bar(page), 'Assign To').click()
  await people(page).filter({ hasText: 'Cora Colleague' }).click()
  await expect(bar(page)).toHaveCount(0)
  await expect(rowsOf(page).filter({ hasText: 'Cora Colleague' })).toHaveCount(3)
  expect(new Set(await valuesOf(colleague, 'assignedToId'))).toEqual(new Set([colleague.id]))

  await boxes(page).first().check()
  await button(bar(page), 'Assign To').click()
  await people(page).filter({ hasText: 'Unassigned' }).click()
  await isTold(page, 'Success', 'Ticket updated successfully.')
  expect(puts.at(-1)).toEqual({ assignedToId: null })
})

test('a person of the desk assigns a ticket from its row, and takes that back', async ({
  person,
  colleague,
}) => {
  const [{ ticketNumber } = { ticketNumber: '' }] = await several(colleague, 1)
  const { page } = await person('helpdesk', { path: '/tickets' })
  const { puts, versions } = listen(page)
  await holdMessages(page)
  await button(page, `Assign ${ticketNumber}`).click()
  await page.getByPlaceholder('Find a person').fill('cora')
  await expect(people(page)).toHaveText([/Cora Colleague/])
  await page.keyboard.press('Enter')
  await expect(rowOf(page, ticketNumber)).toContainText('Cora Colleague')
  await isTold(page, 'Success', 'Ticket updated successfully.')
  await button(toastsOf(page), 'Undo').click()
  await expect(rowOf(page, ticketNumber)).toContainText('Unassigned')
  await expect.poll(() => puts).toEqual([{ assignedToId: colleague.id }, { assignedToId: null }])
  expect(versions).toEqual(['"1"', '"2"'])
})

test('a client exports the tickets they have selected, as their list shows them', async ({ person }) => {
  const { page, api } = await person('client', { path: null })
  const [first, , third] = await several(api, 3)
  await page.goto('/')
  for (const ticket of [first, third]) await page.getByLabel(`Select ${ticket?.ticketNumber}`).check()
  const download = page.waitForEvent('download')
  await button(bar(page), 'Export CSV').click()
  const lines = (await readFile(await (await download).path(), 'utf8')).trimEnd().split('\r\n')
  expect(lines.map((line) => line.split(',').slice(0, 2).join())).toEqual([
    '\ufeffTicket #,Subject',
    `${third?.ticketNumber},${third?.subject}`,
    `${first?.ticketNumber},${first?.subject}`,
  ])
  await isTold(page, 'Success', /is in your downloads/)
  await expect(bar(page).getByText('2 selected')).toBeVisible()
})
