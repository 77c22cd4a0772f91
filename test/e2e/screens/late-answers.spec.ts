import { aClient, aTicket } from '#test/factories.ts'
import { content } from '#test/files.ts'
import type { TicketDetail } from '#features/conversation/contract.ts'
import { expect } from '#test/browser/desk.ts'
import { file } from '#test/browser/files.ts'
import { hasArrived, holdCalls, isTold } from '#test/browser/steps.ts'
import { test } from '#test/browser/tickets.ts'

test('a deletion that is answered late leaves the ticket alone that somebody has gone on to', async ({
  person,
}) => {
  const { page, api } = await person('helpdesk')
  await aTicket(api, { subject: 'It stays' })
  const { id } = await aTicket(api, { subject: 'It goes' })
  await page.goto('/tickets')
  await page.getByRole('link', { name: 'It goes' }).click()
  const letGo = await holdCalls(page, `**/api/tickets/${id}`, 'DELETE')
  await page.getByRole('dialog', { name: 'It goes' }).getByRole('button', { name: 'Delete Ticket' }).click()
  const question = page.getByRole('alertdialog', { name: 'Delete Ticket' })
  await question.getByRole('button', { name: 'Delete' }).click()
  await page.keyboard.press('Escape')
  await expect(question).toHaveCount(0)
  await page.getByRole('button', { name: 'Next ticket' }).click()
  await expect(page.getByRole('dialog', { name: 'It stays' })).toBeVisible()
  await letGo()
  await isTold(page, 'Success', 'Ticket deleted successfully.')
  await expect(page.getByRole('dialog', { name: 'It stays' })).toBeVisible()
})

test('an answer to a dialog that was closed leaves the next one alone', async ({ person }) => {
  const { page } = await person('super_user', { path: '/users?search=Lateness' })
  await person('internal', { path: null, firstName: 'Anna', lastName: 'Lateness' })
  await person('internal', { path: null, firstName: 'Ben', lastName: 'Lateness' })
  const dialog = page.getByRole('dialog', { name: 'Edit User' })
  const letGo = await holdCalls(page, /\/api\/users\/[-\w]{36}$/, 'PUT')
  await page.getByRole('button', { name: 'Edit Anna Lateness' }).click()
  await dialog.getByLabel('First Name').fill('Annabel')
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await page.getByRole('button', { name: 'Edit Ben Lateness' }).click()
  await dialog.getByLabel('First Name').fill('Benjamin')
  await letGo()
  await isTold(page, 'Success', 'User updated successfully.')
  await expect(page.getByText('Annabel Lateness')).toBeAttached()
  await expect(dialog.getByLabel('First Name')).toHaveValue('Benjamin')
})

test('a click beside a form on its way leaves it open, for it may come back', async ({ person }) => {
  const { page } = await person('super_user', { path: '/users?search=Besideness' })
  await person('internal', { path: null, firstName: 'Cleo', lastName: 'Besideness' })
  const dialog = page.getByRole('dialog', { name: 'Edit User' })
  const letGo = await holdCalls(page, /\/api\/users\/[-\w]{36}$/, 'PUT')
  await page.getByRole('button', { name: 'Edit Cleo Besideness' }).click()
  await dialog.getByLabel('First Name').fill('Clea')
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(dialog.getByRole('button', { name: 'Saving...' })).toBeVisible()
  await page.mouse.click(5, 5)
  await expect(dialog.getByLabel('First Name')).toHaveValue('Clea')
  await letGo()
  await isTold(page, 'Success', 'User updated successfully.')
  await expect(dialog).toHaveCount(0)
})

test('a product that is created late leaves the next one alone that is being written', async ({ person }) => {
  const { page, api } = await person('super_user', { path: null })
  const { id } = await aClient(api, { name: 'Slow Line' })
  await page.goto(`/clients?client=${id}&tab=products`)
  const dialog = page.getByRole('dialog', { name: 'Add Product' })
  const letGo = await holdCalls(page, `**/api/clients/${id}/products`, 'POST')
  async function begin(name: string) {
    await page.getByRole('button', { name: 'Add Product' }).click()
    await dialog.getByText('New product', { exact: true }).click()
    await dialog.getByLabel('Name').fill(name)
  }
  await begin('The first')
  await dialog.getByRole('button', { name: 'Create Product' }).click()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await begin('The second')
  await letGo()
  await isTold(page, 'Success', 'Product created successfully')
  await expect(dialog.getByLabel('Name')).toHaveValue('The second')
})

test('a ticket that is submitted late leaves the palette open that somebody has gone on to', async ({
  desk,
  person,
}) => {
  await aClient(await desk.signedIn('super_user'), { name: 'Late Riders' })
  const { page } = await person('helpdesk', { path: '/dashboard' })
  await hasArrived(page)
  await page.keyboard.press('c')
  const dialog = page.getByRole('dialog', { name: 'Create Ticket' })
  for (const [label, text] of Object.entries({
    Subject: 'Slow',
    Description: 'It is slow.',
    Product: 'Line',
  }))
    await dialog.getByLabel(label, { exact: true }).fill(text)
  await dialog.getByLabel('Customer', { exact: true }).fill('Late Riders')
  const letGo = await holdCalls(page, '**/api/tickets', 'POST')
  await dialog.getByRole('button', { name: 'Submit Ticket' }).click()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Search and commands' })
  await palette.getByRole('combobox').fill('prin')
  await letGo()
  await isTold(page, 'Success', /Ticket TKT-\d+ has been submitted successfully\./)
  await page.keyboard.type('ter')
  await expect(palette.getByRole('combobox')).toHaveValue('printer')
})

