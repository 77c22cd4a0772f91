import type { Locator } from '@playwright/test'
import { aComment, aTicket, change } from '#test/factories.ts'
import { expect, test, type Person } from '#test/browser/desk.ts'
import { breakCalls, holdCalls, holdMessages, isTold } from '#test/browser/steps.ts'

const callOf = (id: string) => `**/api/tickets/${id}`

async function opened({ page }: Person, ticket: { id: string; subject: string }): Promise<Locator> {
  await page.goto(`/?ticket=${ticket.id}`)
  const dialog = page.getByRole('dialog', { name: ticket.subject })
  await expect(dialog).toBeVisible()
  return dialog
}

test('two people set the same field at once: the later one sees both values and decides', async ({
  person,
}) => {
  const [first, second] = [await person('helpdesk'), await person('internal')]
  const ticket = await aTicket(first.api)
  const dialog = await opened(first, ticket)
  const theirs = await opened(second, ticket)
  const status = dialog.getByLabel('Status', { exact: true })
  const letSave = await holdCalls(first.page, callOf(ticket.id), 'PUT')
  await status.selectOption('Testing')
  await theirs.getByLabel('Status', { exact: true }).selectOption('In Progress')
  await isTold(second.page, 'Success', 'Ticket updated successfully.')
  await letSave()
  await expect(dialog.getByRole('alert')).toContainText(
    `${second.name} changed this to In Progress while you were editing.`,
  )
  await expect(status).toHaveValue('testing')
  await expect(dialog.locator('.dialog-head')).toContainText('In Progress')
  await dialog.getByRole('button', { name: 'Keep mine' }).click()
  await expect(dialog.getByRole('alert')).toHaveCount(0)
  await expect(theirs.locator('.dialog-head')).toContainText('Testing')
})

test('a person who changes a ticket while a colleague comments on it is not asked, and reads the comment', async ({
  person,
  colleague,
}) => {
  const helpdesk = await person('helpdesk')
  const { page, api } = helpdesk
  const ticket = await aTicket(api)
  const dialog = await opened(helpdesk, ticket)
  const letSave = await holdCalls(page, callOf(ticket.id), 'PUT')
  const status = dialog.getByLabel('Status', { exact: true })
  await status.focus()
  await status.selectOption('Testing')
  await aComment(colleague, ticket.id, 'I have seen it, too.')
  await letSave()
  await isTold(page, 'Success', 'Ticket updated successfully.')
  await expect(dialog.getByRole('listitem').filter({ hasText: 'I have seen it, too.' })).toBeVisible()
  await expect(dialog.getByRole('alert')).toHaveCount(0)
  await expect(status).toHaveValue('testing')
  await expect(dialog.getByRole('heading', { name: ticket.subject })).toBeFocused()
  expect((await api.get(`/api/tickets/${ticket.id}`)).body).toMatchObject({ status: 'testing', version: 3 })
})

test('a person who takes a change back from outside the ticket is asked when a colleague has changed it again', async ({
  person,
  colleague,
}) => {
  const helpdesk = await person('helpdesk')
  const { page, api } = helpdesk
  const ticket = await aTicket(api)
  const dialog = await opened(helpdesk, ticket)
  await holdMessages(page)
  await dialog.getByLabel('Status', { exact: true }).selectOption('Testing')
  await isTold(page, 'Success', 'Ticket updated successfully.')
  await dialog.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(dialog).toHaveCount(0)
  const letSave = await holdCalls(page, callOf(ticket.id), 'PUT')
  await page.getByRole('button', { name: 'Undo' }).click()
  await change(colleague, ticket.id, { status: 'closed' })
  await letSave()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText(
    'Cora Colleague changed this to Closed while you were editing. You chose Open.',
  )
  await question.getByRole('button', { name: 'Keep mine' }).click()
  await expect(question).toHaveCount(0)
  await expect.poll(async () => (await api.get(`/api/tickets/${ticket.id}`)).body['status']).toBe('open')
})

test('a choice that could not be saved is forgotten once another one of the field is made by key', async ({
  person,
}) => {
  const helpdesk = await person('helpdesk', { path: null, firstName: 'Ada', lastName: 'Berg' })
  const { page, api } = helpdesk
  const ticket = await aTicket(api)
  const dialog = await opened(helpdesk, ticket)
  const repair = await breakCalls(page, callOf(ticket.id), { method: 'PUT' })
  const status = dialog.getByLabel('Status', { exact: true })
  await status.selectOption('Testing')
  await expect(dialog.getByRole('alert')).toContainText('Not saved. It is still Open.')
  await repair()
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Search and commands' })
  await palette.getByRole('combobox').fill('Set status to In Progress')
  await page.keyboard.press('Enter')
  await isTold(page, 'Success', 'Ticket updated successfully.')
  await expect(dialog.getByRole('alert')).toHaveCount(0)
  await expect(status).toHaveValue('progress')
  await expect(dialog.getByRole('button', { name: 'Save Changes' })).toBeDisabled()
})
