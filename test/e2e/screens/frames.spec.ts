import { aTicket, change } from '#test/factories.ts'
import { violationsOf } from '#test/browser/axe.ts'
import { expect } from '#test/browser/desk.ts'
import { hasArrived, holdCalls } from '#test/browser/steps.ts'
import { rowsOf, several, test } from '#test/browser/tickets.ts'

const codeOfTickets = /\/assets\/ticket-dialog-/

test('a click draws the head of the ticket from its row, before the code of tickets is there', async ({
  desk,
  person,
  colleague,
}) => {
  const { id, ticketNumber } = await aTicket(await desk.signedIn('client', { companyName: 'Kettle & Sons' }), {
    subject: 'Till frozen',
    priority: 'critical',
  })
  await change(colleague, id, { status: 'testing' })
  const { page } = await person('helpdesk', { path: '/tickets' })
  const dialog = page.getByRole('dialog')
  const row = rowsOf(page).getByRole('link', { name: 'Till frozen' })
  const letCome = await holdCalls(page, codeOfTickets)
  await row.click()
  await expect(dialog.getByRole('heading', { level: 2 })).toHaveText(`${ticketNumber} Till frozen`)
  for (const part of ['Kettle & Sons', 'Testing', 'Critical', 'Unassigned'])
    await expect(dialog).toContainText(part)
  expect(await violationsOf(page)).toEqual([])

  // Leaves again without the code.
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(row).toBeFocused()

  await row.press('Enter')
  await expect(dialog).toContainText('Till frozen')
  await letCome()
  await expect(dialog.getByRole('heading', { name: 'Updates & Comments' })).toBeVisible()
  await expect(dialog.getByRole('heading', { level: 2 })).toBeFocused()
})

test('the code of tickets is loaded when the list is idle, and earlier at a row in focus', async ({
  desk,
  person,
}) => {
  await several(await desk.signedIn('client'), 2)
  for (const hurry of [false, true]) {
    const { page } = await person('helpdesk', { path: null })
    let isAsked = false
    page.on('request', (request) => (isAsked ||= codeOfTickets.test(request.url())))
    await page.clock.install()
    await page.goto('/tickets')
    await hasArrived(page)
    await expect(rowsOf(page)).toHaveCount(2)
    expect(isAsked).toBe(false)
    if (hurry) await page.keyboard.press('j')
    else await page.clock.fastForward(12_000)
    await expect.poll(() => isAsked).toBe(true)
  }
})

test('the head of the next ticket is there at once', async ({ desk, person }) => {
  await several(await desk.signedIn('client'), 3)
  const { page } = await person('helpdesk', { path: '/tickets' })
  const dialog = page.getByRole('dialog')
  const title = dialog.getByRole('heading', { level: 2 })
  await rowsOf(page).getByRole('link', { name: 'Ticket 3' }).click()
  await expect(dialog.getByRole('heading', { name: 'Updates & Comments' })).toBeVisible()
  const answer = await holdCalls(page, /\/api\/tickets\/[0-9a-f-]+$/)
  await page.keyboard.press(']')
  await expect(title).toHaveText(/Ticket 2$/)
  await expect(dialog.getByText('Loading ticket...')).toBeVisible()
  await answer()
  await expect(dialog.getByRole('heading', { name: 'Updates & Comments' })).toBeVisible()
  await expect(title).toBeFocused()
})
