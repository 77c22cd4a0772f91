import type { Page } from '@playwright/test'
import { receivedBy, settingsFor, type Smtp, startSmtp } from '#test/services/smtp.ts'
import { violationsOf } from '#test/browser/axe.ts'
import { expect, test } from '#test/browser/desk.ts'
import { isTold } from '#test/browser/steps.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })

let smtp: Smtp
test.beforeAll(async ({ desk }) => {
  smtp = await startSmtp()
  await (await desk.signedIn('super_user')).put('/api/admin/email-settings', settingsFor(smtp))
})
test.afterAll(async ({ desk }) => {
  await desk.database.pool.query('delete from smtp_settings')
  await smtp.close()
})

/** Path and query of the link in the newest mail to somebody. */
async function linkTo(email: string, count = 1): Promise<string> {
  const mails = () => receivedBy(smtp, email)
  await expect.poll(() => mails().length).toBe(count)
  return /\/reset\?token=[\w-]+/.exec(mails().at(-1)?.mail.text ?? '')?.[0] ?? ''
}

test('a person who has forgotten their password sets a new one through a mail, by keyboard alone', async ({
  desk,
  visitor,
  person,
}) => {
  const { page: other, api } = await person('internal', { firstName: 'Olga' })
  const { email } = (await api.get<{ email: string }>('/api/auth/user')).body
  const page = await visitor()
  await page.goto('/')
  await field(page, 'Email').fill(email)
  await button(page, 'Forgot password?').focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Forgot password?' })).toBeVisible()
  await expect(field(page, 'Email')).toBeFocused()
  await expect(field(page, 'Email')).toHaveValue(email)
  expect(await violationsOf(page)).toEqual([])
  await page.keyboard.press('Enter')
  await expect(
    page.getByText('If there is an account with this address, a link is on its way to it.'),
  ).toBeVisible()
  await button(page, 'Back to sign in').click()
  await expect(button(page, 'Sign In')).toBeVisible()

  await page.goto(await linkTo(email))
  await expect(page.getByRole('heading', { name: 'Set your password', level: 1 })).toBeVisible()
  await expect(page).toHaveURL(/\/reset$/)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Set your password', level: 1 })).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
  await field(page, 'Password').fill('short')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Password must be at least 6 characters')).toBeVisible()
  await expect(field(page, 'Password')).toBeFocused()
  await field(page, 'Password').fill('a new secret')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Your password is set. You are signed out everywhere.')).toBeVisible()
  expect((await api.get('/api/auth/user')).status).toBe(401)
  await expect(other.getByText('Disconnected')).toBeVisible()

  await page.getByRole('link', { name: 'Sign In' }).click()
  await field(page, 'Email').fill(email)
  await field(page, 'Password').fill('a new secret')
  await button(page, 'Sign In').click()
  await expect(page.getByRole('heading', { name: 'My Tickets', level: 1 })).toBeVisible()
  await desk.signIn(email, 'a new secret')
})

test('a link that was used, is incomplete or was never mailed says so', async ({ visitor, desk }) => {
  const { email } = await desk.person('client')
  await desk.nobody.post('/api/auth/forgot', { email })
  const link = await linkTo(email)
  const token = new URLSearchParams(link.split('?')[1]).get('token')
  await desk.nobody.post('/api/auth/reset', { token, password: 'the first one' })
  const page = await visitor()
  await page.goto(link)
  await field(page, 'Password').fill('the second one')
  await button(page, 'Set Password').click()
  await expect(page.getByRole('main').getByRole('alert')).toHaveText(
    'This link is no longer valid. Request a new one.',
  )
  const fresh = await visitor()
  await fresh.goto('/reset')
  await expect(fresh.getByRole('main').getByRole('alert')).toHaveText(
    'This link is incomplete. Open it again from the email.',
  )
})

test('an unknown address gets the same words, and no mail', async ({ visitor }) => {
  const page = await visitor()
  await page.goto('/')
  await button(page, 'Forgot password?').click()
  await button(page, 'Send Link').click()
  await expect(page.getByText('Email is required')).toBeVisible()
  await field(page, 'Email').fill('nobody.at.all@example.com')
  await button(page, 'Send Link').click()
  await expect(
    page.getByText('If there is an account with this address, a link is on its way to it.'),
  ).toBeVisible()
  expect(receivedBy(smtp, 'nobody.at.all@example.com')).toEqual([])
})

test('a super user invites somebody, sends the invitation again, and they set their password', async ({
  person,
  visitor,
}) => {
  const { page } = await person('super_user', { path: '/users' })
  await button(page, 'Create User').click()
  await field(page, 'Email').fill('ida.lund@example.com')
  await field(page, 'First Name').fill('Ida')
  await field(page, 'Last Name').fill('Lund')
  await field(page, 'Company Name (Optional)').fill('Acme')
  await field(page, 'Password').fill('typed in vain')
  await page.getByText('Send an invitation').click()
  await expect(field(page, 'Password')).toHaveCount(0)
  expect(await violationsOf(page)).toEqual([])
  await button(page, 'Create User').last().click()
  await isTold(page, 'Success', 'User created successfully.')
  const first = await linkTo('ida.lund@example.com')

  await page.goto('/users?search=ida.lund')
  await button(page, 'Edit Ida Lund').click()
  await button(page, 'Send invitation again').click()
  await isTold(page, 'Success', 'An invitation is on its way to ida.lund@example.com.')
  const second = await linkTo('ida.lund@example.com', 2)
  expect(second).not.toBe(first)

  const ida = await visitor()
  await ida.goto(second)
  await field(ida, 'Password').fill('my own secret')
  await button(ida, 'Set Password').click()
  await ida.getByRole('link', { name: 'Sign In' }).click()
  await field(ida, 'Email').fill('ida.lund@example.com')
  await field(ida, 'Password').fill('my own secret')
  await button(ida, 'Sign In').click()
  await expect(ida.getByRole('heading', { name: 'My Tickets', level: 1 })).toBeVisible()
  await page.reload()
  await button(page, 'Edit Ida Lund').click()
  await expect(page.getByRole('dialog', { name: 'Edit User' })).toBeVisible()
  await expect(button(page, 'Send invitation again')).toHaveCount(0)
})

test('a server without a mail server offers nothing that needs mails', async ({ person, visitor, desk }) => {
  await desk.database.pool.query('update smtp_settings set is_active = false')
  const page = await visitor()
  await page.goto('/')
  await expect(button(page, 'Sign In')).toBeVisible()
  await expect(button(page, 'Forgot password?')).toHaveCount(0)
  const { page: admins } = await person('super_user', { path: '/users' })
  await button(admins, 'Create User').click()
  await expect(field(admins, 'Password')).toBeVisible()
  await expect(admins.getByText('Send an invitation')).toHaveCount(0)
  await desk.database.pool.query('update smtp_settings set is_active = true')
})
