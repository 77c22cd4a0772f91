import type { Product } from '#features/products/contract.ts'
import { aClient } from '#test/factories.ts'
import { expect, test } from '#test/browser/desk.ts'
import { breakCalls, isTold } from '#test/browser/steps.ts'
import { button, field } from '#test/browser/tickets.ts'
import { entryOf } from '#test/browser/products-screen.ts'

test('the list shows two entries of a tech stack without an ellipsis, and marks each status', async ({
  person,
}) => {
  const { page, api } = await person('super_user', { path: null })
  const { id: clientId } = await aClient(api, { name: 'Lamp House' })
  for (const [name, status, version] of [
    ['Amber Lamp', 'maintenance', '4.5'],
    ['Red Lamp', 'deprecated', null],
    ['Green Lamp', 'active', null],
  ] as const)
    await api.post('/api/products', {
      name,
      status,
      version,
      clientId,
      description: `It is ${status}`,
      techStack: ['go', 'rust'],
    })
  await page.goto('/products')
  for (const [name, label, hue, version] of [
    ['Amber Lamp', 'Maintenance', 'amber', 'v4.5'],
    ['Red Lamp', 'Deprecated', 'red', 'v1.0'],
    ['Green Lamp', 'Active', 'green', 'v1.0'],
  ] as const) {
    const entry = entryOf(page, name)
    for (const text of [label, version, `It is ${label.toLowerCase()}`, 'Lamp House · 0 users', 'go, rust'])
      await expect(entry.getByText(text, { exact: true })).toBeVisible()
    await expect(entry.locator('.badge')).toHaveClass(new RegExp(`bg-${hue}-bg`))
    await expect(button(page, `Edit ${name}`)).toBeVisible()
  }
})

test('each failure with a product has its stated words', async ({ person }) => {
  const { page, api } = await person('helpdesk')
  const { id: member } = await person('internal', { firstName: 'Faith', lastName: 'Member' }).then(
    ({ api: own }) => own,
  )
  const { body } = await api.post<Product>('/api/products', {
    name: 'Failing',
    userAssignments: [{ userId: member }],
  })
  await person('internal', { firstName: 'Fred', lastName: 'Newcomer' })
  const failing = async (told: string, press: () => Promise<void>, at: string, method: string, said = '') => {
    const mend = await breakCalls(page, at, { method, status: 500, body: said })
    await press()
    await isTold(page, 'Error', told)
    await mend()
  }
  await page.goto(`/products?product=${body.id}&tab=team`)
  await button(page, 'Create Product').click()
  await field(page, 'Name').fill('Never made')
  const create = () => button(page, 'Create Product').last().click()
  await failing('Failed to create product.', create, '**/api/products', 'POST')
  await failing('The disk is full.', create, '**/api/products', 'POST', '{"message":"The disk is full."}')
  await button(page, 'Cancel').click()

  await button(page, 'Edit Failing').click()
  const save = () => button(page, 'Save Changes').click()
  await failing('Failed to update product.', save, '**/api/products/*', 'PATCH', '{"message":"No."}')
  await button(page, 'Cancel').click()

  await button(page, 'Assign User').click()
  await page.getByRole('combobox', { name: 'User' }).fill('fred')
  await page.getByRole('option', { name: 'Fred Newcomer' }).click()
  const assign = () => button(page, 'Assign User').last().click()
  await failing('Failed to assign user.', assign, '**/api/products/*/users', 'POST')
  await button(page, 'Cancel').click()
  const remove = () => button(page, 'Remove Faith Member').click()
  await failing('Failed to remove user.', remove, '**/api/products/*/users/*', 'DELETE')
  await expect(button(page, 'Remove Faith Member')).toBeVisible()
})

test('a desk without products, and a list that fails, say so', async ({ person }) => {
  const { page } = await person('helpdesk', { path: null })
  const repair = await breakCalls(page, '**/api/products', { status: 200, body: '[]' })
  await page.goto('/products')
  await expect(page.getByText('Products (0)')).toBeVisible()
  await expect(page.getByText('No products found')).toBeVisible()
  await repair()
  await breakCalls(page, '**/api/products')
  await page.reload()
  await expect(page.getByRole('main').getByRole('alert')).toContainText('The products could not be loaded.')
})

test('two administrators who change the same field see each other, and the second decides', async ({
  person,
}) => {
  const { page, api } = await person('super_user', { path: null })
  const { id } = (await api.post<Product>('/api/products', { name: 'Overlap', description: 'As it was' }))
    .body
  await page.goto(`/products?product=${id}`)
  await button(page, 'Edit Overlap').click()
  const dialog = page.getByRole('dialog', { name: 'Edit Product' })
  const description = dialog.getByLabel('Description', { exact: true })
  await description.fill('As I want it')
  await api.send('PATCH', `/api/products/${id}`, { description: 'As they want it', version: '9.9' })
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(description).toHaveAccessibleDescription(
    'Someone else has changed this to “As they want it”. Save again to replace it.',
  )
  await expect(description).toBeFocused()
  await expect(description).toHaveValue('As I want it')
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await isTold(page, 'Success', 'Product updated successfully.')
  const { body } = await api.get<{ id: string; description: string; version: string }[]>('/api/products')
  // Fields that only the other has changed stay theirs.
  expect(body.find((one) => one.id === id)).toMatchObject({ description: 'As I want it', version: '9.9' })
})

test('choices that could not be loaded do not say that there is nobody', async ({ person }) => {
  const { page, api } = await person('super_user', { path: null })
  const { id } = (await api.post<Product>('/api/products', { name: 'Without choices' })).body
  await breakCalls(page, /\/api\/users\?/)
  await breakCalls(page, /\/api\/clients\?fields/)
  await page.goto(`/products?product=${id}&tab=team&new=true`)
  const creating = page.getByRole('dialog', { name: 'Create Product' })
  await button(creating, 'Add User').click()
  await expect(creating.getByText('The users could not be loaded.')).toBeVisible()
  await field(creating, 'Client (Optional)').click()
  await expect(creating.getByText('The clients could not be loaded')).toBeVisible()
  await button(creating, 'Cancel').click()
  await button(page, 'Assign User').click()
  const assigning = page.getByRole('dialog', { name: 'Assign User' })
  await assigning.getByRole('combobox', { name: 'User' }).click()
  await expect(assigning.getByText('The users could not be loaded')).toBeVisible()
})
