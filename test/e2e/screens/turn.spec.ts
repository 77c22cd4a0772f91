import { aTicket, change } from '#test/factories.ts'
import { holdMessages } from '#test/browser/steps.ts'
import { expect } from '#test/browser/desk.ts'
import { test } from '#test/browser/tickets.ts'

test('the turn is shown in row and card, set from the palette, and restored by an undo', async ({
  person,
}) => {
  const ana = await person('client', { path: null })
  const { page, api } = await person('helpdesk', { path: null })
  const ticket = await aTicket(ana.api, { subject: 'Printer on fire' })
  await change(api, ticket.id, { turn: 'client' })
  await page.goto(`/tickets?ticket=${ticket.id}`)
  const dialog = page.getByRole('dialog', { name: 'Printer on fire' })
  await expect(dialog.getByRole('combobox', { name: 'Waiting For' })).toHaveValue('client')
  await holdMessages(page)
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog', { name: 'Search and commands' }).getByRole('combobox').fill('third')
  await page.getByRole('option', { name: 'Waiting for third party' }).click()
  await expect(dialog.getByRole('combobox', { name: 'Waiting For' })).toHaveValue('third_party')
  // Its Undo is not the one that is pressed below.
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await dialog.getByRole('combobox', { name: 'Status' }).selectOption('resolved')
  await expect(dialog.getByRole('combobox', { name: 'Waiting For' })).toHaveValue('')
  const bar = dialog.getByRole('region', { name: 'The next ticket' })
  await bar.getByRole('button', { name: 'Undo' }).click()
  await expect(dialog.getByRole('combobox', { name: 'Waiting For' })).toHaveValue('third_party')

  await page.goto('/tickets')
  await expect(page.getByRole('row').getByRole('img', { name: 'Waiting for third party' })).toBeVisible()
  await page.setViewportSize({ width: 390, height: 800 })
  const card = page.getByRole('listitem').filter({ hasText: 'Printer on fire' })
  await expect(card.getByRole('img', { name: 'Waiting for third party' })).toBeVisible()
})
