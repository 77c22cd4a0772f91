import { NewTicket } from '#features/tickets/contract.ts'
import { createTicket } from '#features/conversation/server/service.ts'
import { aClient, aTicket, ticketInput } from '#test/factories.ts'
import { violationsOf } from '#test/browser/axe.ts'
import { expect, test } from '#test/browser/desk.ts'
import { holdMessages, isTold } from '#test/browser/steps.ts'

test('the desk gives a ticket from WhatsApp to the company it is about, and takes that back', async ({
  desk,
  person,
}) => {
  const root = await desk.signedIn('super_user')
  const stranger = await desk.person('client')
  const { name } = await aClient(root, { name: 'Northern Lights' })
  const input = NewTicket.parse(ticketInput({ customerName: 'WhatsApp', subject: 'Dictated' }))
  const { ticket } = await desk.work((unit) =>
    createTicket(unit, { id: stranger.id, role: 'client', managedClientIds: [], clientIds: [] }, input, {
      source: 'whatsapp',
    }),
  )
  const { page } = await person('helpdesk', { path: `/tickets?ticket=${ticket.id}` })
  const client = page.getByRole('combobox', { name: 'Client' })
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Client', { exact: true })).toHaveValue('WhatsApp')
  expect(await violationsOf(page)).toEqual([])
  await holdMessages(page)
  await client.last().click()
  await page.keyboard.type('north')
  await page.keyboard.press('Enter')
  await isTold(page, 'Success', 'Ticket updated successfully.')
  await expect(dialog.getByLabel('Client', { exact: true })).toHaveValue(name)
  await expect(dialog).toContainText('changed client')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(dialog.getByLabel('Client', { exact: true })).toHaveValue('WhatsApp')
})

test('the desk moves a ticket from the form that was filed for the wrong company; an internal user has no client to choose', async ({
  desk,
  person,
}) => {
  const root = await desk.signedIn('super_user')
  const [wrong, right] = [
    await aClient(root, { name: 'Acmee Bakeries' }),
    await aClient(root, { name: 'Acme Bakeries' }),
  ]
  const { id } = await aTicket(root, { clientId: wrong.id, customerName: wrong.name })
  const { page } = await person('helpdesk', { path: `/tickets?ticket=${id}` })
  const dialog = page.getByRole('dialog')
  const client = dialog.getByLabel('Client', { exact: true })
  await expect(client).toHaveValue(wrong.name)
  await holdMessages(page)
  await client.click()
  await page.keyboard.type('acme bak')
  await page.keyboard.press('Enter')
  await isTold(page, 'Success', 'Ticket updated successfully.')
  await expect(client).toHaveValue(right.name)

  const { page: other } = await person('internal', { path: `/tickets?ticket=${id}` })
  await expect(other.getByRole('dialog').getByLabel('Priority')).toBeVisible()
  await expect(other.getByRole('dialog').getByLabel('Client', { exact: true })).toHaveCount(0)
})
