import { aComment, aTicket } from '#test/factories.ts'
import { violationsOf } from '#test/browser/axe.ts'
import { expect } from '#test/browser/desk.ts'
import { test } from '#test/browser/tickets.ts'

test('an author corrects a comment; the client sees that it was edited, and staff how it was', async ({
  person,
}) => {
  const client = await person('client', { path: null })
  const ticket = await aTicket(client.api, { subject: 'Printer on fire' })
  const { page, api } = await person('helpdesk', { path: null })
  await aComment(api, ticket.id, 'Press teh button')
  await page.goto(`/?ticket=${ticket.id}`)
  const row = page.getByRole('listitem').filter({ hasText: 'Press' })
  await row.getByRole('button', { name: 'Edit your comment' }).click()
  const box = row.getByRole('textbox', { name: 'Your comment' })
  await expect(box).toBeFocused()
  await box.fill('Press the button')
  expect(await violationsOf(page)).toEqual([])
  await page.keyboard.press('Control+Enter')
  await expect(row.getByText('edited', { exact: true })).toBeVisible()
  await row.getByText('Before the edit').click()
  await expect(row.getByText('Press teh button')).toBeVisible()

  await client.page.goto(`/?ticket=${ticket.id}`)
  const seen = client.page.getByRole('listitem').filter({ hasText: 'Press the button' })
  await expect(seen.getByText('edited', { exact: true })).toBeVisible()
  await expect(seen.getByText('Before the edit')).toHaveCount(0)
  await expect(seen.getByRole('button', { name: 'Edit your comment' })).toHaveCount(0)
})
