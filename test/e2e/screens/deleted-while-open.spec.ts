import type { Page } from '@playwright/test'
import { aTicket } from '#test/factories.ts'
import { violationsOf } from '#test/browser/axe.ts'
import { expect, test } from '#test/browser/desk.ts'
import { isTold } from '#test/browser/steps.ts'

const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name })

test('a person whose ticket is deleted while they write reads who did so, keeps the text, and can restore it', async ({
  desk,
  person,
}) => {
  const priya = await desk.signedIn('helpdesk', { firstName: 'Priya', lastName: 'Nair' })
  const [helpdesk, internal] = [
    await person('helpdesk', { path: null }),
    await person('internal', { path: null }),
  ]
  const ticket = await aTicket(priya, { subject: 'In the way' })
  const [theirs, others] = [dialogOf(helpdesk.page, 'In the way'), dialogOf(internal.page, 'In the way')]
  for (const { page } of [helpdesk, internal]) await page.goto(`/?ticket=${ticket.id}`)
  for (const dialog of [theirs, others]) {
    await dialog.getByLabel('Add a comment').fill('It is the toner, as last time.')
    await expect(dialog.getByRole('button', { name: 'Add Comment' })).toBeEnabled()
  }
  // Earlier questions are no matter of this.
  for (const { page } of [helpdesk, internal]) await page.waitForLoadState('networkidle')
  const missed: string[] = []
  for (const { page } of [helpdesk, internal])
    page.on('response', (answer) => {
      if (answer.status() === 404) missed.push(answer.url())
    })
  await priya.delete(`/api/tickets/${ticket.id}`)
  for (const { page } of [helpdesk, internal]) {
    const gone = dialogOf(page, 'Ticket Not Found')
    await expect(gone).toContainText('Priya Nair deleted it on')
    await expect(gone.getByLabel('Your comment, which was not added')).toHaveValue(
      'It is the toner, as last time.',
    )
    await expect(gone.getByRole('button', { name: 'Copy text' })).toBeVisible()
  }
  const restore = (page: Page) => dialogOf(page, 'Ticket Not Found').getByRole('button', { name: 'Restore' })
  await expect(restore(internal.page)).toHaveCount(0)
  expect(await violationsOf(helpdesk.page)).toEqual([])
  // The chat is loaded last, and may be asked for once by each just as the ticket goes.
  expect(missed.filter((url) => !new URL(url).pathname.endsWith('/chat'))).toEqual([])
  expect(missed.length).toBeLessThanOrEqual(2)
  await restore(helpdesk.page).click()
  await isTold(helpdesk.page, 'Success', 'The ticket was restored.')
  for (const dialog of [theirs, others])
    await expect(dialog.getByLabel('Add a comment')).toHaveValue('It is the toner, as last time.')
})
