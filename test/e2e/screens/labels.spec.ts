import type { Locator, Page } from '@playwright/test'
import type { Label } from '#features/labels/contract.ts'
import type { Ticket } from '#features/tickets/contract.ts'
import { violationsOf } from '#test/browser/axe.ts'
import { boardPath, cardOf } from '#test/browser/board.ts'
import { expect } from '#test/browser/desk.ts'
import { breakCalls, hasArrived, holdCalls, isTold, rowOf } from '#test/browser/steps.ts'
import { button, rowsOf, several, test, toastsOf } from '#test/browser/tickets.ts'
import { aClient, aLabel, assign, aTicket, label } from '#test/factories.ts'
import type { Caller } from '#test/harness.ts'

const marksIn = (within: Page | Locator) => within.getByRole('list', { name: 'Labels' }).getByRole('listitem')
const choices = (page: Page) => page.getByRole('dialog', { name: 'Labels', exact: true })
const option = (page: Page, name: string | RegExp) => choices(page).getByRole('option', { name })
const headOf = (dialog: Locator) => dialog.locator('.ticket-head')
const storedIds = async (api: Caller, { id }: { id: string }) =>
  (await api.get<Ticket>(`/api/tickets/${id}`)).body.labelIds
const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key)
}

/** Without the labels of other tests. */
test.beforeEach(async ({ colleague }) => {
  const { body } = await colleague.get<Label[]>('/api/labels')
  for (const { id } of body) await colleague.delete(`/api/labels/${id}`)
})

test('a helpdesk person labels an open ticket by keys, another browser sees it at once, and z takes it back', async ({
  person,
}) => {
  const ada = await person('helpdesk', { path: null, firstName: 'Ada', lastName: 'Berg' })
  const ticket = await aTicket(ada.api, { subject: 'Charged twice' })
  const { page } = ada
  await page.goto(`/?ticket=${ticket.id}`)
  const dialog = page.getByRole('dialog', { name: 'Charged twice' })
  const watching = await person('internal', { path: `/?ticket=${ticket.id}` })
  const watched = watching.page.getByRole('dialog', { name: 'Charged twice' })
  await expect(button(watched, 'Labels')).toHaveText('None')
  await expect(button(dialog, 'Labels')).toHaveText('None')

  await press(page, 'l')
  await expect(page.getByPlaceholder('Find or create a label')).toBeFocused()
  await page.keyboard.type('Refund')
  await expect(option(page, 'Create “Refund”')).toBeVisible()
  await press(page, 'Enter')
  await expect(option(page, /^Refund/)).toHaveText('Refund, chosen')
  await expect(marksIn(headOf(dialog))).toHaveText(['Refund'])
  await isTold(page, 'Success', 'Label Refund is on the ticket.')
  expect(await violationsOf(page)).toEqual([])
  await expect(marksIn(headOf(watched))).toHaveText(['Refund'])
  await expect(watched).toContainText('Ada Berg added the label Refund')

  // The list stays open for the next label, and Enter takes the same one off again.
  await page.keyboard.type('Outage')
  await press(page, 'Enter')
  await expect(marksIn(headOf(dialog))).toHaveText(['Outage', 'Refund'])
  await page.keyboard.type('refu')
  await expect(choices(page).getByRole('option')).toHaveText([/^Refund/, /^Create “refu”/])
  await press(page, 'Enter')
  await expect(marksIn(headOf(watched))).toHaveText(['Outage'])
  await press(page, 'Escape')
  await expect(choices(page)).toHaveCount(0)
  await expect(button(dialog, 'Labels')).toBeFocused()

  await press(page, 'z')
  await expect(marksIn(headOf(dialog))).toHaveText(['Outage', 'Refund'])
  await expect(marksIn(headOf(watched))).toHaveText(['Outage', 'Refund'])
})

test('internal staff label by mouse, and are offered no new labels', async ({ person, colleague }) => {
  const { page, api } = await person('internal', { path: null })
  const ticket = await aTicket(colleague, { subject: 'Till is slow' })
  const slow = await aLabel(colleague, { name: 'Slow', color: 'amber' })
  await page.goto(`/?ticket=${ticket.id}`)
  const dialog = page.getByRole('dialog', { name: 'Till is slow' })
  await button(dialog, 'Labels').click()
  await option(page, 'Slow').click()
  await expect.poll(() => storedIds(api, ticket)).toEqual([slow])
  await page.keyboard.type('unheard')
  await expect(choices(page)).toContainText('No labels found')
  await expect(choices(page).getByRole('option')).toHaveCount(0)
  await press(page, 'Escape')
  await expect(button(dialog, 'Labels')).toHaveText('Slow')
  await button(toastsOf(page), 'Undo').click()
  await expect(button(dialog, 'Labels')).toHaveText('None')
})

