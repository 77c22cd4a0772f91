import { aClient, aTicket } from '#test/factories.ts'
import { violationsOf } from '#test/browser/axe.ts'
import { expect, test } from '#test/browser/desk.ts'
import { breakCalls, holdCalls, isTold } from '#test/browser/steps.ts'
import { button, field } from '#test/browser/tickets.ts'
import { entryOf, pick } from '#test/browser/clients-screen.ts'

test('a company gets a new product, and each failure has its stated words', async ({ person }) => {
  const { page, api } = await person('super_user')
  const { id } = await aClient(api, { name: 'Gets New' })
  await api.post('/api/products', { name: 'Free for now' })
  await person('internal', { firstName: 'Fay', lastName: 'Agent' })
  await person('client', { firstName: 'Fay', lastName: 'Member' })
  const aboutThis = new RegExp(`/api/clients/${id}(/\\w+)?$`)
  const failing = async (told: string, press: () => Promise<void>, at: RegExp | string, method = 'POST') => {
    const mend = await breakCalls(page, at, { method, status: 500, body: '{"message":"Not to be seen."}' })
    await press()
    await isTold(page, 'Error', told)
    await expect(page.getByText('Not to be seen.')).toHaveCount(0)
    await mend()
  }
  await page.goto(`/clients?client=${id}&tab=products`)
  await button(page, 'Add Client').click()
  await field(page, 'Name').fill('Never made')
  await failing('Failed to create client', () => button(page, 'Add Client').last().click(), '**/api/clients')
  await button(page, 'Cancel').click()

  await button(page, 'Add Product').click()
  await pick(page, 'Product', 'Free for now v1.0')
  const assignProduct = () => button(page, 'Assign Product').click()
  await failing('Failed to assign product', assignProduct, '**/api/products/*', 'PATCH')
  await page.getByText('New product', { exact: true }).click()
  expect(await violationsOf(page)).toEqual([])
  await button(page, 'Create Product').click()
  await expect(page.getByText('Name is required')).toBeVisible()
  await field(page, 'Name').fill('Made to measure')
  await field(page, 'Version').fill('3.2')
  await field(page, 'Tech Stack').fill('go')
  await page.keyboard.press('Enter')
  await field(page, 'Status').selectOption('Deprecated')
  await failing('Failed to create product', () => button(page, 'Create Product').click(), aboutThis)
  await page.getByText('Existing product', { exact: true }).click()
  await expect(field(page, 'Name')).toBeHidden()
  await expect(field(page, 'Product')).toHaveValue('Free for now v1.0')
  await page.getByText('New product', { exact: true }).click()
  await expect(field(page, 'Name')).toHaveValue('Made to measure')
  await button(page, 'Create Product').click()
  await isTold(page, 'Success', 'Product created successfully')
  const made = page.getByRole('tabpanel').getByRole('listitem').filter({ hasText: 'Made to measure' })
  for (const text of ['v3.2', 'Deprecated']) await expect(made.getByText(text, { exact: true })).toBeVisible()

  for (const [tab, action, label, name, told] of [
    ['Agents', 'Assign Agent', 'Agent', 'Fay Agent', 'Failed to assign agent'],
    ['Users', 'Assign User', 'User', 'Fay Member', 'Failed to assign user'],
  ] as const) {
    await page.getByRole('tab', { name: tab }).click()
    await button(page, action).click()
    await pick(page, label, name)
    await failing(told, () => button(page, action).last().click(), aboutThis)
    await button(page, 'Cancel').click()
  }
  await button(page, 'Delete Gets New').click()
  const remove = () => page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await failing('Failed to delete client', remove, aboutThis, 'DELETE')
  await expect(entryOf(page, 'Gets New')).toBeVisible()
})

test('the figures of a company count its tickets, and lead to them', async ({ person }) => {
  const { page, api } = await person('super_user', { path: null })
  const { id } = await aClient(api, { name: 'Counted Company' })
  await aTicket(api, { clientId: id, subject: 'The counted one' })
  const answer = await holdCalls(page, `**/api/clients/${id}/stats`)
  await page.goto(`/clients?client=${id}&tab=statistics`)
  await expect(page.getByText('Loading statistics...').first()).toBeVisible()
  await answer()
  const panel = page.getByRole('region', { name: 'Counted Company' })
  for (const label of ['Total Tickets', 'Open Tickets', 'Resolved Tickets', 'Products', 'Assigned Users'])
    await expect(panel.getByRole('term').filter({ hasText: new RegExp(`^${label}$`) })).toBeVisible()
  const figures = await panel.getByRole('term').allTextContents()
  expect(figures.toSorted()).toEqual([...new Set(figures)].toSorted())
  await page.getByRole('button', { name: /Show as table/ }).click()
  await expect(panel.getByRole('row')).toHaveCount(14)
  await panel.getByRole('link', { name: '1', exact: true }).first().click()
  await expect(page).toHaveURL(`/tickets?clientId=${id}`)
  await expect(page.getByText('The counted one')).toBeVisible()
})

test('a failed list of companies says so and is loaded again', async ({ person }) => {
  const { page } = await person('super_user', { path: null })
  const repair = await breakCalls(page, '**/api/clients')
  await page.goto('/clients')
  await expect(page.getByRole('main').getByRole('alert')).toContainText('The clients could not be loaded.')
  await repair()
  await button(page, 'Retry').click()
  await expect(page.getByText('Select a Client')).toBeVisible()
})

test('a product that another company has got meanwhile cannot be assigned any more', async ({ person }) => {
  const { page, api } = await person('super_user', { path: null })
  const { id } = await aClient(api, { name: 'Too Late' })
  const other = await aClient(api, { name: 'In Time' })
  const { body: product } = await api.post<{ id: string }>('/api/products', { name: 'Wanted by two' })
  await page.goto(`/clients?client=${id}&tab=products`)
  await button(page, 'Add Product').click()
  await pick(page, 'Product', 'Wanted by two v1.0')
  // This browser does not hear of it before it assigns the product itself.
  const letGo = await holdCalls(page, `**/api/products/${product.id}`, 'PATCH')
  await button(page, 'Assign Product').click()
  await api.post(`/api/clients/${other.id}/products`, { productId: product.id })
  await letGo()
  await isTold(page, 'Error', 'Failed to assign product')
  await expect(button(page, 'Assign Product')).toBeDisabled()
  const { body } = await api.get<{ id: string; clientId: string }[]>('/api/products')
  expect(body.find((one) => one.id === product.id)?.clientId).toBe(other.id)
})

test('products that could not be loaded are not called assigned', async ({ person }) => {
  const { page, api } = await person('super_user', { path: null })
  const { id } = await aClient(api, { name: 'Without Choices' })
  await breakCalls(page, '**/api/products')
  await page.goto(`/clients?client=${id}&tab=products`)
  await button(page, 'Add Product').click()
  await page.getByRole('combobox', { name: 'Product' }).click()
  await expect(page.getByRole('dialog').getByText('The products could not be loaded')).toBeVisible()
})
