import type { Page } from '@playwright/test'
import type { TicketDetail } from '#features/conversation/contract.ts'
import { aClient, aProduct, assign } from '#test/factories.ts'
import type { Caller } from '#test/harness.ts'
import { violationsOf } from '#test/browser/axe.ts'
import { expect } from '#test/browser/desk.ts'
import { holdMessages, isTold } from '#test/browser/steps.ts'
import { button, test } from '#test/browser/tickets.ts'
import { form, field, open } from '#test/browser/new-ticket-screen.ts'

/** A company whose name no other test uses. */
function aCompany(root: Caller) {
  return aClient(root, { name: `Brightwater Clinics ${crypto.randomUUID().slice(0, 8)}` })
}
const option = (page: Page, name: string | RegExp) => page.getByRole('option', { name })

async function submit(page: Page): Promise<TicketDetail> {
  const answer = page.waitForResponse(
    (response) => response.url().endsWith('/api/tickets') && response.request().method() === 'POST',
  )
  await button(page, 'Submit Ticket').click()
  return (await (await answer).json()) as TicketDetail
}

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
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await button(page.getByRole('group', { name: 'Success' }), 'Open').click()
  await expect(page.getByRole('dialog').getByText('Submitted by')).toBeVisible()
  await expect(page.getByRole('dialog').getByText('Rosie Hargreaves').first()).toBeVisible()
  expect((await rosie.get(`/api/tickets/${ticket.id}`)).status).toBe(200)
})

test('a mistyped client is not invented: a new one is created only by those who choose to', async ({
  desk,
  person,
}) => {
  const root = await desk.signedIn('super_user')
  const company = await aCompany(root)
  const mistyped = company.name.replace('Clinics', 'Clincs')
  const { page } = await person('super_user', { path: '/tickets' })
  await open(page, 'Scanner sends empty pages')
  await field(page, 'Product').fill('Scanners')
  await field(page, 'Customer').fill(mistyped)
  await page.keyboard.press('Tab')
  await expect(field(page, 'Customer')).toHaveValue(mistyped)
  await button(page, 'Submit Ticket').click()
  await expect(form(page).getByText('No client has this name.', { exact: false })).toBeVisible()
  await expect(field(page, 'Customer')).toBeFocused()
  await button(form(page), company.name).click()
  await expect(field(page, 'Customer')).toHaveValue(company.name)
  await expect(form(page).getByText('No client has this name.', { exact: false })).toHaveCount(0)
  await field(page, 'Customer').fill(mistyped)
  await button(form(page), `create “${mistyped}”`).click()
  await expect(form(page).getByText('New client. It is created with the ticket.')).toBeVisible()

  await field(page, 'Customer').focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Control+a')
  await page.keyboard.type(`${mistyped} Ltd`)
  await option(page, `Create client “${mistyped} Ltd”`).click()
  await expect(form(page).getByText('New client. It is created with the ticket.')).toBeVisible()
  const ticket = await submit(page)
  expect(ticket).toMatchObject({ client: { name: `${mistyped} Ltd` }, assignedToId: null })

  await open(page, 'A name like no other')
  await field(page, 'Product').fill('Scanners')
  const unlike = `Zwieback ${crypto.randomUUID().slice(0, 8)}`
  await field(page, 'Customer').fill(unlike)
  await expect(form(page).getByText('New client. It is created with the ticket.')).toBeVisible()
  expect((await submit(page)).client.name).toBe(unlike)

  await open(page, 'And again')
  await expect(field(page, 'Customer')).toHaveValue('')
  await field(page, 'Product').fill('Scanners')
  await field(page, 'Customer').fill(company.name.toUpperCase())
  await expect(option(page, company.name)).toBeVisible()
  await expect(option(page, /^Create client/)).toHaveCount(0)
  expect((await submit(page)).clientId).toBe(company.id)

  const asleep = await aCompany(root)
  await root.send('PATCH', `/api/clients/${asleep.id}`, { isActive: false })
  await page.reload()
  await open(page, 'For nobody')
  await field(page, 'Product').fill('Scanners')
  await field(page, 'Customer').fill(asleep.name)
  await expect(option(page, /^Create client/)).toHaveCount(0)
  await button(page, 'Submit Ticket').click()
  await expect(form(page).getByText('Tickets can only be submitted for active clients')).toBeVisible()
})
