import { password } from '#test/harness.ts'
import { expect, test } from '#test/browser/desk.ts'
import { holdCalls, isTold } from '#test/browser/steps.ts'
import { button, field } from '#test/browser/tickets.ts'
import { toRegistration, signIn, fillRegistration } from '#test/browser/sign-in-screen.ts'

const toSignIn = 'Already have an account? Sign In'

test('a visitor can sign in, and finds out how to register', async ({ visitor }) => {
  const page = await visitor()
  await page.goto('/')
  await expect(page).toHaveTitle('Sign in · Signalbox')
  await expect(page.getByText('Signalbox').first()).toBeVisible()
  await expect(page.getByText('Clients submit tickets and track progress.')).toBeVisible()
  await expect(page.getByText('Team members manage assignments and workflows.')).toBeVisible()
  await expect(field(page, 'Email')).toHaveAttribute('type', 'email')
  await expect(button(page, 'Sign In')).toBeEnabled()
  await expect(field(page, 'First Name')).toHaveCount(0)

  await field(page, 'Email').fill('nora@northwind.example')
  await field(page, 'Password').fill('hidden at first')
  await expect(field(page, 'Password')).toHaveAttribute('type', 'password')
  await button(page, 'Show password').click()
  await expect(field(page, 'Password')).toHaveAttribute('type', 'text')
  await button(page, 'Hide password').click()
  await expect(field(page, 'Password')).toHaveAttribute('type', 'password')

  await button(page, toRegistration).click()
  await expect(field(page, 'First Name')).toBeFocused()
  for (const label of ['Last Name', 'Company Name', 'Mobile Number (Optional)'])
    await expect(field(page, label)).toBeVisible()
  await expect(field(page, 'Email')).toHaveValue('nora@northwind.example')
  await expect(field(page, 'Password')).toHaveValue('hidden at first')
  await expect(field(page, 'Mobile Number (Optional)')).toHaveAccessibleDescription(
    'Enter in E.164 format for SMS notifications (e.g. +1234567890)',
  )
  await expect(field(page, 'Role').getByRole('option')).toHaveText([
    'Client',
    'Internal',
    'Helpdesk',
    'Super User',
  ])
  await expect(field(page, 'Role')).toHaveValue('client')
  await expect(button(page, 'Register')).toBeVisible()

  await button(page, toSignIn).click()
  await expect(button(page, 'Sign In')).toBeVisible()
  await expect(button(page, toRegistration)).toBeVisible()
})

test('a person who mistypes the password is told so, keeps what they typed, and signs in by keyboard alone', async ({
  desk,
  visitor,
}) => {
  const { email } = await desk.person('helpdesk')
  const page = await visitor()
  await page.goto('/')
  // Nobody has claimed this desk, so above the form it offers to be set up.
  await expect(button(page, 'Create the administrator account')).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(button(page, 'Create the administrator account')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(field(page, 'Email')).toBeFocused()
  await page.keyboard.type(email)
  await page.keyboard.press('Tab')
  await page.keyboard.type('wrong horse')
  await page.keyboard.press('Enter')
  await isTold(page, 'Login Failed', 'Invalid email or password')
  await expect(field(page, 'Email')).toHaveValue(email)
  await expect(field(page, 'Password')).toHaveValue('wrong horse')

  await expect(field(page, 'Password')).toBeFocused()
  await page.keyboard.type(password)
  await page.keyboard.press('Tab')
  await expect(button(page, 'Show password')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(button(page, 'Sign In')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'My Tickets' })).toBeVisible()
})

test('a person registers, waits while the server thinks, and signs in', async ({ visitor }) => {
  const page = await visitor()
  await page.goto('/')
  await fillRegistration(page, 'nora@northwind.example')
  const letRegister = await holdCalls(page, '**/api/auth/register', 'POST')
  await button(page, 'Register').click()
  await expect(button(page, 'Loading...')).toBeDisabled()
  await letRegister()
  await isTold(page, 'Registration Successful', 'You can now log in with your credentials')
  await expect(field(page, 'First Name')).toHaveCount(0)

  const letSignIn = await holdCalls(page, '**/api/auth/login', 'POST')
  await signIn(page, 'nora@northwind.example')
  await expect(button(page, 'Loading...')).toBeDisabled()
  await letSignIn()
  await expect(page.getByRole('heading', { name: 'My Tickets' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Nora Berg' })).toContainText('client')
})

test('a person who is signed out and follows a link signs in and lands where it leads', async ({
  desk,
  visitor,
}) => {
  const { email } = await desk.person('helpdesk')
  const page = await visitor()
  await page.goto('/tickets?view=board')
  await expect(page.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Sign in to continue' })).toBeVisible()
  await signIn(page, email)
  await expect(page.getByRole('tab', { name: 'Kanban View', selected: true })).toBeVisible()
  await expect(page).toHaveURL('/tickets?view=board')
})

test('a person who signs out is back at the landing page, and the Back key leads nowhere else', async ({
  person,
}) => {
  const { page, name, api } = await person('super_user')
  await page.getByRole('button', { name }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(button(page, 'Sign In')).toBeVisible()
  await expect(page).toHaveURL('/')
  expect((await api.get('/api/auth/user')).status).toBe(401)
  await page.goto('/my-tickets')
  await expect(page.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible()
})
