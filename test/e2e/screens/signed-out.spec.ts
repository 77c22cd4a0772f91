import type { Page } from '@playwright/test'
import { password } from '#test/harness.ts'
import { expect, test } from '#test/browser/desk.ts'
import { isLive, isTold, openTabBehind } from '#test/browser/steps.ts'
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

test('a deactivated person is signed out at once, wherever they are, and stays out', async ({ person }) => {
  const { page } = await person('super_user', { path: '/users?search=Olga' })
  const olga = await person('helpdesk', { firstName: 'Olga', lastName: 'Out' })
  await isLive(olga.page)
  await olga.page.getByRole('link', { name: 'Product Management' }).click()
  await expect(olga.page.getByRole('heading', { name: 'Product Management', level: 1 })).toBeVisible()

  await button(page, 'Edit Olga Out').click()
  await button(page, 'Deactivate').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Deactivate' }).click()
  await isSignedOutAtOnce(olga.page)
  await signIn(olga.page, password)
  await isTold(olga.page, 'Login Failed', 'Invalid email or password')
  await olga.page.goto('/products')
  await expect(olga.page.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible()
})

test('a person who signs out leaves by the address for it; only their other windows ask them to sign in again', async ({
  person,
}) => {
  const { page, name } = await person('internal')
  const other = await openTabBehind(page, '/')
  await isLive(other)
  await isLive(page)
  await page.evaluate(() => {
    new MutationObserver(() => {
      if (document.body.textContent?.includes('You are signed out')) sessionStorage.setItem('asked', 'yes')
    }).observe(document.body, { childList: true, subtree: true })
  })
  // As over a slow line: the session is over before this window hears that it may leave.
  await page.route('**/api/logout', async (route) => {
    const response = await route.fetch({ maxRedirects: 0 })
    expect(response.status()).toBe(302)
    await isSignedOutAtOnce(other)
    await route.fulfill({ response })
  })
  const leaving = page.waitForRequest((request) => request.url().endsWith('/api/logout'))
  await button(page, `${name} internal`).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  expect((await leaving).isNavigationRequest()).toBe(true)
  await expect(button(page, 'Sign In')).toBeVisible()
  expect(await page.evaluate(() => sessionStorage.getItem('asked'))).toBeNull()
})