test('the column, the key of a row and the bar of the selection label tickets of the list', async ({
  person,
  colleague,
}) => {
  const { page, api } = await person('helpdesk', { path: null })
  const tickets = await several(colleague, 3)
  await aLabel(colleague, { name: 'Refund', color: 'green' })
  await api.send('PATCH', '/api/settings', { ticketColumns: ['status', 'labels'] })
  await page.goto('/tickets')
  await expect(page.getByRole('columnheader', { name: 'Labels' })).toBeVisible()
  await expect(rowsOf(page)).toHaveCount(3)
  await hasArrived(page)

  await press(page, 'j', 'j', 'l')
  await expect(page.getByPlaceholder('Find or create a label')).toBeFocused()
  await expect(option(page, 'Refund')).toBeVisible()
  await press(page, 'Enter')
  await expect(option(page, /^Refund/)).toHaveText('Refund, chosen')
  // The list stands still under an open picker.
  await press(page, 'Escape')
  await expect(marksIn(rowOf(page, 'Ticket 2'))).toHaveText(['Refund'])
  await expect(page.getByRole('link', { name: 'Ticket 2' })).toBeFocused()

  await page.getByLabel('Select all tickets on this page').check()
  const bar = page.getByRole('region', { name: 'Selected tickets' })
  await button(bar, 'Labels').click()
  await expect(option(page, /^Refund/)).toHaveText('Refund, on some')
  await option(page, /^Refund/).click()
  await isTold(page, 'Success', '2 updated')
  await press(page, 'Escape')
  for (const { subject } of tickets) await expect(marksIn(rowOf(page, subject))).toHaveText(['Refund'])
  expect(await violationsOf(page)).toEqual([])
  await press(page, 'z')
  await expect(marksIn(rowOf(page, 'Ticket 1'))).toHaveCount(0)
  await expect(marksIn(rowOf(page, 'Ticket 2'))).toHaveText(['Refund'])
})

test('a filter, a token of the search and the board show the tickets of a label', async ({
  person,
  colleague,
}) => {
  const { page } = await person('helpdesk', { path: null })
  const [one] = await several(colleague, 2)
  const refund = await aLabel(colleague, { name: 'Refund', color: 'green' })
  await label(colleague, one!.id, refund)
  await page.goto('/tickets')
  await expect(rowsOf(page)).toHaveCount(2)
  await button(page, 'Filters').click()
  const filter = page.getByRole('dialog', { name: 'Filters' }).getByLabel('Label', { exact: true })
  await filter.selectOption({ label: 'Refund' })
  await expect(page).toHaveURL(`/tickets?label=${refund}`)
  await expect(rowsOf(page)).toHaveCount(1)
  await expect(rowOf(page, 'Ticket 1')).toBeVisible()
  await filter.selectOption({ label: 'No label' })
  await expect(rowOf(page, 'Ticket 2')).toBeVisible()
  await press(page, 'Escape')
  await expect(page.getByRole('list', { name: 'Active filters' })).toContainText('Label: No label')
  await button(page, 'Remove filter Label: No label').click()
  await expect(rowsOf(page)).toHaveCount(2)

  await page.getByRole('searchbox', { name: 'Search tickets' }).fill('label:refund')
  await expect(rowsOf(page)).toHaveCount(1)
  await expect(page.getByRole('list', { name: 'Active filters' })).toContainText('Label: refund')

  await page.goto(`${boardPath}&label=${refund}`)
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect(marksIn(cardOf(page, 'Ticket 1'))).toHaveText(['Refund'])
  expect(await violationsOf(page)).toEqual([])
})

test('the desk renames, recolors and deletes labels, and is told how many tickets they are on', async ({
  person,
  colleague,
}) => {
  const { page } = await person('helpdesk', { path: null })
  const [one] = await several(colleague, 1)
  const refund = await aLabel(colleague, { name: 'Refund', color: 'green' })
  await aLabel(colleague, { name: 'Outage', color: 'red' })
  await label(colleague, one!.id, refund)
  await page.goto(`/tickets?ticket=${one!.id}`)
  const ticket = page.getByRole('dialog', { name: 'Ticket 1' })
  await expect(marksIn(headOf(ticket))).toHaveText(['Refund'])
  await press(page, 'l')
  await option(page, 'Manage labels…').click()
  const managed = choices(page)
  const newName = managed.getByRole('textbox', { name: 'New label' })
  const rows = managed.getByRole('list', { name: 'Labels' }).getByRole('listitem')
  await expect(rows).toHaveText([/^Outage0 tickets/, /^Refund1 ticket/])
  expect(await violationsOf(page)).toEqual([])

  await newName.fill('outage')
  await button(managed, 'Create').click()
  await isTold(page, 'Error', 'There is already a label named outage.')
  await expect(newName).toHaveValue('outage')
  await newName.fill('Question')
  await press(page, 'Enter')
  await expect(rows).toHaveText([/^Outage/, /^Question/, /^Refund/])

  await button(managed, 'Edit Refund').click()
  const form = managed.getByRole('form', { name: 'Edit Refund' })
  await form.getByLabel('Name').fill('Money back')
  await form.getByLabel('Violet').check({ force: true })
  await button(form, 'Save').click()
  await expect(rows).toHaveText([/^Money back1 ticket/, /^Outage/, /^Question/])

  await button(managed, 'Delete Money back').click()
  const question = page.getByRole('alertdialog', { name: 'Delete Money back?' })
  await expect(question).toContainText('It is taken off 1 ticket, and cannot be restored.')
  await button(question, 'Delete').click()
  await expect(rows).toHaveText([/^Outage/, /^Question/])
  await press(page, 'Escape')
  await expect(marksIn(headOf(ticket))).toHaveCount(0)
})

