import type { Page } from '@playwright/test'
import { aClient, aTicket } from '#test/factories.ts'
import { expect, test } from './desk.ts'
import { breakCalls, holdCalls, isTold } from './steps.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
const entryOf = (page: Page, name: string) =>
  page
    .getByRole('region', { name: /^Clients/ })
    .getByRole('listitem')
    .filter({ hasText: name })

/** Picks somebody or something in a searchable field of the open dialog. */
async function pick(page: Page, label: string, text: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).fill(text)
  await page.getByRole('option', { name: text }).click()
}

test('a super user adds a company, and fills it with a product, an agent and a user', async ({ person }) => {
  const { page, api } = await person('super_user', { path: '/clients' })
  const { page: other } = await person('super_user', { path: '/clients' })
  const agent = await person('internal', { firstName: 'Agnes', lastName: 'Agent' })
  await person('client', { firstName: 'Uwe', lastName: 'User' })
  await api.post('/api/products', { name: 'Nobody’s product' })
  await expect(page.getByRole('heading', { name: 'Client Management', level: 1 })).toBeVisible()
  await expect(page.getByText('Manage clients, their products, and user assignments')).toBeVisible()
  await expect(page.getByText('Select a Client')).toBeVisible()

  await button(page, 'Add Client').click()
  await field(page, 'Contact Email').fill('nonsense')
  await button(page, 'Add Client').last().click()
  await expect(page.getByText('Name is required')).toBeVisible()
  await expect(page.getByText('Invalid email')).toBeVisible()
  await field(page, 'Name').fill('Fjord Ferries')
  await field(page, 'Contact Email').fill('hello@fjord.example')
  await field(page, 'Description').fill('Ships across the fjord')
  await button(page, 'Add Client').last().click()
  await isTold(page, 'Success', 'Client created successfully')

  const panel = page.getByRole('region', { name: 'Fjord Ferries' })
  await expect(panel.getByRole('tab')).toHaveText([
    'Overview',
    'Products 0',
    'Agents 0',
    'Users 0',
    'Statistics',
  ])
  await expect(panel).toContainText('Ships across the fjord')
  await expect(entryOf(page, 'Fjord Ferries')).toContainText('0 products · 0 users')
  await expect(entryOf(page, 'Fjord Ferries')).toContainText('Active')

  await panel.getByRole('tab', { name: 'Products' }).click()
  await expect(panel.getByText('No products yet')).toBeVisible()
  await button(page, 'Add Product').click()
  await expect(button(page, 'Assign Product')).toBeDisabled()
  await pick(page, 'Product', 'Nobody’s product v1.0')
  await button(page, 'Assign Product').click()
  await isTold(page, 'Success', 'Product assigned successfully')
  await expect(panel.getByText('v1.0')).toBeVisible()

  await panel.getByRole('tab', { name: 'Agents' }).click()
  await expect(panel.getByText('No agents assigned yet')).toBeVisible()
  await button(page, 'Assign Agent').click()
  await button(page, 'Assign Agent').last().click()
  await expect(page.getByText('User is required')).toBeVisible()
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
  await expect(panel.getByRole('row').filter({ hasText: 'Agnes Agent' })).toContainText('Lead')

  await panel.getByRole('tab', { name: 'Users' }).click()
  await expect(panel.getByText('No client users assigned yet')).toBeVisible()
  await button(page, 'Assign User').click()
  await expect(field(page, 'Assignment Role').getByRole('option')).toHaveText([
    'Employee',
    'Admin',
    'Primary Contact',
  ])
  await pick(page, 'User', 'Uwe User')
  await field(page, 'Assignment Role').selectOption('Primary Contact')
  await button(page, 'Assign User').last().click()
  await isTold(page, 'Success', 'User assigned successfully')
  await expect(entryOf(other, 'Fjord Ferries')).toContainText('1 products · 1 client, 1 internal')

  await button(page, 'Remove Uwe User').click()
  await expect(panel.getByText('No client users assigned yet')).toBeVisible()
  await expect(entryOf(other, 'Fjord Ferries')).toContainText('1 products · 1 internal')
  expect(agent.name).toBe('Agnes Agent')
})

test('the numbers of a company are its tickets, and lead to them', async ({ person }) => {
  const { page, api } = await person('super_user')
  const { id } = await aClient(api, { name: 'Counted Company' })
  await aTicket(api, { clientId: id, subject: 'The counted one' })
  const answer = await holdCalls(page, `**/api/clients/${id}/stats`)
  await page.goto(`/clients?client=${id}&tab=statistics`)
  await expect(page.getByText('Loading statistics...').first()).toBeVisible()
  await answer()
  const panel = page.getByRole('region', { name: 'Counted Company' })
  for (const label of ['Total Tickets', 'Open Tickets', 'Resolved Tickets', 'Products', 'Assigned Users'])
    await expect(panel.getByRole('term').filter({ hasText: new RegExp(`^${label}$`) })).toBeVisible()
  await page.getByRole('button', { name: /Show as table/ }).click()
  await expect(panel.getByRole('row')).toHaveCount(14)
  await panel.getByRole('link', { name: '1', exact: true }).first().click()
  await expect(page).toHaveURL(`/tickets?clientId=${id}`)
  await expect(page.getByText('The counted one')).toBeVisible()
})

test('a company is deleted after a question; one with tickets is made inactive instead', async ({
  person,
}) => {
  const { page, api } = await person('super_user')
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

test('a list that fails says so and is loaded again', async ({ person }) => {
  const { page } = await person('super_user')
  const repair = await breakCalls(page, '**/api/clients')
  await page.goto('/clients')
  await expect(page.getByRole('main').getByRole('alert')).toContainText('The clients could not be loaded.')
  await repair()
  await button(page, 'Retry').click()
  await expect(page.getByText('Select a Client')).toBeVisible()
})

for (const role of ['client', 'internal', 'helpdesk'] as const)
  test(`${role} is told that Client Management is not for them`, async ({ person }) => {
    const { page } = await person(role, { path: '/clients' })
    await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible()
    await expect(page.getByText('You need admin privileges to access this page.')).toBeVisible()
  })
