import type { TicketDetail } from '#features/conversation/contract.ts'
import { aTicket } from '#test/factories.ts'
import { addSession, expect } from '#test/browser/desk.ts'
import { isTold, loseAnswers } from '#test/browser/steps.ts'
import { button, test } from '#test/browser/tickets.ts'

test('an answer whose reply was lost is sent with its status and once by "Send now", too', async ({
  person,
}) => {
  const { page, api } = await person('helpdesk', { path: null })
  const ticket = await aTicket(api)
  await page.goto(`/tickets?ticket=${ticket.id}`)
  const dialog = page.getByRole('dialog')
  const repair = await loseAnswers(page, '**/comments')
  await dialog.getByLabel('Add a comment').fill('All done')
  await page.keyboard.press('Control+Shift+Enter')
  await isTold(page, 'Error', 'The server did not respond, so the comment may have been added.')
  await repair()
  await button(dialog, 'Send now').click()
  await isTold(page, 'Success', 'Comment added successfully. The status is Resolved now.')
  const { body } = await api.get<TicketDetail>(`/api/tickets/${ticket.id}`)
  expect(body.comments.map(({ content }) => content)).toEqual(['All done'])
})

test('a screen that failed without a network is there by itself once it is back', async ({
  browser,
  desk,
}) => {
  // A context of its own, for the console names what is missing.
  const context = await browser.newContext({ baseURL: desk.url })
  await addSession(context, await desk.signedIn('helpdesk'), desk.url)
  const page = await context.newPage()
  await page.goto('/tickets')
  await expect(page.getByRole('heading', { name: 'Tickets', level: 1 })).toBeVisible()
  const part = '**/assets/dashboard-*.js'
  await page.route(part, (route) => route.abort())
  await context.setOffline(true)
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click()
  await expect(page.getByText('could not be loaded')).toBeVisible()
  await page.unroute(part)
  await context.setOffline(false)
  await expect(page.getByRole('heading', { name: 'Helpdesk Dashboard' })).toBeVisible()
  await context.close()
})
