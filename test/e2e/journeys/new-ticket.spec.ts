import { aProduct, assign } from '#test/factories.ts'
import { violationsOf } from '#test/browser/axe.ts'
import { expect } from '#test/browser/desk.ts'
import { holdMessages, isTold } from '#test/browser/steps.ts'
import { button, test } from '#test/browser/tickets.ts'
import { aCompany, field, open, option, submit } from '#test/browser/new-ticket-screen.ts'

test('the desk submits a ticket for a client who called, gives it to a colleague and opens it', async ({
  desk,
  person,
}) => {
  const root = await desk.signedIn('super_user')
  const company = await aCompany(root)
  const rosie = await desk.signedIn('client', { firstName: 'Rosie', lastName: 'Hargreaves' })
  await assign(root, company.id, rosie.id, 'employee')
  const igor = await desk.signedIn('internal', { firstName: 'Igor', lastName: `Blum ${company.id}` })
  await aProduct(root, { name: `Zebra ${company.id}`, clientId: company.id })
  const other = await aCompany(root)
  await aProduct(root, { name: `Aardvark ${other.id}`, clientId: other.id })

  const { page } = await person('helpdesk', { path: '/tickets' })
  await open(page, 'Printer on fire')
  await field(page, 'Customer').fill(company.name.slice(0, -2))
  await expect(option(page, /^Create client/)).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(field(page, 'Customer')).toHaveValue(company.name)
  await expect(field(page, 'Requester')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await option(page, /^Rosie Hargreaves/).click()
  await field(page, 'Assign To').click()
  await page.getByPlaceholder('Find a person').fill(company.id)
  await page.keyboard.press('Enter')
  await field(page, 'Product').click()
  const options = page.getByRole('listbox').getByRole('option')
  await expect(options.first()).toHaveText(`Zebra ${company.id}`)
  const products = await options.allTextContents()
  expect(products).toContain(`Aardvark ${other.id}${other.name}`)
  await page.getByRole('listbox').getByRole('option').first().click()
  expect(await violationsOf(page)).toEqual([])

  await holdMessages(page)
  const ticket = await submit(page)
  expect(ticket).toMatchObject({
    clientId: company.id,
    createdBy: { id: rosie.id },
    assignedToId: igor.id,
    customerName: company.name,
  })
  await isTold(page, 'Success', `Ticket ${ticket.ticketNumber} has been submitted successfully.`)
  await button(page.getByRole('group', { name: 'Success' }), 'Open').click()
  await expect(page.getByRole('dialog').getByText('Submitted by')).toBeVisible()
  await expect(page.getByRole('dialog').getByText('Rosie Hargreaves').first()).toBeVisible()
  expect((await rosie.get(`/api/tickets/${ticket.id}`)).status).toBe(200)
})
