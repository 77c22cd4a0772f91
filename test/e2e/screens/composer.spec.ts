import { content } from '#test/files.ts'
import { aClient, assign, aTicket } from '#test/factories.ts'
import type { TicketDetail } from '#features/conversation/contract.ts'
import { violationsOf } from '#test/browser/axe.ts'
import { expect, test } from '#test/browser/desk.ts'
import { file } from '#test/browser/files.ts'
import { breakCalls, holdMessages, isTold, undoLonger } from '#test/browser/steps.ts'

test('each comment begins as a reply, the box stays where it is, and a line says who will read it', async ({
  desk,
  person,
}) => {
  const root = await desk.signedIn('super_user')
  const rosie = await desk.signedIn('client', { firstName: 'Rosie', lastName: 'Hargreaves' })
  const company = await aClient(root, { name: 'Brightwater Clinics' })
  await assign(root, company.id, rosie.id, 'employee')
  const ticket = await aTicket(rosie, { customerName: 'Brightwater Clinics' })
  const helpdesk = await person('helpdesk', { path: null })
  const { page } = helpdesk
  await page.goto(`/?ticket=${ticket.id}`)
  const dialog = page.getByRole('dialog')
  const box = dialog.getByLabel('Add a comment')
  const internal = dialog.getByRole('checkbox', { name: 'Internal comment', exact: true })
  await expect(internal).not.toBeChecked()
  await expect(box).toHaveAccessibleDescription('Visible to Rosie Hargreaves at Brightwater Clinics')
  await expect(dialog.getByRole('button', { name: 'Add Comment', exact: true })).toBeDisabled()
  const place = await box.boundingBox()

  await internal.check()
  await expect(box).toHaveAccessibleDescription('Visible to your team only')
  expect(await box.boundingBox()).toEqual(place)
  await box.fill('They have not paid')
  await dialog.getByRole('button', { name: 'Add Comment Internally' }).click()
  await expect(dialog.getByRole('listitem').filter({ hasText: 'They have not paid' })).toContainText(
    'Internal',
  )
  await expect(box).toHaveValue('')
  await expect(internal).not.toBeChecked()
  expect(await violationsOf(page)).toEqual([])

  // Text that is kept unsent brings its own way back; without it, it is a reply, also where the last word was internal.
  await internal.check()
  await box.fill('Not yet')
  await page.reload()
  await expect(internal).toBeChecked()
  await box.fill('')
  await internal.uncheck()
  await page.reload()
  await expect(internal).not.toBeChecked()
  await box.fill('We are on it')
  await page.keyboard.press('Control+Enter')
  await expect(dialog.getByRole('listitem').filter({ hasText: 'We are on it' })).not.toContainText('Internal')
  await expect(internal).not.toBeChecked()
})

