import type { Page } from '@playwright/test'
import { expect, test } from './desk.ts'
import { breakCalls, holdCalls, isLive, isTold } from './steps.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
const cardOf = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Users' }).getByRole('listitem').filter({ hasText: name })
const usersAlone = (url: URL) => url.pathname === '/api/users'

test('a super user creates somebody who can sign in, and another super user sees them appear', async ({
  person,
  desk,
}) => {
  const { page } = await person('super_user', { path: '/users' })
  const { page: other } = await person('super_user', { path: '/users' })
  await expect(page.getByRole('heading', { name: 'User Management', level: 1 })).toBeVisible()
  await expect(page.getByText('Manage users and assign roles')).toBeVisible()
  await expect(cardOf(other, 'First').first()).toBeVisible()

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

  await field(page, 'Email').fill('Vera.Lind@example.com')
  await field(page, 'First Name').fill('Vera')
  await field(page, 'Last Name').fill('Lind')
  await field(page, 'Role').selectOption('Help Desk')
  await field(page, 'Company Name (Optional)').fill('A company nobody knows')
  await field(page, 'Password').fill('secret words')
  await button(page, 'Create User').last().click()
  await isTold(page, 'Success', 'User created successfully.')
  await expect(dialog).toBeHidden()
  for (const screen of [page, other]) {
    const card = cardOf(screen, 'Vera Lind')
    await expect(card).toContainText('vera.lind@example.com')
    await expect(card).toContainText('A company nobody knows')
    await expect(card).toContainText('Help Desk')
  }
  await desk.signIn('vera.lind@example.com', 'secret words')

  await button(page, 'Create User').click()
  await field(page, 'Email').fill('vera.lind@example.com')
  await field(page, 'First Name').fill('Another')
  await field(page, 'Last Name').fill('One')
  await field(page, 'Company Name (Optional)').click()
  await page.getByRole('option', { name: 'A company nobody knows' }).click()
  await field(page, 'Password').fill('secret words')
  await button(page, 'Create User').last().click()
  await isTold(page, 'Error', 'A user with this email already exists.')
  await expect(field(page, 'First Name')).toHaveValue('Another')
})

test('by keyboard alone a user is found and renamed', async ({ person }) => {
  const { page } = await person('super_user', { path: '/users' })
  await person('internal', { firstName: 'Torvald', lastName: 'Holm' })
  await field(page, 'Search users').focus()
  await page.keyboard.type('torvald')
  await expect(page).toHaveURL(/search=torvald/)
  await expect(page.getByText('Showing 1 to 1 of 1 users')).toBeVisible()
  const edit = button(page, 'Edit Torvald Holm')
  for (let tabs = 0; tabs < 12 && !(await edit.evaluate((one) => one === document.activeElement)); tabs++)
    await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Edit User' })).toBeVisible()
  await expect(field(page, 'Email')).toBeFocused()
  await expect(field(page, 'First Name')).toHaveValue('Torvald')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Thor')
  await page.keyboard.press('Enter')
  await isTold(page, 'Success', 'User updated successfully.')
  await expect(page.getByText('No users found')).toBeVisible()
  await button(page, 'Clear filters').last().click()
  await expect(cardOf(page, 'Thor Holm')).toBeVisible()
})

test('who is deactivated is out within a second, wherever they are signed in', async ({ person }) => {
  const { page } = await person('super_user', { path: '/users' })
  const agent = await person('internal', { path: '/tickets', firstName: 'Olaf', lastName: 'Out' })
  await agent.page.goto('/')
  await isLive(agent.page)
  await page.goto('/users?search=Olaf+Out')
  await button(page, 'Edit Olaf Out').click()
  await button(page, 'Deactivate').click()
  const question = page.getByRole('alertdialog', { name: 'Deactivate Olaf Out' })
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await question.getByRole('button', { name: 'Deactivate' }).click()
  await expect(agent.page.getByText('Disconnected')).toBeVisible({ timeout: 1500 })
  expect((await agent.api.get('/api/auth/user')).status).toBe(401)
  await expect(cardOf(page, 'Olaf Out')).toContainText('Inactive')
  await button(page, 'Edit Olaf Out').click()
  await button(page, 'Reactivate').click()
  await isTold(page, 'Success', 'Olaf Out can sign in again.')
  await expect(cardOf(page, 'Olaf Out')).not.toContainText('Inactive')
})

test('a request for a role is approved on the screen, asked about once more for super users', async ({
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

test('a screen without users, one that waits and one that fails say so', async ({ person }) => {
  const { page } = await person('super_user')
  const answer = await holdCalls(page, usersAlone)
  await page.goto('/users')
  await expect(page.getByText('Loading users...')).toBeAttached()
  await answer()
  await expect(cardOf(page, 'First').first()).toBeVisible()

  const repair = await breakCalls(page, usersAlone)
  await page.reload()
  await expect(page.getByRole('main').getByRole('alert')).toContainText('The users could not be loaded.')
  await repair()
  await button(page, 'Retry').click()
  await expect(cardOf(page, 'First').first()).toBeVisible()

  await breakCalls(page, usersAlone, { status: 200, body: '[]' })
  await page.reload()
  await expect(page.getByText('No users found')).toBeVisible()
  await expect(page.getByText('Get started by creating your first user.')).toBeVisible()
  await button(page, 'Create User').last().click()
  await expect(page.getByRole('dialog', { name: 'Create User' })).toBeVisible()
})

for (const role of ['client', 'internal', 'helpdesk'] as const)
  test(`${role} is told that User Management is not for them`, async ({ person }) => {
    const { page } = await person(role, { path: '/users' })
    await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible()
    await expect(page.getByText('You need admin privileges to access this page.')).toBeVisible()
    await expect(page.getByRole('link', { name: 'User Management' })).toHaveCount(0)
  })
