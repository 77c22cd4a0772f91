import type { Page } from '@playwright/test'
import { password } from '#test/harness.ts'
import { expect, test } from '#test/browser/desk.ts'
import { isLive, isTold } from '#test/browser/steps.ts'
import { button } from '#test/browser/tickets.ts'
import { signInAgain, isSignedOutAtOnce, signIn } from '#test/browser/signed-out-screen.ts'

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
const links = (page: Page) => page.getByRole('navigation', { name: 'Main' }).getByRole('link')

/** Marks this document, so that a reload shows. */
const mark = (page: Page) => page.evaluate(() => document.documentElement.setAttribute('data-marked', ''))
const isMarked = (page: Page) => expect(page.locator('html')).toHaveAttribute('data-marked', '')

test('a demoted person is signed out at once, and comes back to fewer screens without a reload', async ({
  person,
}) => {
  const { page } = await person('super_user', { path: '/users?search=Dora' })
  const dora = await person('super_user', { firstName: 'Dora', lastName: 'Demoted' })
  await isLive(dora.page)
  await dora.page.getByRole('link', { name: 'Client Management' }).click()
  await expect(dora.page.getByText('Select a Client')).toBeVisible()
  await mark(dora.page)

  await button(page, 'Edit Dora Demoted').click()
  await field(page, 'Role').selectOption('Internal')
  await button(page, 'Save Changes').click()
  await isSignedOutAtOnce(dora.page)
  expect((await dora.api.get('/api/clients')).status).toBe(401)

  await signIn(dora.page, password)
  await expect(dora.page.getByRole('heading', { name: 'Access Denied', level: 1 })).toBeVisible()
  await expect(links(dora.page)).toHaveText(['My Tickets', 'Tickets'])
  await isMarked(dora.page)
  expect((await dora.page.request.get('/api/clients')).status()).toBe(403)
})

test('a new password signs the other browser out at once, and half-typed text there is kept', async ({
  person,
  desk,
  visitor,
}) => {
  const { page, api } = await person('client', { path: '/profile' })
  const { email } = (await api.get<{ email: string }>('/api/auth/user')).body
  const other = await visitor()
  const [name = '', value = ''] = (await desk.signIn(email)).cookie.split('=')
  await other.context().addCookies([{ name, value, url: desk.url }])
  await other.goto('/')
  await isLive(other)
  await other.getByRole('link', { name: 'Support Portal' }).click()
  await field(other, 'Subject').fill('Half typed')

  await field(page, 'Current Password').fill(password)
  await field(page, 'New Password').fill('a longer secret')
  await field(page, 'Repeat New Password').fill('a longer secret')
  await button(page, 'Change Password').click()
  await isTold(page, 'Success', 'Your password was changed.')
  await isSignedOutAtOnce(other)
  await expect(signInAgain(page)).toHaveCount(0)
  await signIn(other, password)
  await isTold(other, 'Login Failed', 'Invalid email or password')
  await signIn(other, 'a longer secret')
  await expect(signInAgain(other)).toHaveCount(0)
  await expect(field(other, 'Subject')).toHaveValue('Half typed')
})
