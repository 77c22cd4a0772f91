import { aClient, assign, aTicket } from '#test/factories.ts'
import { violationsOf } from '#test/browser/axe.ts'
import { expect } from '#test/browser/desk.ts'
import { test } from '#test/browser/tickets.ts'

test('the desk adds a colleague of the requester, who then finds the ticket, and the composer names both', async ({
  desk,
  person,
}) => {
  const root = await desk.signedIn('super_user')
  const { id: clientId, name } = await aClient(root, { name: 'Copper Kettle' })
  const rosie = await desk.person('client', { firstName: 'Rosie', lastName: 'Hargreaves' })
  const sofia = await desk.person('client', { firstName: 'Sofia', lastName: 'Marsh' })
  for (const { id } of [rosie, sofia]) await assign(root, clientId, id, 'employee')
  const asking = await desk.signIn(rosie.email)
  const ticket = await aTicket(asking, { subject: 'Oven is cold', customerName: name })

  const { page } = await person('helpdesk', { path: `/?ticket=${ticket.id}` })
  const dialog = page.getByRole('dialog', { name: 'Oven is cold' })
  const card = dialog.getByRole('region', { name: 'Requester' })
  await card.getByRole('button', { name: 'Add a person' }).click()
  await page.keyboard.type('sof')
  await expect(page.getByRole('option')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(card.getByText('Sofia Marsh')).toBeVisible()
  await expect(dialog).toContainText('added Sofia Marsh to the ticket')
  await expect(dialog).toContainText('Visible to Rosie Hargreaves at Copper Kettle, + Sofia Marsh')
  expect(await violationsOf(page)).toEqual([])

  await card.getByRole('button', { name: 'Remove Sofia Marsh' }).click()
  await expect(card.getByText('Sofia Marsh')).toHaveCount(0)
  await expect(dialog).not.toContainText('+ Sofia Marsh')
})

test('a requester adds a colleague and sees who reads along; one who belongs to no client is offered nothing', async ({
  desk,
  person,
}) => {
  const root = await desk.signedIn('super_user')
  const { id: clientId, name } = await aClient(root, { name: 'Tea House' })
  const { page, api } = await person('client', { path: null })
  const alone = await aTicket(api, { subject: 'Before I belonged', customerName: name })
  await page.goto(`/?ticket=${alone.id}`)
  await expect(page.getByRole('dialog').getByRole('region', { name: 'Details' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Participants' })).toHaveCount(0)

  const sofia = await desk.person('client', { firstName: 'Sofia', lastName: 'Marsh' })
  for (const id of [api.id, sofia.id]) await assign(root, clientId, id, 'employee')
  const ticket = await aTicket(api, { subject: 'Kettle is cold', customerName: name })
  await page.goto(`/?ticket=${ticket.id}`)
  const card = page.getByRole('region', { name: 'Participants' })
  await card.getByRole('button', { name: 'Add a person' }).click()
  await page.getByRole('option', { name: 'Sofia Marsh' }).click()
  await expect(card.getByRole('listitem')).toContainText('Sofia Marsh')
})
