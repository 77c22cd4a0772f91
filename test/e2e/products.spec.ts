import type { Page } from '@playwright/test'
import type { Product } from '#features/products/contract.ts'
import { expect, test } from './desk.ts'
import { breakCalls, isTold } from './steps.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
const entryOf = (page: Page, name: string) =>
  page
    .getByRole('region', { name: /^Products/ })
    .getByRole('listitem')
    .filter({ hasText: name })

test('helpdesk creates a product with its tech stack and its team', async ({ person }) => {
  const { page, api } = await person('helpdesk', { path: '/products' })
  await person('internal', { firstName: 'Aaron', lastName: 'First' })
  await person('internal', { firstName: 'Abel', lastName: 'Second' })
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Product Management', level: 1 })).toBeVisible()
  await expect(page.getByText('Manage products, tech stacks, and team assignments')).toBeVisible()
  await expect(page.getByText('Select a Product')).toBeVisible()

  await button(page, 'Create Product').click()
  const dialog = page.getByRole('dialog', { name: 'Create Product' })
  await expect(dialog).toHaveCSS('max-width', '600px')
  await button(page, 'Create Product').last().click()
  await expect(dialog.getByText('Name is required')).toBeVisible()
  await field(page, 'Name').fill('Signal Lamp')
  await field(page, 'Tech Stack').fill(' go ')
  await page.keyboard.press('Enter')
  await field(page, 'Tech Stack').fill('go')
  await page.keyboard.press('Enter')
  for (const entry of ['rust', 'zig']) {
    await field(page, 'Tech Stack').fill(entry)
    await button(page, 'Add to tech stack').click()
  }
  await expect(dialog.getByRole('list', { name: 'Tech stack' }).getByRole('listitem')).toHaveText([
    'go',
    'rust',
    'zig',
  ])
  await field(page, 'Repository URL').fill('nonsense')
  await button(page, 'Add User').click()
  await button(page, 'Add User').click()
  await expect(field(page, 'Team member 1')).toHaveValue(/^Aaron First/)
  await expect(field(page, 'Role of team member 1')).toHaveValue('developer')
  await field(page, 'Role of team member 2').selectOption('Product Manager')
  await button(page, 'Create Product').last().click()
  await expect(dialog.getByText('Repository URL must be a web address')).toBeVisible()
  await field(page, 'Repository URL').fill('https://example.com/lamp')
  await button(page, 'Create Product').last().click()
  await isTold(page, 'Success', 'Product created successfully with user assignments.')

  const entry = entryOf(page, 'Signal Lamp')
  for (const text of ['Active', 'v1.0', 'No description', 'Unassigned · 2 users', 'go, rust, …'])
    await expect(entry).toContainText(text)
  const panel = page.getByRole('region', { name: 'Signal Lamp' })
  await expect(panel.getByRole('tab')).toHaveText(['Overview', 'Team 2', 'Stats'])
  await expect(panel.getByRole('link', { name: 'https://example.com/lamp' })).toBeVisible()
  await panel.getByRole('tab', { name: 'Team' }).click()
  await expect(panel.getByRole('listitem').filter({ hasText: 'Abel Second' })).toContainText('Manager')
  await panel.getByRole('tab', { name: 'Stats' }).click()
  for (const text of ['Total Tickets', 'Open Tickets', 'Resolved', 'Avg Resolution', 'N/A', 'No activity'])
    await expect(panel.getByText(text, { exact: true }).first()).toBeVisible()
  const { body } = await api.get<Product[]>('/api/products')
  expect(body.find(({ name }) => name === 'Signal Lamp')?.techStack).toEqual(['go', 'rust', 'zig'])
})

test('a product is edited, and somebody joins and leaves its team, seen in another browser', async ({
  person,
}) => {
  const { page, api } = await person('super_user')
  const { page: other } = await person('helpdesk', { path: '/products' })
  await person('internal', { firstName: 'Mona', lastName: 'Member' })
  await api.post('/api/products', { name: 'Old Name', version: '2.1' })
  await page.goto('/products')
  await button(page, 'Edit Old Name').click()
  await expect(page.getByRole('dialog', { name: 'Edit Product' })).toHaveCSS('max-width', '600px')
  await expect(field(page, 'Version')).toHaveValue('2.1')
  await field(page, 'Name').fill('New Name')
  await field(page, 'Status').selectOption('Deprecated')
  await button(page, 'Save Changes').click()
  await isTold(page, 'Success', 'Product updated successfully.')
  await expect(entryOf(other, 'New Name')).toContainText('Deprecated')

  await button(page, 'Assign User').click()
  await button(page, 'Assign User').last().click()
  await expect(page.getByText('User is required')).toBeVisible()
  await page.getByRole('combobox', { name: 'User' }).fill('mona')
  await page.getByRole('option', { name: 'Mona Member' }).click()
  await field(page, 'Role').selectOption('Tester')
  await button(page, 'Assign User').last().click()
  await isTold(page, 'Success', 'User assigned to product successfully.')
  await expect(entryOf(other, 'New Name')).toContainText('1 users')
  await page.getByRole('tab', { name: 'Team' }).click()
  await button(page, 'Remove Mona Member').click()
  await isTold(page, 'Success', 'User removed from product successfully.')
  await expect(page.getByText('No team members assigned')).toBeVisible()
})

test('a house without products, and a list that fails, say so', async ({ person }) => {
  const { page } = await person('helpdesk')
  const repair = await breakCalls(page, '**/api/products', { status: 200, body: '[]' })
  await page.goto('/products')
  await expect(page.getByText('Products (0)')).toBeVisible()
  await expect(page.getByText('No products found')).toBeVisible()
  await repair()
  await breakCalls(page, '**/api/products')
  await page.reload()
  await expect(page.getByRole('main').getByRole('alert')).toContainText('The products could not be loaded.')
})

for (const role of ['client', 'internal'] as const)
  test(`${role} is told that Product Management is not for them`, async ({ person }) => {
    const { page } = await person(role, { path: '/products' })
    await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible()
    await expect(page.getByText('You need admin or helpdesk privileges to access this page.')).toBeVisible()
  })
