import { aTicket } from '#test/factories.ts'
import { violationsOf } from '#test/browser/axe.ts'
import { expect } from '#test/browser/desk.ts'
import { test } from '#test/browser/tickets.ts'
import { field, open } from '#test/browser/new-ticket-screen.ts'

test('open tickets with a similar subject are offered to whoever writes one, as far as they may see them', async ({
  desk,
  person,
}) => {
  const ana = await desk.signedIn('client')
  const known = await aTicket(ana, { subject: 'Turnstile refuses every badge' })
  const { page, become } = await person('helpdesk', { path: '/tickets' })
  await open(page, 'Turnstile refuses badges')
  const similar = page.getByRole('region', { name: 'Similar open tickets' })
  await expect(page.getByText('Similar open tickets are listed below the subject.')).toBeAttached()
  const popup = page.waitForEvent('popup')
  await similar.getByRole('link', { name: known.ticketNumber }).click()
  await expect((await popup).getByRole('dialog', { name: known.subject })).toBeVisible()
  await (await popup).close()
  await expect(field(page, 'Subject')).toHaveValue('Turnstile refuses badges')
  expect(await violationsOf(page)).toEqual([])
  // A list for another subject says nothing of one that is too short to be looked for.
  await field(page, 'Subject').fill('Fax')
  await expect(similar).toHaveCount(0)

  await become('client', { path: '/client-portal' })
  const asked = page.waitForResponse((response) => response.url().includes('/api/search/similar'))
  await page.getByLabel('Subject', { exact: true }).fill('Turnstile refuses badges')
  await asked
  await expect(similar).toHaveCount(0)
})
