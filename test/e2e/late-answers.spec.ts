import { aTicket } from '#test/factories.ts'
import { expect } from './desk.ts'
import { holdCalls, isTold } from './steps.ts'
import { test } from './tickets.ts'

test('a deletion that is answered late leaves the ticket alone that somebody has gone on to', async ({
  person,
}) => {
  const { page, api } = await person('helpdesk')
  await aTicket(api, { subject: 'It stays' })
  const { id } = await aTicket(api, { subject: 'It goes' })
  await page.goto('/tickets')
  await page.getByRole('link', { name: 'It goes' }).click()
  const letGo = await holdCalls(page, `**/api/tickets/${id}`, 'DELETE')
  await page.getByRole('dialog', { name: 'It goes' }).getByRole('button', { name: 'Delete Ticket' }).click()
  const question = page.getByRole('alertdialog', { name: 'Delete Ticket' })
  await question.getByRole('button', { name: 'Delete' }).click()
  await page.keyboard.press('Escape')
  await expect(question).toHaveCount(0)
  await page.getByRole('button', { name: 'Next ticket' }).click()
  await expect(page.getByRole('dialog', { name: 'It stays' })).toBeVisible()
  await letGo()
  await isTold(page, 'Success', 'Ticket deleted successfully.')
  await expect(page.getByRole('dialog', { name: 'It stays' })).toBeVisible()
})