test('a client sees no label in their ticket and their lists', async ({ desk, person, colleague }) => {
  const root = await desk.signedIn('super_user')
  const { id: clientId, name } = await aClient(root)
  const { page, api } = await person('client', { path: null })
  await assign(root, clientId, api.id, 'employee')
  const ticket = await aTicket(api, { subject: 'My oven', customerName: name })
  await label(colleague, ticket.id, await aLabel(colleague, { name: 'Difficult', color: 'red' }))
  await page.goto(`/?ticket=${ticket.id}`)
  const dialog = page.getByRole('dialog', { name: 'My oven' })
  await expect(dialog.getByRole('region', { name: 'Details' })).toBeVisible()
  await press(page, 'l')
  await expect(page.getByText('Difficult')).toHaveCount(0)
  await expect(page.getByText('Labels')).toHaveCount(0)
  await page.goto('/my-tickets')
  await expect(rowOf(page, 'My oven')).toBeVisible()
  await expect(page.getByText('Difficult')).toHaveCount(0)
})

test('the lists of people and labels are as wide as their fields, within the ticket', async ({ person }) => {
  const { page, api } = await person('helpdesk', { path: null })
  await aLabel(api, { name: 'A label with a name that is far too long' })
  const ticket = await aTicket(api, { subject: 'Charged twice' })
  const dialog = page.getByRole('dialog', { name: 'Charged twice' })
  for (const width of [1440, 1024, 390]) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto(`/tickets?ticket=${ticket.id}`)
    await expect(dialog.getByRole('heading', { name: 'Updates & Comments' })).toBeVisible()
    if (width === 390) await dialog.getByRole('button', { name: /^Details: / }).click()
    for (const name of ['Assign To', 'Labels']) {
      const field = dialog.getByLabel(name, { exact: true })
      await field.click()
      const list = page.getByRole('dialog', { name, exact: true })
      await expect(list.getByRole('option').first()).toBeVisible()
      const sidesOf = async (one: Locator) => {
        const { x, width: across } = (await one.boundingBox())!
        return [Math.round(x), Math.round(x + across)]
      }
      await expect.poll(() => sidesOf(list)).toEqual(await sidesOf(field))
      await page.keyboard.press('Escape')
      await expect(list).toHaveCount(0)
    }
  }
})

test('a label that is taken off while it is still being put on is off in the end', async ({
  person,
  colleague,
}) => {
  const { page, api } = await person('helpdesk', { path: null })
  const ticket = await aTicket(colleague, { subject: 'Wrongly labelled' })
  await aLabel(colleague, { name: 'Mistake', color: 'red' })
  await page.goto(`/?ticket=${ticket.id}`)
  await button(page.getByRole('dialog', { name: 'Wrongly labelled' }), 'Labels').click()
  const letGo = await holdCalls(page, '**/api/tickets/*/labels/*', 'PUT')
  await option(page, 'Mistake').click()
  await expect(option(page, /^Mistake/)).toHaveText('Mistake, chosen')
  await option(page, /^Mistake/).click()
  await expect(option(page, /^Mistake/)).toHaveText('Mistake')
  await letGo()
  await isTold(page, 'Success', 'Label Mistake is off the ticket.')
  expect(await storedIds(api, ticket)).toEqual([])
  await expect(option(page, /^Mistake/)).toHaveText('Mistake')
})

test('the form of a label keeps its text when the list cannot be loaded again, and leads back to its row', async ({
  person,
  colleague,
}) => {
  const { page } = await person('helpdesk', { path: null })
  const ticket = await aTicket(colleague, { subject: 'Labels at work' })
  await aLabel(colleague, { name: 'Hurried', color: 'green' })
  await page.goto(`/?ticket=${ticket.id}`)
  await expect(page.getByRole('dialog', { name: 'Labels at work' })).toBeVisible()
  await press(page, 'l')
  await option(page, 'Manage labels…').click()
  const managed = choices(page)
  await managed.getByRole('textbox', { name: 'New label' }).fill('Half a na')
  await button(managed, 'Edit Hurried').press('Enter')
  const name = managed.getByRole('form', { name: 'Edit Hurried' }).getByLabel('Name')
  await expect(name).toBeFocused()
  const mend = await breakCalls(page, '**/api/labels')
  await aLabel(colleague, { name: 'Of somebody else', color: 'red' })
  await expect(managed.getByText('The labels could not be loaded.')).toBeVisible()
  await expect(managed.getByRole('textbox', { name: 'New label' })).toHaveValue('Half a na')
  await mend()
  await button(managed, 'Retry').click()
  await expect(managed.getByText('Of somebody else')).toBeVisible()
  await name.fill('Unhurried')
  await press(page, 'Enter')
  await expect(button(managed, 'Edit Unhurried')).toBeFocused()
})