test('a helpdesk person answers and resolves by one key, takes both back by one Undo, and sets Testing from the menu', async ({
  desk,
  person,
}) => {
  const client = await desk.signedIn('client')
  const ticket = await aTicket(client)
  const { page } = await person('helpdesk', { path: null })
  await page.goto(`/?ticket=${ticket.id}`)
  const dialog = page.getByRole('dialog')
  const box = dialog.getByLabel('Add a comment')
  const head = dialog.locator('.dialog-head')
  const more = dialog.getByRole('button', { name: 'More ways to add' })
  const forClient = async () => {
    const { body } = await client.get<TicketDetail>(`/api/tickets/${ticket.id}`)
    return [body.status, ...body.comments.map(({ content }) => content)]
  }
  await holdMessages(page)
  await expect(more).toBeDisabled()
  await page.keyboard.press('r')
  await expect(box).toBeFocused()
  await page.keyboard.type('It is mended.')
  await page.keyboard.press('Control+Shift+Enter')
  await isTold(page, 'Success', 'Comment added successfully. The status is Resolved now.')
  await expect(head).toContainText('Resolved')
  expect(await forClient()).toEqual(['resolved', 'It is mended.'])
  undoLonger(desk)
  await dialog.getByRole('button', { name: 'Undo' }).click()
  await expect(box).toHaveValue('It is mended.')
  await expect(head).toContainText('Open')
  expect(await forClient()).toEqual(['open'])

  await box.fill('Please try again.')
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Search and commands' })
  await palette.getByRole('combobox').fill('and set Resolved')
  await expect(page.getByRole('option', { name: /Add Comment and set Resolved/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await more.click()
  await expect(page.getByRole('menuitem')).toHaveText([
    'Add Comment and set Resolved',
    'Add Comment and set Testing',
  ])
  expect(await violationsOf(page)).toEqual([])
  await page.getByRole('menuitem', { name: 'Add Comment and set Testing' }).click()
  await expect(box).toHaveValue('')
  await expect(head).toContainText('Testing')
  expect(await forClient()).toEqual(['testing', 'Please try again.'])
})

test('a client has no way to set the status with a comment', async ({ person }) => {
  const { page, api } = await person('client', { path: null })
  const ticket = await aTicket(api)
  await page.goto(`/?ticket=${ticket.id}`)
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Add a comment').fill('It still smokes.')
  await expect(dialog.getByRole('button', { name: 'Add Comment', exact: true })).toBeEnabled()
  await expect(dialog.getByRole('button', { name: 'More ways to add' })).toHaveCount(0)
  await dialog.getByLabel('Add a comment').press('Control+Shift+Enter')
  await isTold(page, 'Success', 'Comment added successfully.')
  const { body } = await api.get<TicketDetail>(`/api/tickets/${ticket.id}`)
  expect([body.status, body.comments.length]).toEqual(['open', 1])
})

test('a person whose comment the server refuses reads why, until they mend it', async ({ person }) => {
  const { page, context, api } = await person('client', { path: null })
  const ticket = await aTicket(api)
  await page.goto(`/?ticket=${ticket.id}`)
  const dialog = page.getByRole('dialog')
  const box = dialog.getByLabel('Add a comment')
  const why = (reason: string) => dialog.getByText(`This comment was not added: ${reason}`)
  await box.fill('x'.repeat(20_001))
  await box.press('Control+Enter')
  await isTold(page, 'Error', 'Failed to add comment.')
  await expect(why('Comment must have at most 20000 characters')).toBeVisible()
  await box.fill('Shorter')
  await expect(why('')).toHaveCount(0)

  const chosen = page.waitForEvent('filechooser')
  await dialog.getByRole('button', { name: 'Attach files' }).last().click()
  await (await chosen).setFiles([file('log.txt', content.txt)])
  await expect(dialog.getByRole('listitem').filter({ hasText: 'log.txt' })).toContainText('Uploaded')
  const other = await context.newPage()
  await other.goto(`/?ticket=${ticket.id}`)
  const removed = other.waitForResponse((answer) => answer.request().method() === 'DELETE')
  await other.getByRole('button', { name: 'Remove log.txt' }).click()
  await removed
  await box.press('Control+Enter')
  await expect(why('An attachment is not there any more. Please add the file again.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Remove log.txt' }).click()
  await expect(why('')).toHaveCount(0)
  await box.press('Control+Enter')
  await isTold(page, 'Success', 'Comment added successfully.')
})

test('Save Changes sleeps while a comment is written, and neither it nor a key elsewhere sends one', async ({
  person,
}) => {
  const { page, api } = await person('helpdesk', { path: null })
  const ticket = await aTicket(api)
  await page.goto(`/?ticket=${ticket.id}`)
  const dialog = page.getByRole('dialog')
  const box = dialog.getByLabel('Add a comment')
  const save = dialog.getByRole('button', { name: 'Save Changes' })
  await box.fill('Draft only, do not send')
  await expect(dialog.getByRole('button', { name: 'Add Comment', exact: true })).toBeEnabled()
  await expect(save).toBeDisabled()
  // With a change that failed it wakes, and saves that alone.
  const repair = await breakCalls(page, `**/api/tickets/${ticket.id}`, { method: 'PUT' })
  await dialog.getByLabel('Priority', { exact: true }).selectOption('High')
  await isTold(page, 'Error', 'Failed to update ticket.')
  await repair()
  await save.click()
  await isTold(page, 'Success', 'Ticket updated successfully.')
  await expect(box).toHaveValue('Draft only, do not send')
  const { body } = await api.get<TicketDetail>(`/api/tickets/${ticket.id}`)
  expect([body.priority, body.comments]).toEqual(['high', []])
})

test('the keys that send a comment do so anywhere in its form', async ({ person }) => {
  const { page, api } = await person('helpdesk', { path: null })
  const ticket = await aTicket(api)
  await page.goto(`/?ticket=${ticket.id}`)
  const dialog = page.getByRole('dialog')
  const box = dialog.getByLabel('Add a comment')
  const places = [
    dialog.getByRole('checkbox', { name: 'Internal comment', exact: true }),
    dialog.getByRole('button', { name: 'More ways to add' }),
    dialog.getByRole('button', { name: 'Saved Answers' }),
  ]
  for (const [turn, place] of places.entries()) {
    await box.fill(`Comment ${turn}`)
    await place.focus()
    await page.keyboard.press('Control+Enter')
    await expect(dialog.getByRole('listitem').filter({ hasText: `Comment ${turn}` })).toHaveCount(1)
    await expect(box).toHaveValue('')
  }
  const { body } = await api.get<TicketDetail>(`/api/tickets/${ticket.id}`)
  expect(body.comments).toHaveLength(places.length)
})
