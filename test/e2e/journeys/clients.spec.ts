import type { Page } from '@playwright/test'
import { aClient, aTicket } from '#test/factories.ts'
import { expect, test } from '#test/browser/desk.ts'
import { isTold } from '#test/browser/steps.ts'
import { button, field } from '#test/browser/tickets.ts'
import { entryOf, pick } from '#test/browser/clients-screen.ts'

/** Expects so many hits of each search in a picker of people. */
async function offers(page: Page, label: string, found: Record<string, number>): Promise<void> {
  for (const [name, count] of Object.entries(found)) {
    await page.getByRole('combobox', { name: label }).fill(name)
    if (count === 0) await expect(page.getByText('No people found')).toBeVisible()
    await expect(page.getByRole('option').filter({ hasText: name })).toHaveCount(count)
  }
}

test('a super user adds a company, and fills it with a product, an agent and a user', async ({ person }) => {
  const { page, api } = await person('super_user', { path: '/clients' })
  const { page: other } = await person('super_user', { path: '/clients' })
  const agent = await person('internal', { firstName: 'Agnes', lastName: 'Agent' })
  await person('client', { firstName: 'Uwe', lastName: 'User' })
  await api.post('/api/products', {
    name: 'Nobody’s product',
    status: 'maintenance',
    description: 'It lights up',
  })
  await api.post('/api/products', { name: 'Müller press', status: 'active' })
  const { id: elsewhere } = await aClient(api, { name: 'Has a product' })
  await api.post(`/api/clients/${elsewhere}/products`, { name: 'Somebody’s product' })
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Client Management', level: 1 })).toBeVisible()
  await expect(page.getByText('Manage clients, their products, and user assignments')).toBeVisible()
  await expect(page.getByText('Select a Client')).toBeVisible()
  const clientCount = (await api.get<unknown[]>('/api/clients')).body.length
  await expect(page.getByRole('heading', { name: `Clients (${clientCount})` })).toBeVisible()

  await button(page, 'Add Client').click()
  await field(page, 'Contact Email').fill('nonsense')
  await button(page, 'Add Client').last().click()
  await expect(page.getByText('Name is required')).toBeVisible()
  await expect(page.getByText('Invalid email')).toBeVisible()
  await field(page, 'Name').fill('Fjord Ferries')
  await field(page, 'Contact Email').fill('hello@fjord.example')
  await field(page, 'Description').fill('Ships across the fjord')
  await field(page, 'Contact Phone').fill('+47 12 34 56')
  await field(page, 'Address').fill('Quay 1, Bergen')
  await field(page, 'Website').fill('fjord.example')
  await button(page, 'Add Client').last().click()
  await isTold(page, 'Success', 'Client created successfully')
  await expect(page.getByRole('heading', { name: `Clients (${clientCount + 1})` })).toBeVisible()

  const panel = page.getByRole('region', { name: 'Fjord Ferries' })
  await expect(panel.getByRole('tab')).toHaveText([
    'Overview',
    'Products 0',
    'Agents 0',
    'Users 0',
    'Statistics',
  ])
  for (const [term, known] of [
    ['Description', 'Ships across the fjord'],
    ['Contact Email', 'hello@fjord.example'],
    ['Phone', '+47 12 34 56'],
    ['Address', 'Quay 1, Bergen'],
    ['Website', 'fjord.example'],
  ] as const)
    await expect(
      panel
        .locator('dl > div')
        .filter({ has: page.getByText(term, { exact: true }) })
        .getByRole('definition'),
    ).toHaveText(known)
  await expect(entryOf(page, 'Fjord Ferries')).toContainText('0 products · 0 users')
  await expect(entryOf(page, 'Fjord Ferries')).toContainText('Active')

  await panel.getByRole('tab', { name: 'Products' }).click()
  await expect(panel.getByText('No products yet')).toBeVisible()
  await button(page, 'Add Product').click()
  await expect(button(page, 'Assign Product')).toBeDisabled()
  await page.getByRole('combobox', { name: 'Product' }).fill('muller')
  await expect(page.getByRole('listbox').getByRole('option')).toHaveText(['Müller press v1.0'])
  await page.getByRole('combobox', { name: 'Product' }).fill('’s product')
  await expect(page.getByRole('listbox').getByRole('option')).toHaveText(['Nobody’s product v1.0'])
  await page.getByRole('option', { name: 'Nobody’s product v1.0' }).click()
  await button(page, 'Assign Product').click()
  await isTold(page, 'Success', 'Product assigned successfully')
  const entry = panel.getByRole('listitem').filter({ hasText: 'Nobody’s product' })
  for (const text of ['v1.0', 'Maintenance', 'It lights up'])
    await expect(entry.getByText(text, { exact: true })).toBeVisible()

  await panel.getByRole('tab', { name: 'Agents' }).click()
  await expect(panel.getByText('No agents assigned yet')).toBeVisible()
  await button(page, 'Assign Agent').click()
  await button(page, 'Assign Agent').last().click()
  await expect(page.getByText('User is required')).toBeVisible()
  await expect(field(page, 'Assignment Role')).toHaveValue('assigned')
  await expect(field(page, 'Assignment Role').getByRole('option')).toHaveText(['Assigned', 'Lead', 'Manager'])
  await offers(page, 'Agent', { Agnes: 1, Uwe: 0 })
  await pick(page, 'Agent', 'Agnes Agent')
  await field(page, 'Assignment Role').selectOption('Lead')
  await button(page, 'Assign Agent').last().click()
  await isTold(page, 'Success', 'Agent assigned successfully')
  await expect(panel.getByRole('columnheader')).toHaveText([
    'Name',
    'Email',
    'System Role',
    'Assignment Role',
    'Actions',
  ])
  const agentsRow = panel.getByRole('row').filter({ hasText: 'Agnes Agent' }).getByRole('cell')
  await expect(agentsRow).toHaveText(['Agnes Agent', /@example\.com$/, 'Internal', 'Lead', ''])
  await button(page, 'Assign Agent').click()
  await offers(page, 'Agent', { Agnes: 0 })
  await button(page, 'Cancel').click()

  await panel.getByRole('tab', { name: 'Users' }).click()
  await expect(panel.getByText('No client users assigned yet')).toBeVisible()
  await button(page, 'Assign User').click()
  await expect(field(page, 'Assignment Role').getByRole('option')).toHaveText([
    'Employee',
    'Admin',
    'Primary Contact',
  ])
  await expect(field(page, 'Assignment Role')).toHaveValue('employee')
  await offers(page, 'User', { Agnes: 0, Uwe: 1 })
  await pick(page, 'User', 'Uwe User')
  await field(page, 'Assignment Role').selectOption('Primary Contact')
  await button(page, 'Assign User').last().click()
  await isTold(page, 'Success', 'User assigned successfully')
  await expect(entryOf(other, 'Fjord Ferries')).toContainText('1 product · 1 client, 1 internal')
  await expect(panel.getByRole('columnheader')).toHaveText(['Name', 'Email', 'Assignment Role', 'Actions'])
  const usersRow = panel.getByRole('row').filter({ hasText: 'Uwe User' }).getByRole('cell')
  await expect(usersRow).toHaveText(['Uwe User', /@example\.com$/, 'Primary Contact', ''])
  await button(page, 'Assign User').click()
  await offers(page, 'User', { Uwe: 0 })
  await button(page, 'Cancel').click()

  await button(other, 'Fjord Ferries').click()
  await other.getByRole('region', { name: 'Fjord Ferries' }).getByRole('tab', { name: 'Users' }).click()
  await expect(other.getByRole('row').filter({ hasText: 'Uwe User' })).toBeVisible()

  await button(page, 'Remove Uwe User').click()
  await expect(panel.getByText('No client users assigned yet')).toBeVisible()
  await expect(panel.getByRole('tab', { name: 'Users' }), 'the focus stays near').toBeFocused()
  await expect(entryOf(other, 'Fjord Ferries')).toContainText('1 product · 1 internal')
  expect(agent.name).toBe('Agnes Agent')
})

