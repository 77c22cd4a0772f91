import type { Locator, Page } from '@playwright/test'
import { expect, test, type Person } from '#test/browser/desk.ts'
import { framesOf, isLive, isTold, rowOf } from '#test/browser/steps.ts'

const secret = 'They have not paid since May'

/** Everything the server sends this person: over the socket, and as answers of the API. */
function listenIn(page: Page): string[] {
  const heard = framesOf(page)
  page.on('response', (response) => {
    if (response.url().includes('/api/'))
      void response.text().then(
        (text) => heard.push(text),
        () => undefined,
      )
  })
  return heard
}

async function submitTicket({ page }: Person, subject: string): Promise<string> {
  await page.getByLabel('Subject', { exact: true }).fill(subject)
  await page.getByLabel('Description', { exact: true }).fill('It stopped at nine and nobody can work.')
  await page.getByLabel('Customer', { exact: true }).fill('Northwind')
  await page.getByLabel('Product', { exact: true }).fill('Mail gateway')
  await page.keyboard.press('Tab')
  const answer = page.waitForResponse(
    (response) => response.request().method() === 'POST' && response.url().endsWith('/api/tickets'),
  )
  await page.getByRole('button', { name: 'Submit Ticket' }).click()
  const { ticketNumber } = (await (await answer).json()) as { ticketNumber: string }
  await isTold(page, 'Success', `Ticket ${ticketNumber} has been submitted successfully.`)
  return ticketNumber
}

const columnOf = (page: Page, name: string) => page.getByRole('region', { name: new RegExp(`^${name},`) })
const cardIn = (column: Locator, subject: string) => column.getByRole('article', { name: subject })

async function drag(page: Page, from: Locator, to: Locator): Promise<void> {
  const start = await from.boundingBox()
  const end = await to.boundingBox()
  if (!start || !end) throw new Error('nothing to drag, or nowhere to drag it')
  await page.mouse.move(start.x + start.width / 2, start.y + start.height / 2)
  await page.mouse.down()
  await page.mouse.move(start.x + start.width / 2 + 12, start.y + start.height / 2, { steps: 3 })
  await page.mouse.move(end.x + end.width / 2, end.y + 120, { steps: 12 })
  await page.mouse.up()
}

test('a ticket goes from a client to resolved while three people watch, and the client learns nothing internal', async ({
  person,
}) => {
  const client = await person('client', { path: '/client-portal' })
  const helpdesk = await person('helpdesk', { path: '/tickets' })
  const internal = await person('internal', { path: '/' })
  const heardByClient = listenIn(client.page)
  await client.page.reload()
  await isLive(internal.page)
  await expect(helpdesk.page.getByRole('heading', { name: 'Tickets', level: 1 })).toBeVisible()

  const number = await submitTicket(client, 'Mail to partners bounces')
  await expect(rowOf(helpdesk.page, number)).toBeVisible()

  await rowOf(helpdesk.page, number)
    .getByRole('button', { name: `Assign ${number}` })
    .click()
  await helpdesk.page.getByRole('dialog').getByRole('option', { name: internal.name }).click()
  await isTold(internal.page, 'New Ticket Assigned', `You have been assigned to ticket ${number}.`)
  await expect(rowOf(internal.page, number)).toBeVisible()

  await internal.page.goto('/tickets?view=board')
  const card = cardIn(columnOf(internal.page, 'Open'), 'Mail to partners bounces')
  await drag(internal.page, card, columnOf(internal.page, 'Testing'))
  await expect(cardIn(columnOf(internal.page, 'Testing'), 'Mail to partners bounces')).toBeVisible()
  await isTold(internal.page, 'Success', 'Ticket status updated successfully.')
  await expect(rowOf(client.page, number)).toContainText('Testing')
  await expect(rowOf(helpdesk.page, number)).toContainText('Testing')

  await internal.page.getByRole('link', { name: 'Mail to partners bounces' }).click()
  const dialog = internal.page.getByRole('dialog')
  await dialog.getByLabel('Add a comment').fill(secret)
  await dialog.getByLabel('Internal comment').check()
  await dialog.getByRole('button', { name: 'Add Comment' }).click()
  await expect(dialog.getByRole('listitem').filter({ hasText: secret })).toBeVisible()
  await dialog.getByLabel('Add a comment').fill('We have found the cause.')
  await dialog.getByLabel('Internal comment').uncheck()
  await dialog.getByRole('button', { name: 'Add Comment' }).click()

  await client.page.getByRole('button', { name: `View ${number}` }).click()
  const seen = client.page.getByRole('dialog')
  await expect(seen.getByText('We have found the cause.')).toBeVisible()
  await expect(seen.getByText(secret)).toHaveCount(0)

  await dialog.getByLabel('Status').selectOption('resolved')
  await expect(seen.getByText('Resolved').first()).toBeVisible()
  await client.page.keyboard.press('Escape')
  await expect(rowOf(client.page, number)).toContainText('Resolved')
  await client.page.reload()
  await expect(rowOf(client.page, number)).toContainText('Resolved')

  const { body } = await client.api.get('/api/tickets?search=not%20paid')
  expect(body['total']).toBe(0)
  expect(heardByClient.join('\n')).toContain('We have found the cause.')
  expect(heardByClient.join('\n')).not.toContain(secret)
})

test('changes during a cut connection are there when it is back', async ({ person }) => {
  const client = await person('client', { path: '/client-portal' })
  const helpdesk = await person('helpdesk', { path: '/' })
  await isLive(helpdesk.page)
  await helpdesk.page.getByRole('link', { name: 'Tickets', exact: true }).click()
  const first = await submitTicket(client, 'Printer prints blanks')
  await expect(rowOf(helpdesk.page, first)).toBeVisible()

  await helpdesk.context.setOffline(true)
  const second = await submitTicket(client, 'Scanner scans blanks')
  const { body } = await helpdesk.api.get<{ tickets: { id: string; ticketNumber: string }[] }>(
    '/api/tickets?limit=2',
  )
  const older = body.tickets.find((ticket) => ticket.ticketNumber === first)
  await helpdesk.api.put(`/api/tickets/${older?.id}`, { status: 'testing' })
  // People who are connected know it by now.
  await expect(rowOf(client.page, first)).toContainText('Testing')
  await expect(rowOf(helpdesk.page, second)).toHaveCount(0)
  await expect(rowOf(helpdesk.page, first)).toContainText('Open')

  await helpdesk.context.setOffline(false)
  await expect(rowOf(helpdesk.page, second)).toBeVisible()
  await expect(rowOf(helpdesk.page, first)).toContainText('Testing')
})
