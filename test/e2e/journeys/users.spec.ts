import type { Page } from '@playwright/test'
import { violationsOf } from '#test/browser/axe.ts'
import { expect, test } from '#test/browser/desk.ts'
import { breakCalls, holdCalls, isTold } from '#test/browser/steps.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
const cardOf = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Users' }).getByRole('listitem').filter({ hasText: name })
const usersAlone = (url: URL) => url.pathname === '/api/users'

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

test('a card shows who a user is, with a company or without', async ({ person, desk }) => {
  const { page } = await person('super_user')
  const badges = [
    ['client', 'Client', 'gray'],
    ['internal', 'Internal', 'green'],
    ['helpdesk', 'Help Desk', 'blue'],
    ['super_user', 'Super User', 'red'],
  ] as const
  for (const [role, label] of badges)
    await desk.person(role, {
      firstName: 'Carda',
      lastName: label,
      companyName: role === 'client' ? 'Fjord' : '',
    })
  await page.goto('/users?search=Carda')
  for (const [, label, hue] of badges) {
    const card = cardOf(page, `Carda ${label}`)
    await expect(card.getByRole('heading', { name: `Carda ${label}` })).toBeVisible()
    await expect(card.getByText(/^person\d+@example\.com$/)).toBeVisible()
    await expect(card.locator('.badge')).toHaveText(label)
    await expect(card.locator('.badge')).toHaveClass(new RegExp(`bg-${hue}-bg`))
    await expect(card.locator('time')).toHaveText(/^\d{1,2} [A-Z][a-z]{2} \d{4}$/)
    await expect(card.getByText('Fjord')).toHaveCount(label === 'Client' ? 1 : 0)
    await expect(button(page, `Edit Carda ${label}`)).toBeVisible()
  }
  const icons = await page.getByRole('list', { name: 'Users' }).locator('li > span > svg').all()
  expect(new Set(await Promise.all(icons.map((icon) => icon.getAttribute('class')))).size).toBe(4)
})

test('each fault in a change of a user is told, and the password is not among the fields', async ({
  person,
}) => {
  const { page } = await person('super_user', { path: '/users?search=Faulty' })
  const { email } = await person('client').then(({ api }) =>
    api.get<{ email: string }>('/api/auth/user').then(({ body }) => body),
  )
  await person('internal', { firstName: 'Faulty', lastName: 'Towers', companyName: 'Acme' })
  await button(page, 'Edit Faulty Towers').click()
  const dialog = page.getByRole('dialog', { name: 'Edit User' })
  await expect(dialog).toHaveCSS('max-width', '425px')
  await expect(dialog.locator('input, select')).toHaveCount(5)
  await expect(dialog.locator('[type=password]')).toHaveCount(0)
  await expect(field(page, 'Role')).toHaveValue('internal')
  await expect(field(page, 'Company Name (Optional)')).toHaveValue('Acme')

  await field(page, 'Company Name (Optional)').fill('')
  await field(page, 'Email').fill('nonsense')
  await field(page, 'First Name').fill('')
  await field(page, 'Last Name').fill('')
  await button(page, 'Save Changes').click()
  for (const fault of [
    'Please enter a valid email address',
    'First name is required',
    'Last name is required',
    'Company name is required',
  ])
    await expect(dialog.getByText(fault)).toBeVisible()

  await field(page, 'Company Name (Optional)').fill('Acme')
  await field(page, 'Email').fill(email)
  await field(page, 'First Name').fill('Faulty')
  await field(page, 'Last Name').fill('Towers')
  await button(page, 'Save Changes').click()
  await isTold(page, 'Error', 'A user with this email already exists.')
  await expect(field(page, 'Email')).toHaveAccessibleDescription('A user with this email already exists.')
  await breakCalls(page, /\/api\/users\/[-\w]{36}$/, { method: 'PUT' })
  await button(page, 'Save Changes').click()
  await isTold(page, 'Error', 'Failed to update user.')
  await expect(dialog).toBeVisible()
})

test('a user is found and renamed by keyboard alone', async ({ person }) => {
  const { page } = await person('super_user', { path: '/users' })
  await person('internal', { firstName: 'Torvald', lastName: 'Holm' })
  await field(page, 'Search users').focus()
  await page.keyboard.type('torvald')
  await expect(page).toHaveURL(/search=torvald/)
  await expect(page.getByText('Showing 1 to 1 of 1 user')).toBeVisible()
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
  await expect(cardOf(page, 'First').first()).toBeVisible()
  await field(page, 'Search users').fill('Thor Holm')
  await expect(cardOf(page, 'Thor Holm')).toBeVisible()
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

test('the screen of users says when it is empty, loading or failed', async ({ person }) => {
  const { page } = await person('super_user', { path: null })
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

test('a dialog asks before it throws away what was typed, and a click beside it does nothing', async ({
  person,
}) => {
  const { page } = await person('super_user', { path: '/users' })
  const dialog = page.getByRole('dialog', { name: 'Create User' })
  await button(page, 'Create User').click()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()

  await button(page, 'Create User').click()
  await field(page, 'First Name').fill('Typed')
  await page.mouse.click(5, 5)
  await expect(field(page, 'First Name')).toHaveValue('Typed')
  await field(page, 'First Name').focus()
  await page.keyboard.press('Escape')
  const question = page.getByRole('alertdialog', { name: 'Discard what you typed?' })
  await expect(question.getByRole('button', { name: 'Keep editing' })).toBeFocused()
  expect(await violationsOf(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expect(field(page, 'First Name')).toHaveValue('Typed')
  await expect(field(page, 'First Name')).toBeFocused()
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect(dialog).toBeHidden()
  await button(page, 'Create User').click()
  await expect(field(page, 'First Name')).toHaveValue('')
})
