import type { Locator, Page } from '@playwright/test'
import type { CurrentUser } from '#features/users/contract.ts'
import { aClient } from '#test/factories.ts'
import { password } from '#test/harness.ts'
import { violationsOf } from '#test/browser/axe.ts'
import { expect, test, type Person } from '#test/browser/desk.ts'
import { callsOf, isTold } from '#test/browser/steps.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const field = (within: Page | Locator, label: string) => within.getByLabel(label, { exact: true })
const asking = (page: Page) => page.getByRole('dialog', { name: 'Enter your password' })

/** Makes it twenty minutes since somebody signed in. */
const waitLong = ({ api }: Person, pool: { query(text: string, values: unknown[]): unknown }) =>
  pool.query("update sessions set created_at = created_at - interval '20 minutes' where user_id = $1", [
    api.id,
  ])

test('an address is changed after the password, when the sign-in is old; what was typed is kept, by keyboard alone', async ({
  desk,
  person,
}) => {
  const me = await person('client', { path: '/profile' })
  const { page, api } = me
  await waitLong(me, desk.database.pool)
  const wanted = `kept.${Date.now()}@example.com`
  await field(page, 'First Name').fill('Kept')
  await field(page, 'Email').fill(wanted)
  await page.keyboard.press('Enter')
  await expect(field(asking(page), 'Password')).toBeFocused()
  expect(await violationsOf(page)).toEqual([])

  // Closing it changes nothing, and loses nothing.
  await page.keyboard.press('Escape')
  await expect(asking(page)).toBeHidden()
  await expect(field(page, 'Email')).toHaveValue(wanted)
  await field(page, 'Email').press('Enter')
  await field(asking(page), 'Password').fill('not this one')
  await page.keyboard.press('Enter')
  await expect(asking(page).getByText('This is not your current password')).toBeVisible()
  await expect(field(asking(page), 'Password')).toBeFocused()
  await field(asking(page), 'Password').fill(password)
  await page.keyboard.press('Enter')
  await isTold(page, 'Success', 'Profile updated successfully')
  await expect(asking(page)).toBeHidden()
  const { email, firstName } = (await api.get<CurrentUser>('/api/auth/user')).body
  expect([email, firstName]).toEqual([wanted, 'Kept'])

  // It is asked once in a quarter of an hour.
  const calls = callsOf(page, 'PUT')
  await field(page, 'Email').fill(`again.${wanted}`)
  await page.keyboard.press('Enter')
  await expect.poll(() => calls).toContain('/api/profile')
  await isTold(page, 'Success', 'Profile updated successfully')
  await expect(asking(page)).toBeHidden()
})

test('a super user with an old sign-in gives a role, and takes the file of a client, after the password', async ({
  desk,
  person,
}) => {
  const root = await person('super_user')
  const { page, api } = root
  const { api: riser } = await person('client', { firstName: 'Rosa', lastName: 'Riser', path: null })
  const client = await aClient(api)
  await waitLong(root, desk.database.pool)
  await page.goto('/users?search=Riser')
  await button(page, 'Edit Rosa Riser').click()
  await field(page, 'Role').selectOption('Internal')
  await button(page, 'Save Changes').click()
  await field(asking(page), 'Password').fill(password)
  await button(page, 'Continue').click()
  await isTold(page, 'Success', 'User updated successfully.')
  const { rows } = await desk.database.pool.query('select role from users where id = $1', [riser.id])
  expect(rows).toEqual([{ role: 'internal' }])

  await desk.database.pool.query('update sessions set password_shown_at = null where user_id = $1', [api.id])
  await page.goto(`/clients?client=${client.id}`)
  await page.getByText('Export for the client').click()
  await field(asking(page), 'Password').fill(password)
  const download = page.waitForEvent('download')
  await button(page, 'Continue').click()
  expect((await download).suggestedFilename()).toMatch(/\.zip$/)
})
