import { NewTicket } from '#features/tickets/contract.ts'
import { createTicket } from '#features/tickets/server/service.ts'
import { aClient, aTicket, ticketInput } from '#test/factories.ts'
import { violationsOf } from './axe.ts'
import { expect, test } from './desk.ts'
import { holdMessages, isTold } from './steps.ts'

test('the desk gives a ticket from WhatsApp to the company it is about, and takes that back', async ({
  desk,
  person,
}) => {
  const root = await desk.signedIn('super_user')
  const stranger = await desk.person('client')
  const { name } = await aClient(root, { name: 'Northern Lights' })
  const input = NewTicket.parse(ticketInput({ customerName: 'WhatsApp', subject: 'Dictated' }))
  const { ticket } = await desk.work((unit) =>
    createTicket(unit, { id: stranger.id, role: 'client', managedClientIds: [] }, input, 'whatsapp'),
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

test('neither an internal user nor a ticket from the form has a client to choose', async ({
  desk,
  person,
}) => {
  const root = await desk.signedIn('super_user')
  const input = NewTicket.parse(ticketInput({ customerName: 'WhatsApp' }))
  const fromPhone = await desk.work((unit) =>
    createTicket(unit, { id: root.id, role: 'super_user', managedClientIds: [] }, input, 'whatsapp'),
  )
  const fromForm = await aTicket(root)
  for (const [role, id] of [
    ['internal', fromPhone.ticket.id],
    ['helpdesk', fromForm.id],
  ] as const) {
    const { page } = await person(role, { path: `/tickets?ticket=${id}` })
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByLabel('Priority')).toBeVisible()
    await expect(dialog.getByLabel('Client', { exact: true })).toHaveCount(0)
  }
})
