import { aComment, aTicket } from '#test/factories.ts'
import { expect } from '#test/browser/desk.ts'
import { breakCalls } from '#test/browser/steps.ts'
import { button, rowsOf, test } from '#test/browser/tickets.ts'

test('a conversation whose chat and history could not be loaded does not say that they are empty', async ({
  person,
}) => {
  const { page, api } = await person('helpdesk', { path: null })
  const ticket = await aTicket(api, { subject: 'Blank screen' })
  const repairChat = await breakCalls(page, /\/chat(\?|$)/)
  const repairHistory = await breakCalls(page, /\/history(\?|$)/)
  await page.goto(`/tickets?ticket=${ticket.id}`)
  const talk = page.getByRole('heading', { name: 'Updates & Comments' }).locator('xpath=ancestor::section[1]')
  const choice = (name: string) => talk.getByRole('radio', { name, exact: true })
  const noChat = talk.getByText('Nobody has written in the chat yet.')
  await expect(talk.getByRole('alert')).toHaveCount(2)
  await expect(talk.getByText('No updates yet.')).toHaveCount(0)
  await choice('Chat').check()
  await expect(talk.getByRole('alert')).toContainText(['Chat messages could not be loaded.'])
  await expect(noChat).toHaveCount(0)
  await choice('History').check()
  await expect(talk.getByRole('alert')).toContainText(['Changes to this ticket could not be loaded.'])
  await expect(talk.getByText('Nothing has happened yet.')).toHaveCount(0)
  // Comments are loaded with the ticket.
  await choice('Comments').check()
  await expect(talk.getByText('No comments yet.')).toBeVisible()

  await repairChat()
  await repairHistory()
  await choice('Chat').check()
  await button(talk, 'Retry').click()
  await expect(noChat).toBeVisible()
})

test('the requester field says that the people could not be loaded', async ({ person }) => {
  const { page, api } = await person('helpdesk', { path: null })
  const ticket = await aTicket(api, { subject: 'No people' })
  await breakCalls(page, /\/people(\?|$)/)
  await page.goto(`/tickets?ticket=${ticket.id}`)
  const dialog = page.getByRole('dialog')
  await button(dialog, 'Edit').click()
  await dialog.getByRole('combobox', { name: 'Requester' }).click()
  await expect(page.getByText('The people of the client could not be loaded.')).toBeVisible()
  await expect(page.getByText('No one found at this client')).toHaveCount(0)
})

test('Space on a row says when its ticket could not be loaded, and shows it at the next press', async ({
  person,
}) => {
  const { page, api } = await person('helpdesk', { path: null })
  const { id, ticketNumber } = await aTicket(api, { subject: 'Lost parcel' })
  await aComment(api, id, 'It is in Hull')
  const repair = await breakCalls(page, new RegExp(`/api/tickets/${id}$`))
  await page.goto('/tickets')
  await rowsOf(page).getByRole('link', { name: 'Lost parcel' }).focus()
  const peek = page.getByRole('dialog', { name: `${ticketNumber} Lost parcel` })
  await page.keyboard.down(' ')
  await expect(peek.getByRole('alert')).toHaveText(/The ticket could not be loaded\./)
  await expect(peek.getByText('Loading ticket...')).toHaveCount(0)
  await page.keyboard.up(' ')
  await expect(peek).toHaveCount(0)
  await repair()
  await page.keyboard.down(' ')
  await expect(peek.getByText('It is in Hull')).toBeVisible()
  await page.keyboard.up(' ')
})