test('a person who has gone elsewhere by then stays there when their comment has been added', async ({
  person,
}) => {
  const { page, api } = await person('helpdesk', { path: null })
  const { id } = await aTicket(api)
  await page.goto(`/?ticket=${id}`)
  const dialog = page.getByRole('dialog')
  const letGo = await holdCalls(page, `**/api/tickets/${id}/comments`, 'POST')
  await dialog.getByLabel('Add a comment').fill('Sent slowly')
  await page.keyboard.press('Control+Enter')
  const status = dialog.getByLabel('Status', { exact: true })
  await status.focus()
  await letGo()
  await isTold(page, 'Success', 'Comment added successfully.')
  await expect(dialog.getByLabel('Add a comment')).toHaveValue('')
  await expect(status).toBeFocused()
})

test('a rule that is asked for twice is looked at, and not switched on before that is there', async ({
  person,
}) => {
  const { page, api } = await person('super_user', { path: '/retention' })
  await page.getByRole('button', { name: 'Change Finished tickets' }).click()
  const dialog = page.getByRole('dialog', { name: 'Finished tickets' })
  const letGo = await holdCalls(page, '**/api/retention/tickets/preview*')
  await dialog.getByRole('button', { name: 'Show what it deletes' }).focus()
  for (let times = 0; times < 3; times++) await page.keyboard.press('Enter')
  const switchOn = dialog.getByRole('button', { name: 'Switch on' })
  await expect(switchOn).toBeDisabled()
  await letGo()
  await expect(dialog.getByRole('status')).toContainText('It would now delete')
  await expect(switchOn).toBeEnabled()
  const { body } = await api.get<{ kind: string; months: number | null }[]>('/api/retention')
  expect(body.find(({ kind }) => kind === 'tickets')?.months).toBe(null)
})

test('the files that have arrived are attached when a ticket is left before the others have', async ({
  person,
}) => {
  const { page, api } = await person('helpdesk', { path: null })
  const { id } = await aTicket(api)
  await page.goto(`/?ticket=${id}`)
  const row = (name: string) => page.getByRole('listitem').filter({ hasText: name })
  const letGo = await holdCalls(page, (url) => url.searchParams.get('filename') === 'late.txt')
  const chosen = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Add attachments' }).click()
  await (await chosen).setFiles([file('early.txt', content.txt), file('late.txt', content.txt)])
  await expect(row('early.txt').filter({ hasText: 'Uploaded' })).toBeVisible()
  await page.keyboard.press('Escape')
  await isTold(page, 'Error', 'The files that were still being uploaded were not attached.')
  await letGo()
  const { body } = await api.get<TicketDetail>(`/api/tickets/${id}`)
  expect(body.attachments.map(({ fileName }) => fileName)).toEqual([expect.stringMatching(/^early/)])
})

test('a file that is deleted late leaves the question about the next one alone, and so does a company', async ({
  person,
}) => {
  const { page, api } = await person('super_user', { path: null })
  const { id } = await aTicket(api)
  await page.goto(`/?ticket=${id}`)
  const chosen = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Add attachments' }).click()
  await (await chosen).setFiles([file('first.txt', content.txt), file('second.txt', content.txt)])
  const question = page.getByRole('alertdialog')
  const ask = (what: string) => page.getByRole('button', { name: what }).click()
  const letFileGo = await holdCalls(page, '**/api/attachments/*', 'DELETE')
  await ask('Delete first.txt')
  await question.getByRole('button', { name: 'Delete' }).click()
  await page.keyboard.press('Escape')
  await expect(question).toHaveCount(0)
  await ask('Delete second.txt')
  await expect(question.getByRole('button', { name: 'Delete' })).toBeEnabled()
  await letFileGo()
  await isTold(page, 'Success', 'first.txt has been removed.')
  await expect(question).toContainText('second.txt')

  for (const name of ['Late and gone', 'Late and here']) await aClient(api, { name })
  await page.goto('/clients')
  const letGo = await holdCalls(page, '**/api/clients/*', 'DELETE')
  await ask('Delete Late and gone')
  await question.getByRole('button', { name: 'Delete' }).click()
  await page.keyboard.press('Escape')
  await expect(question).toHaveCount(0)
  await ask('Delete Late and here')
  await letGo()
  await isTold(page, 'Success', 'Client deleted successfully')
  await expect(question).toContainText('Late and here')
})

test('the files that have not arrived when a comment is left are not kept, and it is told', async ({
  person,
}) => {
  const { page, api } = await person('helpdesk', { path: null })
  const { id } = await aTicket(api)
  await page.goto(`/?ticket=${id}`)
  const letGo = await holdCalls(page, /\/api\/uploads\/object/, 'PUT')
  const chosen = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Attach files' }).first().click()
  await (await chosen).setFiles([file('late.txt', content.txt)])
  await expect(page.getByRole('listitem').filter({ hasText: 'late.txt' })).toBeVisible()
  await page.keyboard.press('Escape')
  await isTold(page, 'Error', 'The files that were still being uploaded were not kept.')
  await letGo()
})
