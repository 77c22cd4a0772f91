import { aTicket } from '#test/factories.ts'
import { expect } from '#test/browser/desk.ts'
import { test } from '#test/browser/tickets.ts'

test('the desk meets the requester beside the ticket, and goes from there to all they have asked for', async ({
  person,
}) => {
  const rosie = await person('client', { path: null })
  const { page } = await person('helpdesk', { path: null })
  const ticket = await aTicket(rosie.api, { subject: 'Printer on fire', customerName: 'Brightwater' })
  await page.goto(`/?ticket=${ticket.id}`)
  const dialog = page.getByRole('dialog', { name: 'Printer on fire' })
  const card = dialog.getByRole('region', { name: 'Requester' })
  await expect(card.getByRole('link', { name: '@' })).toHaveAttribute('href', /^mailto:.+@/)
  await expect(card.getByRole('link', { name: '1 open ticket' })).toBeVisible()
  await expect(card.getByText('Other tickets')).toHaveCount(0)

  const other = await aTicket(rosie.api, { subject: 'Scanner is cold', customerName: 'Brightwater' })
  await expect(card.getByRole('link', { name: '2 open tickets' })).toBeVisible()
  await card.getByRole('link', { name: 'Scanner is cold' }).click()
  await expect(page).toHaveURL(new RegExp(`ticket=${other.id}`))

  await page.getByRole('region', { name: 'Requester' }).getByRole('link', { name: 'All 2 tickets' }).click()
  await expect(page).toHaveURL(/\/tickets\?requesterId=/)
  await expect(page.getByText('Showing 1 to 2 of 2 tickets')).toBeVisible()
  const name = `${ticket.createdBy.firstName} ${ticket.createdBy.lastName}`
  await page.getByRole('button', { name: `Remove filter Requester: ${name}` }).click()
  await expect(page).toHaveURL(/\/tickets$/)
})

test('a client sees the codes of their ticket, and no card about themselves', async ({ person }) => {
  const { page, api } = await person('client', { path: null })
  const ticket = await aTicket(api, { subject: 'Printer on fire' })
  await page.goto(`/?ticket=${ticket.id}`)
  const dialog = page.getByRole('dialog', { name: 'Printer on fire' })
  await expect(dialog.getByRole('region', { name: 'Share' }).getByRole('img')).toHaveCount(2)
  await expect(dialog.getByRole('region', { name: 'Requester' })).toHaveCount(0)
})
