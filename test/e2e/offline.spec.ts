import { aTicket } from '#test/factories.ts'
import { expect } from './desk.ts'
import { button, rowsOf, test } from './tickets.ts'

test('a person with a ticket open reads that they are offline, keeps text and rows, and goes on once online', async ({
  person,
}) => {
  const { page, context, api } = await person('helpdesk', { path: null })
  const ticket = await aTicket(api, { subject: 'In the tunnel' })
  await page.goto(`/tickets?ticket=${ticket.id}`)
  const dialog = page.getByRole('dialog')
  const status = dialog.getByLabel('Status', { exact: true })
  await expect(status).toBeEnabled()
  await dialog.getByLabel('Add a comment').fill('Half a thought')

  await context.setOffline(true)
  const notice = dialog.getByRole('status').filter({ hasText: 'You are offline. Your text is kept.' })
  await expect(notice).toBeVisible()
  const head = await dialog.locator('header').first().boundingBox()
  expect((await notice.boundingBox())!.y).toBeLessThan(head!.y)
  await expect(status).toBeDisabled()
  await expect(dialog.locator('fieldset', { has: page.getByLabel('Status') })).toHaveAttribute(
    'title',
    'You are offline.',
  )
  await expect(dialog.getByLabel('Add a comment')).toHaveValue('Half a thought')
  await button(dialog, 'Close').click()
  await expect(page.getByText('You are offline. You can keep reading and typing')).toBeVisible()
  await expect(rowsOf(page)).toHaveCount(1)
  // What asks for the list again, such as coming back to the window, takes nothing away.
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
  await expect(page.getByText('The tickets could not be loaded.')).toHaveCount(0)
  await expect(rowsOf(page)).toHaveCount(1)
  await page.getByRole('link', { name: 'In the tunnel' }).click()
  await expect(notice).toBeVisible()

  await context.setOffline(false)
  await expect(notice).toHaveCount(0)
  await expect(status).toBeEnabled()
  await expect(dialog.getByLabel('Add a comment')).toHaveValue('Half a thought')
})
