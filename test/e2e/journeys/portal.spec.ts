import type { NewTicket } from '#features/tickets/contract.ts'
import { aClient, aProduct, assign, aTicket, change } from '#test/factories.ts'
import { expect, test } from '#test/browser/desk.ts'
import { callsOf, holdCalls, holdMessages, isLive, isTold, rowOf } from '#test/browser/steps.ts'
import { button, field } from '#test/browser/tickets.ts'
import { path, outage, write, holds, asNew } from '#test/browser/portal-screen.ts'

test('a client submits a ticket, finds it in the table here and in another window, and the form is empty again', async ({
  person,
  visitor,
}) => {
  const client = await person('client', { path })
  const { page } = client
  const other = await visitor()
  await other.context().addCookies(await client.context.cookies())
  await other.goto(path)
  const nothing = 'No tickets found. Submit your first support request above!'
  await expect(page.getByText(nothing)).toBeVisible()
  await expect(other.getByText(nothing)).toBeVisible()

  await write(page, outage)
  await field(page, 'Category').selectOption('Email')
  await field(page, 'Priority').selectOption('High')
  await field(page, 'Project').fill('Move to the new office')
  await holdMessages(page)
  const letSubmit = await holdCalls(page, '**/api/tickets', 'POST')
  await button(page, 'Submit Ticket').click()
  await expect(page.getByRole('button', { name: 'Submitting...' })).toHaveAttribute('aria-disabled', 'true')
  await letSubmit()
  await isTold(page, 'Success', /^Success.*Ticket TKT-\d{6} has been submitted successfully\./)
  await holds(page, asNew)
  await button(page, 'View ticket').click()
  await expect(page.getByRole('dialog', { name: outage.Subject })).toBeVisible()
  await page.keyboard.press('Escape')

  for (const window of [page, other]) {
    await expect(rowOf(window, outage.Subject)).toContainText(/TKT-\d{6}.*Open.*High/)
    await expect(window.getByRole('columnheader')).toHaveText([
      'Ticket ID',
      'Subject',
      'Status',
      'Priority',
      'Last Update',
      'View',
    ])
  }
  await page.reload()
  await holds(page, asNew)
  await rowOf(page, outage.Subject).getByRole('button', { name: 'View' }).click()
  const dialog = page.getByRole('dialog', { name: outage.Subject })
  await expect(dialog.getByText('Nothing goes out.')).toBeVisible()
  await expect(dialog.getByText('Move to the new office')).toBeVisible()
})

test('a client with the keyboard alone chooses a product of their company, or types an unknown one', async ({
  desk,
  person,
}) => {
  const admin = await desk.signedIn('super_user')
  const company = await aClient(admin, { name: 'Contoso' })
  const client = await person('client', { path: null, companyName: 'Contoso' })
  await assign(admin, company.id, client.api.id, 'employee')
  await aProduct(admin, { name: 'Mail gateway', clientId: company.id })
  await aProduct(admin, { name: 'Payroll', clientId: company.id })
  const { page } = client
  await page.goto(path)
  await expect(field(page, 'Customer')).toHaveValue('Contoso')
  await expect(field(page, 'Customer')).not.toBeEditable()

  await write(page, { Subject: outage.Subject, Description: outage.Description })
  await field(page, 'Customer').focus()
  await page.keyboard.press('Tab')
  await expect(field(page, 'Product')).toBeFocused()
  const products = page.getByRole('listbox').getByRole('option')
  await page.keyboard.press('ArrowDown')
  await expect(products).toHaveText(['Mail gateway', 'Payroll'])
  await page.keyboard.type('pay')
  await expect(products).toHaveText(['Payroll'])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(field(page, 'Product')).toHaveValue('Payroll')
  await field(page, 'Product').fill('')
  await page.keyboard.type('Something else')
  await page.keyboard.press('Tab')
  await expect(field(page, 'Project')).toBeFocused()
  const posts = callsOf(page, 'POST')
  await page.keyboard.press('Enter')
  await field(page, 'Product').focus()
  await page.keyboard.press('Enter')
  await expect(field(page, 'Product'), 'Enter takes the text').toHaveValue('Something else')
  expect(posts, 'and submits nothing').toEqual([])
  await page.keyboard.press('Control+Enter')
  await isTold(page, 'Success', /Ticket TKT-\d{6} has been submitted successfully\./)
  await holds(page, { ...asNew, Customer: 'Contoso' })
  const { body } = await client.api.get<{ tickets: NewTicket[] }>('/api/tickets')
  expect(body.tickets).toMatchObject([{ customerName: 'Contoso', productName: 'Something else' }])
})

test('a client saves a draft without anything being sent, and finds it after a reload', async ({
  person,
}) => {
  const { page } = await person('client', { path })
  await expect(page.getByText('No tickets found.')).toBeVisible()
  const sent = ['POST', 'PUT', 'PATCH'].map((method) => callsOf(page, method))
  await write(page, outage)
  await field(page, 'Priority').selectOption('Critical')
  await button(page, 'Save Draft').click()
  await isTold(page, 'Draft Saved', 'It stays in this browser until you submit it.')
  expect(sent.flat()).toEqual([])

  await page.reload()
  await expect(page.getByText('Draft restored')).toBeVisible()
  await holds(page, { ...outage, Priority: 'critical' })
  await button(page, 'Discard').click()
  await holds(page, asNew)
  await page.reload()
  await holds(page, asNew)
})

test('a client sees the changes of staff to their tickets, the last updated on top', async ({
  desk,
  person,
}) => {
  const client = await person('client')
  const helpdesk = await desk.signedIn('helpdesk')
  const older = await aTicket(client.api, { subject: 'Older' })
  await aTicket(client.api, { subject: 'Newer' })
  const { page } = client
  await isLive(page)
  await page.getByRole('link', { name: 'Support Portal' }).click()
  const subjects = page.getByRole('row').locator('td:nth-child(2)')
  await expect(subjects).toHaveText(['Newer', 'Older'])
  await change(helpdesk, older.id, { status: 'progress' })
  await expect(rowOf(page, 'Older')).toContainText('In Progress')
  await expect(subjects).toHaveText(['Older', 'Newer'])
  await isTold(page, 'Ticket Updated', `Ticket ${older.ticketNumber} has been updated.`)
})

test('a client finds the way to ask for help on their first screen, and opens a ticket by its subject', async ({
  person,
}) => {
  const client = await person('client', { path: null })
  const { page } = client
  await page.goto('/')
  const submit = page.getByRole('main').getByRole('link', { name: 'Submit Ticket' })
  // Beside the title, and where tickets will be.
  await expect(submit).toHaveCount(2)
  const ticket = await aTicket(client.api, { subject: 'By its subject' })
  await expect(submit).toHaveCount(1)
  await submit.click()
  await expect(page).toHaveURL(path)
  const subject = page.getByRole('link', { name: 'By its subject' })
  await expect(subject).toHaveAttribute('href', new RegExp(`[?&]ticket=${ticket.id}$`))
  await subject.click()
  await expect(page.getByRole('dialog', { name: 'By its subject' })).toBeVisible()

  const staff = await person('internal')
  await isLive(staff.page)
  await expect(staff.page.getByRole('main').getByRole('link', { name: 'Submit Ticket' })).toHaveCount(0)
})
