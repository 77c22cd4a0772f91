import { aTicket, change } from '#test/factories.ts'
import { expect } from '#test/browser/desk.ts'
import { test } from '#test/browser/tickets.ts'

test('a subject that somebody else has changed meanwhile is not overwritten', async ({ desk, person }) => {
  const other = await desk.signedIn('helpdesk')
  const { page, api } = await person('internal', { path: null })
  const ticket = await aTicket(api, { subject: 'First words' })
  await page.goto(`/?ticket=${ticket.id}`)
  const dialog = page.getByRole('dialog', { name: ticket.ticketNumber })
  await dialog.getByRole('button', { name: 'Edit', exact: true }).click()
  const subject = dialog.getByRole('textbox', { name: 'Subject' })
  await subject.fill('My words')
  await change(other, ticket.id, { subject: 'Their words' })
  await expect(dialog.getByRole('heading', { name: 'Their words' })).toBeVisible()
  await subject.press('Enter')
  await expect(dialog.getByRole('alert')).toContainText('changed this to Their words while you were editing')
  await expect(subject).toHaveValue('My words')
  await dialog.getByRole('button', { name: 'Keep mine' }).click()
  await expect(dialog.getByRole('heading', { name: 'My words' })).toBeVisible()
})

test('a client is offered no way to edit', async ({ person }) => {
  const { page, api } = await person('client', { path: null })
  const ticket = await aTicket(api, { subject: 'As I wrote it' })
  await page.goto(`/?ticket=${ticket.id}`)
  const dialog = page.getByRole('dialog', { name: 'As I wrote it' })
  await expect(dialog.getByRole('region', { name: 'Details' })).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Edit' })).toHaveCount(0)
  await page.keyboard.press('F2')
  await expect(dialog.getByRole('textbox', { name: 'Subject' })).toHaveCount(0)
})
