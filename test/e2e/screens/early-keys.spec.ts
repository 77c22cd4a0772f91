import type { Page } from '@playwright/test'
import { aTicket } from '#test/factories.ts'
import { expect, test, type Person } from '#test/browser/desk.ts'
import { breakCalls, hasArrived, holdCalls } from '#test/browser/steps.ts'

const sheetOf = (page: Page) => page.getByRole('dialog', { name: 'Keyboard shortcuts' })

/** Opens the portal of a client whose settings are held back, and presses a key before they are there. */
async function pressEarly({ page }: Person, key: string) {
  const release = await holdCalls(page, '**/api/settings')
  const asked = page.waitForRequest('**/api/settings')
  await page.goto('/client-portal')
  await hasArrived(page)
  await page.keyboard.press(key)
  await asked
  await page.waitForTimeout(500)
  await expect(sheetOf(page)).toHaveCount(0)
  return async () => {
    const answered = page.waitForResponse('**/api/settings')
    await release()
    await answered
  }
}

test('a single key of a client who has switched them off does nothing while that is still unknown', async ({
  person,
}) => {
  const client = await person('client', { path: null })
  await client.api.send('PATCH', '/api/settings', { shortcuts: false })
  const release = await pressEarly(client, '?')
  await client.page.keyboard.press('?')
  await release()
  await client.page.waitForTimeout(500)
  await expect(sheetOf(client.page)).toHaveCount(0)
})

test('a single key that is pressed before the settings are known does its work then, or when they cannot be loaded', async ({
  person,
}) => {
  const client = await person('client', { path: null })
  const release = await pressEarly(client, '?')
  await release()
  await expect(sheetOf(client.page)).toBeVisible()

  await breakCalls(client.page, '**/api/settings')
  await client.page.reload()
  await hasArrived(client.page)
  await client.page.keyboard.press('?')
  await expect(sheetOf(client.page).getByRole('checkbox', { name: 'Single-key shortcuts' })).toBeDisabled()
})

test('keys that are pressed at once on a fresh page walk to the third ticket and open it', async ({
  person,
  desk,
}) => {
  const client = await desk.signedIn('client')
  for (const subject of ['The third', 'The second', 'The first']) await aTicket(client, { subject })
  const { page } = await person('helpdesk', { path: null })
  const release = await holdCalls(page, '**/api/settings')
  const listed = page.waitForResponse(/\/api\/tickets\?/)
  await page.goto('/tickets?sort=created')
  await listed
  for (const key of ['j', 'j', 'j', 'Enter', '/']) await page.keyboard.press(key)
  await release()
  await expect(page.getByRole('dialog', { name: 'The third' })).toBeVisible()
  await expect(page.locator('input[type=search]').first()).not.toBeFocused()
})
