import { expect, test } from '#test/browser/desk.ts'
import { breakCalls, isTold } from '#test/browser/steps.ts'
import { button, field } from '#test/browser/tickets.ts'
import { cardOf, usersAlone } from '#test/browser/users-screen.ts'

test('a super user creates a user who can sign in, and another super user sees them appear', async ({
  person,
  desk,
}) => {
  const { page, api } = await person('super_user', { path: '/users?search=Solberg' })
  const { page: other } = await person('super_user', { path: '/users?search=Solberg' })
  await expect(page.getByRole('heading', { name: 'User Management', level: 1 })).toBeVisible()
  await expect(page.getByText('Manage users and assign roles', { exact: true })).toBeVisible()
  await expect(other.getByText('No users found')).toBeVisible()

  await button(page, 'Create User').click()
  const dialog = page.getByRole('dialog', { name: 'Create User' })
  await expect(dialog).toHaveCSS('max-width', '425px')
  await button(page, 'Create User').last().click()
  for (const fault of [
    'Please enter a valid email address',
    'First name is required',
    'Last name is required',
    'Company name is required',
    'Password must be at least 6 characters',
  ])
    await expect(dialog.getByText(fault)).toBeVisible()
  await expect(field(page, 'Email')).toBeFocused()
  await expect(field(page, 'Role')).toHaveValue('client')
  await expect(field(page, 'Role').getByRole('option')).toHaveText([
    'Client',
    'Internal',
    'Help Desk',
    'Super User',
  ])

  await field(page, 'Email').fill('Vera.Solberg@example.com')
  await field(page, 'First Name').fill('Vera')
  await field(page, 'Last Name').fill('Solberg')
  await field(page, 'Role').selectOption('Help Desk')
  await field(page, 'Company Name (Optional)').fill('A company nobody knows')
  await field(page, 'Password').fill('secret words')
  await button(page, 'Create User').last().click()
  await isTold(page, 'Success', 'User created successfully.')
  await expect(dialog).toBeHidden()
  for (const screen of [page, other]) {
    const card = cardOf(screen, 'Vera Solberg')
    await expect(card).toContainText('vera.solberg@example.com')
    await expect(card).toContainText('A company nobody knows')
    await expect(card).toContainText('Help Desk')
  }
  await desk.signIn('vera.solberg@example.com', 'secret words')

  await button(page, 'Create User').click()
  await field(page, 'Email').fill('vera.solberg@example.com')
  await field(page, 'First Name').fill('Another')
  await field(page, 'Last Name').fill('One')
  await field(page, 'Company Name (Optional)').click()
  const { body: companies } = await api.get<string[]>('/api/company-names')
  await expect(page.getByRole('listbox').getByRole('option')).toHaveText(companies)
  await page.getByRole('option', { name: 'A company nobody knows' }).click()
  await field(page, 'Password').fill('secret words')
  await button(page, 'Create User').last().click()
  await isTold(page, 'Error', 'A user with this email already exists.')
  await expect(field(page, 'First Name')).toHaveValue('Another')

  await breakCalls(page, usersAlone, { method: 'POST' })
  await button(page, 'Create User').last().click()
  await isTold(page, 'Error', 'Failed to create user.')
  await expect(dialog).toBeVisible()
})

test('a user is deactivated after a question, and reactivated without one', async ({ person }) => {
  const { page } = await person('super_user')
  const agent = await person('internal', { firstName: 'Olaf', lastName: 'Out' })
  await page.goto('/users?search=Olaf+Out')
  await button(page, 'Edit Olaf Out').click()
  await button(page, 'Deactivate').click()
  const question = page.getByRole('alertdialog', { name: 'Deactivate Olaf Out' })
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await question.getByRole('button', { name: 'Deactivate' }).click()
  await isTold(page, 'Success', 'Olaf Out can no longer sign in.')
  expect((await agent.api.get('/api/auth/user')).status).toBe(401)
  await expect(cardOf(page, 'Olaf Out')).toContainText('Inactive')
  await button(page, 'Edit Olaf Out').click()
  await button(page, 'Reactivate').click()
  await isTold(page, 'Success', 'Olaf Out can sign in again.')
  await expect(cardOf(page, 'Olaf Out')).not.toContainText('Inactive')
})

test('a request for a role is approved on the screen, with a second question for super users', async ({
  person,
  desk,
}) => {
  const { page } = await person('super_user', { path: '/users' })
  await fetch(`${desk.url}/api/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.9' },
    body: JSON.stringify({
      email: 'wants.all@example.com',
      password: 'secret words',
      firstName: 'Wants',
      lastName: 'All',
      role: 'super_user',
    }),
  })
  const request = page.getByRole('listitem').filter({ hasText: 'asks for' })
  await expect(request).toContainText('wants.all@example.com')
  await button(page, 'Approve the request of Wants All').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Approve' }).click()
  await isTold(page, 'Success', 'Wants All is now Super User.')
  await expect(request).toHaveCount(0)
  const approved = await desk.signIn('wants.all@example.com', 'secret words')
  expect((await approved.get('/api/users/counts')).status).toBe(200)
})

test('a super user sees where somebody is signed in, and signs them out', async ({ person }) => {
  const { page: lost, api } = await person('helpdesk', { firstName: 'Lena', lastName: 'Losphone' })
  await expect(lost.getByRole('heading', { level: 1 })).toBeVisible()
  const { page } = await person('super_user', { path: '/users?search=Losphone' })
  await button(page, 'Edit Lena Losphone').click()
  await button(page, 'Sessions').click()
  const dialog = page.getByRole('dialog', { name: 'Sessions' })
  await expect(dialog.getByRole('listitem')).toHaveCount(1)
  await button(page, 'Sign out everywhere').click()
  await isTold(page, 'Success', 'All sessions were ended.')
  await expect(dialog.getByText('Signed in nowhere.')).toBeVisible()
  expect((await api.get('/api/auth/user')).status).toBe(401)
  // Their open screen asks them to sign in, by itself.
  await expect(lost.getByRole('button', { name: 'Sign In' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name: 'Edit User' })).toBeVisible()
})
