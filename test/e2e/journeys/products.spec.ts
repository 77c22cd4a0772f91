import type { Product } from '#features/products/contract.ts'
import { expect, test } from '#test/browser/desk.ts'
import { holdCalls, isTold } from '#test/browser/steps.ts'
import { button, field } from '#test/browser/tickets.ts'
import { entryOf } from '#test/browser/products-screen.ts'

test('helpdesk creates a product with its tech stack and its team', async ({ person }) => {
  const { page, api } = await person('helpdesk', { path: '/products' })
  await person('internal', { firstName: 'Aaron', lastName: 'First' })
  await person('internal', { firstName: 'Abel', lastName: 'Second' })
  await person('internal', { firstName: 'Ada', lastName: 'Third' })
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
  await expect(field(page, 'Status')).toHaveValue('active')
  await expect(field(page, 'Status').getByRole('option')).toHaveText(['Active', 'Maintenance', 'Deprecated'])
  await field(page, 'Documentation').fill('Read the back')
  await field(page, 'Tech Stack').fill(' go ')
  await page.keyboard.press('Enter')
  await field(page, 'Tech Stack').fill('go')
  await page.keyboard.press('Enter')
  for (const entry of ['rust', '  ', 'cobol', 'zig']) {
    await field(page, 'Tech Stack').fill(entry)
    await button(page, 'Add to tech stack').click()
  }
  await button(page, 'Remove cobol').click()
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
  await expect(field(page, 'Role of team member 1').getByRole('option')).toHaveText([
    'Developer',
    'Lead Developer',
    'Tester',
    'Product Manager',
  ])
  await field(page, 'Team member 1').fill('Ada')
  await page.getByRole('option', { name: 'Ada Third' }).click()
  await field(page, 'Role of team member 2').selectOption('Product Manager')
  await button(page, 'Create Product').last().click()
  await expect(dialog.getByText('Repository URL must be a web address')).toBeVisible()
  await field(page, 'Repository URL').fill('https://example.com/lamp')
  await field(page, 'Tech Stack').fill('typed and not added')
  await button(page, 'Create Product').last().click()
  await isTold(page, 'Success', 'Product created successfully with user assignments.')

  const entry = entryOf(page, 'Signal Lamp')
  for (const text of ['Active', 'v1.0', 'No description', 'Unassigned · 2 users', 'go, rust, …'])
    await expect(entry).toContainText(text)
  const panel = page.getByRole('region', { name: 'Signal Lamp' })
  await expect(panel.getByRole('tab')).toHaveText(['Overview', 'Team 2', 'Stats'])
  for (const [term, known] of [
    ['Name', 'Signal Lamp'],
    ['Client', 'Unassigned'],
    ['Version', '1.0'],
    ['Status', 'Active'],
    ['Description', 'No description'],
    ['Tech Stack', 'gorustzigtyped and not added'],
    ['Repository', 'https://example.com/lamp'],
    ['Documentation', 'Read the back'],
  ] as const)
    await expect(
      panel
        .locator('dl > div')
        .filter({ has: page.getByText(term, { exact: true }) })
        .getByRole('definition'),
    ).toHaveText(known)
  await expect(panel.getByRole('link')).toHaveAttribute('href', 'https://example.com/lamp')
  await panel.getByRole('tab', { name: 'Team' }).click()
  const team = panel.getByRole('listitem')
  await expect(team.filter({ hasText: 'Ada Third' })).toContainText('Developer')
  await expect(team.filter({ hasText: 'Abel Second' })).toContainText('Manager')
  await expect(team.filter({ hasText: 'Abel Second' })).toContainText('@example.com')
  const answer = await holdCalls(page, '**/api/products/*/stats')
  await panel.getByRole('tab', { name: 'Stats' }).click()
  await expect(panel.getByText('Loading statistics...').first()).toBeVisible()
  await answer()
  for (const text of ['Total Tickets', 'Open Tickets', 'Resolved', 'Avg Resolution', 'N/A', 'No activity'])
    await expect(panel.getByText(text, { exact: true })).toBeVisible()
  const { body } = await api.get<Product[]>('/api/products')
  expect(body.find(({ name }) => name === 'Signal Lamp')?.techStack).toEqual([
    'go',
    'rust',
    'zig',
    'typed and not added',
  ])
})

test('a product is edited, and somebody joins and leaves its team, seen in another browser', async ({
  person,
}) => {
  const { page, api } = await person('super_user')
  const { page: other } = await person('helpdesk', { path: '/products' })
  await person('internal', { firstName: 'Mona', lastName: 'Member' })
  await person('client', { firstName: 'Never', lastName: 'OnATeam' })
  const { body: product } = await api.post<{ id: string }>('/api/products', {
    name: 'Old Name',
    version: '2.1',
  })
  await page.goto('/products')
  await button(page, 'Edit Old Name').click()
  await expect(page.getByRole('dialog', { name: 'Edit Product' })).toHaveCSS('max-width', '600px')
  await expect(field(page, 'Version')).toHaveValue('2.1')
  await field(page, 'Name').fill('New Name')
  await field(page, 'Status').selectOption('Deprecated')
  await api.send('PATCH', `/api/products/${product.id}`, { documentation: 'Written meanwhile' })
  await button(page, 'Save Changes').click()
  await isTold(page, 'Success', 'Product updated successfully.')
  const { body: stored } = await api.get<{ id: string; documentation: string }[]>('/api/products')
  expect(stored.find(({ id }) => id === product.id)?.documentation, 'the work of another').toBe(
    'Written meanwhile',
  )
  await expect(entryOf(other, 'New Name')).toContainText('Deprecated')

  await button(page, 'Assign User').click()
  await button(page, 'Assign User').last().click()
  await expect(page.getByText('User is required')).toBeVisible()
  await expect(field(page, 'Role')).toHaveValue('developer')
  await expect(field(page, 'Role').getByRole('option')).toHaveText(['Developer', 'Lead', 'Tester', 'Manager'])
  await page.getByRole('combobox', { name: 'User' }).fill('never')
  await expect(page.getByText('No people found')).toBeVisible()
  const letGo = await holdCalls(page, ({ searchParams }) => searchParams.get('search') === 'mona')
  await page.getByRole('combobox', { name: 'User' }).fill('mona')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('combobox', { name: 'User' }), 'nobody who was found before').toHaveValue(
    'mona',
  )
  await letGo()
  await page.getByRole('option', { name: 'Mona Member' }).click()
  await field(page, 'Role').selectOption('Tester')
  await button(page, 'Assign User').last().click()
  await isTold(page, 'Success', 'User assigned to product successfully.')
  await expect(entryOf(other, 'New Name')).toContainText('1 user')
  await page.getByRole('tab', { name: 'Team' }).click()
  await button(page, 'Remove Mona Member').click()
  await isTold(page, 'Success', 'User removed from product successfully.')
  await expect(page.getByText('No team members assigned')).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Team' }), 'the focus stays near').toBeFocused()
})
