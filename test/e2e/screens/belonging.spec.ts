import type { Client } from '#features/clients/contract.ts'
import type { TicketDetail } from '#features/conversation/contract.ts'
import { aClient, aTicket } from '#test/factories.ts'
import { violationsOf } from '#test/browser/axe.ts'
import { expect, test } from '#test/browser/desk.ts'
import { isTold } from '#test/browser/steps.ts'

test('a person created with the company of a client belongs to it, from the users and from the client itself', async ({
  person,
}) => {
  const { page, api } = await person('super_user', { path: null })
  const client = await aClient(api, { name: 'Kettle & Sons' })
  const peopleOf = async () => {
    const { body } = await api.get<Client[]>('/api/clients')
    const found = body.find(({ id }) => id === client.id)
    return found?.clientUsers.map(({ user, role }) => `${user.firstName}: ${role}`)
  }
  const dialog = page.getByRole('dialog', { name: 'Create User' })
  async function fill(firstName: string) {
    await dialog.getByLabel('Email').fill(`${firstName.toLowerCase()}@kettle.example`)
    await dialog.getByLabel('First Name').fill(firstName)
    await dialog.getByLabel('Last Name').fill('Kettle')
    await dialog.getByLabel('Password').fill('secret')
  }
  await page.goto('/users?new=true')
  await fill('Kit')
  await expect(dialog.getByLabel('Role there')).toHaveCount(0)
  await dialog.getByLabel('Company Name (Optional)').fill('kettle & sons')
  await expect(dialog.getByText('This person will belong to the client Kettle & Sons.')).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Create User' }).click()
  await isTold(page, 'Success', 'User created successfully.')
  expect(await peopleOf()).toEqual(['Kit: employee'])

  await page.goto(`/clients?client=${client.id}&tab=users`)
  await page.getByRole('button', { name: 'Add person' }).click()
  await expect(dialog.getByLabel('Company Name (Optional)')).toHaveValue('Kettle & Sons')
  await fill('May')
  await dialog.getByLabel('Role there').selectOption('Primary Contact')
  await dialog.getByRole('button', { name: 'Create User' }).click()
  await isTold(page, 'Success', 'User created successfully.')
  expect((await peopleOf())?.toSorted()).toEqual(['Kit: employee', 'May: contact'])
  await expect(page.getByText('may@kettle.example')).toBeVisible()
})

test('people who only say that they work at a client are named there, and assigned together', async ({
  desk,
  person,
}) => {
  const { page, api } = await person('super_user', { path: null })
  const client = await aClient(api, { name: 'Copper Kettle' })
  for (const firstName of ['Ann', 'Ben'])
    await desk.person('client', { firstName, companyName: 'COPPER KETTLE' })
  await desk.person('client', { firstName: 'Cleo', companyName: 'Copper Kettle Bakeries' })
  await page.goto(`/clients?client=${client.id}&tab=users`)
  await expect(page.getByText('2 people say they work here')).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Assign all' }).click()
  await isTold(page, 'Success', '2 users assigned')
  await expect(page.getByText('people say they work here')).toHaveCount(0)
  await expect(page.getByRole('tab', { name: 'Users 2' })).toBeVisible()
})

test('one person who cannot be assigned to a client keeps no other from it', async ({ desk, person }) => {
  const { page, api } = await person('super_user', { path: null })
  const client = await aClient(api, { name: 'Peat Works' })
  for (const firstName of ['Dan', 'Eve', 'Flo'])
    await desk.person('client', { firstName, lastName: 'Peat', companyName: 'peat works' })
  await page.goto(`/clients?client=${client.id}&tab=users`)
  const refuse = { status: 409, json: { message: 'They have left.' } }
  await page.route(`**/api/clients/${client.id}/users`, (route) => route.fulfill(refuse), { times: 1 })
  await page.getByRole('button', { name: 'Assign all' }).click()
  await isTold(page, 'Error', '2 users assigned, 1 failed. They have left.')
  await expect(page.getByText('1 person says they work here')).toBeVisible()
  await page.getByRole('button', { name: /^Assign \w+ Peat$/ }).click()
  await isTold(page, 'Success', 'User assigned successfully')
  await expect(page.getByRole('tab', { name: 'Users 3' })).toBeVisible()
})