test('a company is deactivated and activated again', async ({ person }) => {
  const { page, api } = await person('super_user', { path: null })
  const { id } = await aClient(api, { name: 'Sleeps' })
  await page.goto(`/clients?client=${id}`)
  for (const state of ['Inactive', 'Active']) {
    await page.getByText('Active', { exact: true }).last().click()
    await isTold(page, 'Success', `Sleeps is now ${state.toLowerCase()}.`)
    await expect(entryOf(page, 'Sleeps').getByText(state, { exact: true })).toBeVisible()
  }
})

test('a company is deleted after a question; one with tickets is made inactive instead', async ({
  person,
}) => {
  const { page, api } = await person('super_user', { path: null })
  const { id } = await aClient(api, { name: 'Keeps Tickets' })
  await aClient(api, { name: 'Goes Away' })
  await aTicket(api, { clientId: id })
  await page.goto('/clients')

  await button(page, 'Delete Goes Away').click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText(
    'Are you sure you want to delete this client? This will also delete all associated products and user assignments.',
  )
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(entryOf(page, 'Goes Away')).toBeVisible()
  await button(page, 'Delete Goes Away').click()
  await question.getByRole('button', { name: 'Delete' }).click()
  await isTold(page, 'Success', 'Client deleted successfully')
  await expect(entryOf(page, 'Goes Away')).toHaveCount(0)

  await button(page, 'Delete Keeps Tickets').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await isTold(page, 'Error', 'Failed to delete client')
  await expect(page.getByRole('dialog')).toContainText('This client has tickets')
  await button(page, 'Make inactive').click()
  await expect(entryOf(page, 'Keeps Tickets')).toContainText('Inactive')
})
