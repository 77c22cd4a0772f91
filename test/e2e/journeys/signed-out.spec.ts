import { password } from '#test/harness.ts'
import { expect, test } from '#test/browser/desk.ts'
import { isLive, isTold, openTabBehind } from '#test/browser/steps.ts'
import { button } from '#test/browser/tickets.ts'
import { isSignedOutAtOnce, signIn } from '#test/browser/signed-out-screen.ts'

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