test('requests to join a client are decided one after the other by keyboard', async ({ desk, person }) => {
  const { page, api } = await person('super_user', { path: null })
  await aClient(api, { name: 'Wick & Daughters' })
  for (const firstName of ['Hal', 'Ida'])
    await desk.person('client', { firstName, lastName: 'Wick', companyName: 'wick & daughters' })
  await page.goto('/users')
  await page.getByRole('button', { name: 'Assign Hal Wick' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Decline the request of Ida Wick' })).toBeFocused()
  await page.keyboard.press('Enter')
  await isTold(page, 'Success', 'Request declined.')
  await expect(page.getByRole('main')).toBeFocused()
})

test('requests to join a client are assigned or declined beside the requests for a role', async ({
  desk,
  person,
}) => {
  const { page, api } = await person('super_user', { path: null })
  await aClient(api, { name: 'Tallow & Co' })
  for (const firstName of ['Fay', 'Gus'])
    await desk.person('client', { firstName, lastName: 'Tallow', companyName: 'tallow & co' })
  await page.goto('/users')
  const requests = page.getByRole('region', { name: 'Requests to join a client' })
  await expect(requests.getByText('says they work at Tallow & Co')).toHaveCount(2)
  expect(await violationsOf(page)).toEqual([])
  await requests.getByRole('button', { name: 'Assign Fay Tallow' }).click()
  await isTold(page, 'Success', 'User assigned successfully')
  await requests.getByRole('button', { name: 'Decline the request of Gus Tallow' }).click()
  await isTold(page, 'Success', 'Request declined.')
  await expect(requests).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Create User' })).toBeVisible()
  await expect(requests).toHaveCount(0)
})

test('a product is created for a client', async ({ person }) => {
  const { page, api } = await person('super_user', { path: null })
  const client = await aClient(api, { name: 'Brightwater' })
  await page.goto('/products?new=true')
  const dialog = page.getByRole('dialog', { name: 'Create Product' })
  await dialog.getByLabel('Name', { exact: true }).fill('Till software')
  await dialog.getByLabel('Client (Optional)').fill('bright')
  await page.getByRole('option', { name: 'Brightwater' }).click()
  await dialog.getByRole('button', { name: 'Create Product' }).click()
  await isTold(page, 'Success', 'Product created successfully with user assignments.')
  const { body } = await api.get<Client[]>('/api/clients')
  const found = body.find(({ id }) => id === client.id)
  expect(found?.products.map(({ name }) => name)).toEqual(['Till software'])
})

test('a ticket that no one of its client can read offers to add or assign a person at once', async ({
  desk,
  person,
}) => {
  const { page, api } = await person('super_user', { path: null })
  const client = await aClient(api, { name: 'Harbour Books' })
  const ticket = await aTicket(api, { clientId: client.id })
  await desk.person('client', { firstName: 'Nora', lastName: 'Quay' })
  await page.goto(`/tickets?ticket=${ticket.id}`)
  const box = page.getByRole('textbox', { name: 'Add a comment' })
  await expect(box).toHaveAccessibleDescription('No one at Harbour Books can read this ticket')
  expect(await violationsOf(page)).toEqual([])
  await box.fill('Half a reply')
  await page.getByRole('button', { name: 'Assign User' }).click()
  const assigning = page.getByRole('dialog', { name: 'Assign User' })
  await assigning.getByRole('combobox', { name: 'User' }).fill('Nora')
  await page.getByRole('option', { name: /Nora Quay/ }).click()
  await assigning.getByLabel('Assignment Role').selectOption('Primary Contact')
  await assigning.getByRole('button', { name: 'Assign User' }).click()
  await isTold(page, 'Success', 'User assigned successfully')
  await expect(box).toHaveAccessibleDescription('Visible to Nora Quay at Harbour Books')
  await expect(page.getByRole('button', { name: 'Assign User' })).toHaveCount(0)
  await expect(box).toHaveValue('Half a reply')

  const empty = await aClient(api, { name: 'Quiet Books' })
  const other = await aTicket(api, { clientId: empty.id })
  await page.goto(`/tickets?ticket=${other.id}`)
  await box.fill('Half a reply')
  await page.getByRole('button', { name: 'Add person' }).focus()
  await page.keyboard.press('Enter')
  const creating = page.getByRole('dialog', { name: 'Create User' })
  await creating.getByRole('button', { name: 'Create User' }).click()
  await page.keyboard.press('Control+Enter')
  await expect(creating.getByText('First name is required')).toBeVisible()
  await expect(creating.getByLabel('Company Name (Optional)')).toHaveValue('Quiet Books')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Add person' })).toBeFocused()
  await expect(box).toHaveValue('Half a reply')
  for (const { id } of [ticket, other])
    expect((await api.get<TicketDetail>(`/api/tickets/${id}`)).body.comments).toEqual([])
})
