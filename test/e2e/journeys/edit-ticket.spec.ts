import { aClient, assign, aTicket } from '#test/factories.ts'
import { violationsOf } from '#test/browser/axe.ts'
import { expect } from '#test/browser/desk.ts'
import { isTold } from '#test/browser/steps.ts'
import { test } from '#test/browser/tickets.ts'

test('an internal user mends subject, description, category and requester in place, and takes one back', async ({
  desk,
  person,
}) => {
  const root = await desk.signedIn('super_user')
  const { id: clientId, name } = await aClient(root, { name: 'Mended Ovens' })
  const rosie = await desk.signedIn('client')
  const sofia = await desk.person('client', { firstName: 'Sofia', lastName: 'Marsh' })
  for (const { id } of [rosie, sofia]) await assign(root, clientId, id, 'employee')
  const ticket = await aTicket(rosie, { subject: 'Ovne is cold', customerName: name })

  const { page } = await person('internal', { path: `/?ticket=${ticket.id}` })
  const dialog = page.getByRole('dialog', { name: ticket.ticketNumber })
  await dialog.getByRole('button', { name: 'Ovne is cold' }).click()
  const subject = dialog.getByRole('textbox', { name: 'Subject' })
  await expect(subject).toBeFocused()
  await page.keyboard.type('Oven is cold')
  await page.keyboard.press('Enter')
  await isTold(page, 'Success', 'Ticket updated successfully.')
  await expect(dialog.getByRole('heading', { name: 'Oven is cold' })).toBeVisible()
  await expect(dialog).toContainText('changed subject to Oven is cold')

  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(dialog.getByRole('heading', { name: 'Ovne is cold' })).toBeVisible()

  await subject.fill('')
  await subject.blur()
  await expect(dialog.getByText('Subject is required')).toBeVisible()
  await subject.focus()
  await page.keyboard.press('Escape')
  await expect(subject).toHaveValue('Ovne is cold')
  expect(await violationsOf(page)).toEqual([])

  const description = dialog.getByRole('textbox', { name: 'Description' })
  await description.fill('Since this morning.')
  await description.press('Control+Enter')
  await dialog.getByLabel('Category').selectOption('Hardware')
  await expect(dialog.getByRole('region', { name: 'Description' })).toContainText('Since this morning.')
  await expect(dialog).toContainText('category to Hardware')
  await dialog.getByRole('combobox', { name: 'Requester' }).click()
  await page.keyboard.type('sofia')
  await page.getByRole('option', { name: 'Sofia Marsh' }).click()
  await expect(dialog.getByRole('region', { name: 'Requester' })).toContainText('Sofia Marsh')

  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(subject).toHaveCount(0)
  await page.keyboard.press('F2')
  await expect(subject).toBeFocused()
})
