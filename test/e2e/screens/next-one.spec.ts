import type { Page } from '@playwright/test'
import type { TicketDetail } from '#features/conversation/contract.ts'
import type { Ticket } from '#features/tickets/contract.ts'
import { violationsOf } from '#test/browser/axe.ts'
import { change } from '#test/factories.ts'
import { expect } from '#test/browser/desk.ts'
import { paste } from '#test/browser/files.ts'
import { holdCalls, holdMessages, isTold, look } from '#test/browser/steps.ts'
import { button, rowsOf, several, test } from '#test/browser/tickets.ts'

const waitingForUs = '/tickets?status=unresolved&turn=us&sort=urgency'
const dialogOf = (page: Page) => page.getByRole('dialog')
const titleOf = (page: Page) => dialogOf(page).getByRole('heading', { level: 2 })
const barOf = (page: Page) => dialogOf(page).getByRole('region', { name: 'The next ticket' })
const boxOf = (page: Page) => dialogOf(page).getByRole('textbox', { name: 'Add a comment' })

async function openFirst(page: Page, path = waitingForUs) {
  await page.goto(path)
  await rowsOf(page).getByRole('link', { name: 'Ticket 1' }).click()
  await expect(dialogOf(page).getByRole('heading', { name: 'Updates & Comments' })).toBeVisible()
}

test('after a ticket of a queue is resolved the next is one key away, until nothing is left', async ({
  desk,
  person,
}) => {
  const client = await desk.signedIn('client')
  await several(client, 4)
  const { page, api } = await person('helpdesk', { path: null })
  await openFirst(page)
  await expect(dialogOf(page)).toContainText('1 of 4')
  await expect(barOf(page)).toHaveCount(0)

  // By a key.
  await holdMessages(page)
  await page.keyboard.press('e')
  const next = (number: number) => button(barOf(page), new RegExp(`^Next: TKT-\\d+ Ticket ${number}`))
  await expect(barOf(page)).toContainText('Resolved')
  await expect(next(2)).toBeFocused()
  // The bar and the message tell of the same act, and one of them offers to undo it.
  const message = page.getByRole('region', { name: 'Notifications (F8)' }).getByRole('group')
  await expect(message).toContainText('Ticket updated successfully.')
  await expect(button(page, 'Undo')).toHaveCount(1)
  await expect(button(barOf(page), 'Undo')).toBeVisible()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    expect(await violationsOf(page)).toEqual([])
  }
  await page.keyboard.press('Enter')
  await expect(titleOf(page)).toHaveText(/Ticket 2$/)
  await expect(titleOf(page)).toBeFocused()
  await expect(barOf(page)).toHaveCount(0)
  await expect(button(message, 'Undo')).toBeVisible()
  await look(page, { hidden: false, focused: true })

  // By an answer.
  await page.keyboard.press('r')
  await page.keyboard.type('It is done.')
  await page.keyboard.press('Control+Shift+Enter')
  await expect(next(3)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(titleOf(page)).toHaveText(/Ticket 3$/)

  // By the control, and undone in the bar.
  const status = dialogOf(page).getByLabel('Status', { exact: true })
  await status.selectOption('Closed')
  await expect(barOf(page)).toContainText('Closed')
  await button(barOf(page), 'Undo').click()
  await expect(barOf(page)).toHaveCount(0)
  await expect(status).toHaveValue('open')
  await status.selectOption('Resolved')
  await next(4).click()
  await expect(titleOf(page)).toHaveText(/Ticket 4$/)

  // The last one.
  await expect(dialogOf(page).getByRole('heading', { name: 'Updates & Comments' })).toBeVisible()
  await page.keyboard.press('e')
  await expect(barOf(page)).toContainText('Nothing left in Waiting for us.')
  await expect(button(barOf(page), 'Back to the list')).toBeFocused()
  expect(await violationsOf(page)).toEqual([])
  await page.keyboard.press('Enter')
  await expect(dialogOf(page)).toHaveCount(0)
  await expect(page.getByText('Nothing left in Waiting for us.')).toBeVisible()
  const { body } = await api.get<{ tickets: Ticket[] }>('/api/tickets?status=resolved')
  expect(body.tickets).toHaveLength(4)
})

test('a key that follows the title of the next ticket at once resolves it before its details are there', async ({
  desk,
  person,
}) => {
  const [, second] = await several(await desk.signedIn('client'), 3)
  const { page } = await person('helpdesk', { path: null })
  const release = await holdCalls(page, new RegExp(`/api/tickets/${second?.id}$`), 'GET')
  await openFirst(page)
  await page.keyboard.press('e')
  await expect(button(barOf(page), /^Next: TKT-\d+ Ticket 2/)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(titleOf(page)).toHaveText(/Ticket 2$/)
  const saved = page.waitForResponse((response) => response.request().method() === 'PUT')
  await page.keyboard.press('e')
  await saved
  await release()
  await expect(barOf(page)).toContainText('Resolved')
  await expect(button(barOf(page), /^Next: TKT-\d+ Ticket 3/)).toBeFocused()
})

test('a next ticket that is resolved already is shown, and not passed over', async ({
  desk,
  person,
  colleague,
}) => {
  const [, second] = await several(await desk.signedIn('client'), 3)
  await change(colleague, second!.id, { status: 'resolved' })
  const { page, api } = await person('helpdesk', { path: null })
  await api.send('PATCH', '/api/settings', { afterResolving: 'next' })
  await page.goto('/tickets')
  // It has been read before, so it is drawn at once.
  await rowsOf(page).getByRole('link', { name: 'Ticket 2' }).click()
  await expect(dialogOf(page).getByRole('heading', { name: 'Updates & Comments' })).toBeVisible()
  await page.keyboard.press('[')
  await expect(titleOf(page)).toHaveText(/Ticket 3$/)
  await expect(dialogOf(page).getByRole('heading', { name: 'Updates & Comments' })).toBeVisible()
  await page.keyboard.press('e')
  await expect(titleOf(page)).toHaveText(/Ticket 2$/)
  await expect(dialogOf(page).getByLabel('Status', { exact: true })).toHaveValue('resolved')
  await expect(titleOf(page)).toBeFocused()
  await expect(barOf(page)).toHaveCount(0)
  await expect(titleOf(page)).toHaveText(/Ticket 2$/)
})

test('an emptied queue leads to another with tickets waiting, from the ticket and from the list', async ({
  desk,
  person,
}) => {
  const client = await desk.signedIn('client')
  await several(client, 2)
  const { page, api } = await person('helpdesk', { path: null })
  const { body } = await api.get<{ tickets: Ticket[] }>('/api/tickets?search=Ticket')
  const second = body.tickets.find(({ subject }) => subject === 'Ticket 2')
  await api.send('PUT', `/api/tickets/${second?.id}`, { turn: 'client' })
  await openFirst(page)
  await page.keyboard.press('e')
  await expect(barOf(page)).toContainText('Nothing left in Waiting for us.')
  await barOf(page)
    .getByRole('link', { name: /^Unassigned 1/ })
    .click()
  await expect(dialogOf(page)).toHaveCount(0)
  await expect(rowsOf(page)).toHaveText([/Ticket 2/])

  await page.goto(waitingForUs)
  const main = page.getByRole('main')
  await expect(main.getByText('Nothing left in Waiting for us.')).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
  await main
    .getByRole('tabpanel')
    .getByRole('link', { name: /^Unassigned 1/ })
    .click()
  await expect(rowsOf(page)).toHaveText([/Ticket 2/])
})

test('a person chooses to go on by itself or to return to the list, and never while a text is typed', async ({
  desk,
  person,
}) => {
  const [, second] = await several(await desk.signedIn('client'), 4)
  const { page } = await person('helpdesk', { path: '/profile' })
  const choice = page.getByRole('group', { name: 'After resolving a ticket of a list' })
  await expect(choice.getByLabel('Stay')).toBeChecked()
  await choice.getByText('Next ticket', { exact: true }).click()
  await expect(choice.getByLabel('Next ticket')).toBeChecked()

  await openFirst(page)
  await page.keyboard.press('e')
  await expect(titleOf(page)).toHaveText(/Ticket 2$/)
  await expect(titleOf(page)).toBeFocused()

  const answer = await holdCalls(page, /\/api\/tickets\/[^/]+$/, 'PUT')
  await page.keyboard.press('e')
  await boxOf(page).fill('Half a word')
  await answer()
  await expect(barOf(page)).toContainText('Resolved')
  await page.keyboard.type(' more')
  await expect(boxOf(page)).toHaveValue('Half a word more')
  await button(barOf(page), /^Next: /).click()
  await expect(titleOf(page)).toHaveText(/Ticket 3$/)
  await page.goto(`/tickets?ticket=${second?.id}`)
  await expect(boxOf(page)).toHaveValue('Half a word more')

  await page.goto('/profile')
  await choice.getByText('Back to the list', { exact: true }).click()
  await expect(choice.getByLabel('Back to the list')).toBeChecked()
  await page.goto(waitingForUs)
  await rowsOf(page).getByRole('link', { name: 'Ticket 3' }).click()
  await expect(dialogOf(page).getByRole('heading', { name: 'Updates & Comments' })).toBeVisible()
  await page.keyboard.press('e')
  await expect(dialogOf(page)).toHaveCount(0)
  await expect(rowsOf(page)).toHaveText([/Ticket 4/])
})

test('a ticket is handed over with note and draft in one act, and its receiver finds both', async ({
  desk,
  person,
}) => {
  const client = await desk.signedIn('client')
  const [first] = await several(client, 2)
  const theirs = await person('internal', {
    firstName: 'Ilse',
    lastName: 'Tanner',
    path: `/tickets?ticket=${first?.id}`,
  })
  await expect(boxOf(theirs.page)).toBeVisible()
  const { page, api, name } = await person('helpdesk', { path: null })
  await openFirst(page)
  await boxOf(page).fill('Dear client, we have')
  await titleOf(page).focus()

  await page.keyboard.press('Shift+H')
  const form = page.getByRole('dialog', { name: 'Hand over' })
  await expect(button(form, 'To')).toBeFocused()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    expect(await violationsOf(page)).toEqual([])
  }
  await button(form, 'Hand over').click()
  await expect(form).toContainText('Note is required')
  await button(form, 'To').press('Enter')
  await expect(page.getByPlaceholder('Find a person')).toBeFocused()
  await page.keyboard.type('ilse')
  await expect(page.getByRole('option', { name: 'Ilse Tanner' })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(button(form, 'To')).toBeFocused()
  await expect(button(form, 'To')).toContainText('Ilse Tanner')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Please call, @ils')
  await page.getByRole('listbox', { name: 'People to mention' }).getByText('Ilse Tanner').click()
  const note = form.getByRole('textbox', { name: 'Note' })
  await expect(note).toHaveValue('Please call, @Ilse Tanner ')
  await expect(form.getByRole('checkbox', { name: 'With my draft' })).toBeChecked()
  await note.press('Control+Enter')
  await expect(form).toHaveCount(0)
  await expect(barOf(page)).toContainText('Handed over to Ilse Tanner')
  await expect(boxOf(page)).toHaveValue('')

  await expect(boxOf(theirs.page)).toHaveValue('Dear client, we have')
  await expect(dialogOf(theirs.page)).toContainText(`Draft from ${name}`)
  await expect(dialogOf(theirs.page).getByText('Please call, @Ilse Tanner')).toBeVisible()
  await expect
    .poll(async () => (await api.get<TicketDetail>(`/api/tickets/${first?.id}`)).body.comments[0]?.handed)
    .toBe(undefined)
  await theirs.page.reload()
  await expect(boxOf(theirs.page)).toHaveValue('Dear client, we have')
  await expect(dialogOf(theirs.page)).toContainText(`Draft from ${name}`)

  await page.keyboard.press('Enter')
  await expect(titleOf(page)).toHaveText(/Ticket 2$/)
})

test('z takes a hand-over back: the ticket, the note and the draft', async ({ desk, person }) => {
  const [first] = await several(await desk.signedIn('client'), 2)
  await desk.signedIn('internal', { firstName: 'Nora', lastName: 'Berg' })
  const { page, api } = await person('helpdesk', { path: null })
  await openFirst(page)
  await boxOf(page).fill('Dear client, we have')
  await button(dialogOf(page), 'Hand over with a note').click()
  const form = page.getByRole('dialog', { name: 'Hand over' })
  await button(form, 'To').click()
  await page.getByRole('option', { name: 'Nora Berg' }).click()
  await form.getByRole('textbox', { name: 'Note' }).fill('Please call')
  await button(form, 'Hand over').click()
  await expect(barOf(page)).toContainText('Handed over to Nora Berg')
  await page.keyboard.press('z')
  await expect(barOf(page)).toHaveCount(0)
  await expect(boxOf(page)).toHaveValue('Dear client, we have')
  const { body } = await api.get<TicketDetail>(`/api/tickets/${first?.id}`)
  expect([body.assignedToId, body.comments]).toEqual([null, []])
  await titleOf(page).focus()
  await page.keyboard.press('Shift+H')
  await expect(form.getByRole('textbox', { name: 'Note' })).toHaveValue('Please call')
})

test('a ticket that a colleague takes meanwhile is handed over only when that is known', async ({
  desk,
  person,
  colleague,
}) => {
  const [first] = await several(await desk.signedIn('client'), 1)
  await desk.signedIn('internal', { firstName: 'Ada', lastName: 'Holm' })
  const { page, api } = await person('helpdesk', { path: null })
  await openFirst(page)
  await page.keyboard.press('Shift+H')
  const form = page.getByRole('dialog', { name: 'Hand over' })
  await button(form, 'To').click()
  await page.getByRole('option', { name: 'Ada Holm' }).click()
  await form.getByRole('textbox', { name: 'Note' }).fill('Please call')
  await change(colleague, first?.id ?? '', { assignedToId: colleague.id })
  await button(form, 'Hand over').click()
  await expect(form).toContainText('Cora Colleague changed this to Cora Colleague while you were editing.')
  const stored = async () => (await api.get<TicketDetail>(`/api/tickets/${first?.id}`)).body
  expect((await stored()).assignedToId).toBe(colleague.id)
  await button(form, 'Hand over').click()
  await expect(form).toHaveCount(0)
  expect((await stored()).assignedTo?.firstName).toBe('Ada')
})

test('a picture pasted into the note of a hand-over goes nowhere, and words written while it is sent stay', async ({
  desk,
  person,
}) => {
  const [first] = await several(await desk.signedIn('client'), 1)
  await desk.signedIn('internal', { firstName: 'Ida', lastName: 'Brook' })
  const { page, api } = await person('helpdesk', { path: null })
  await openFirst(page)
  await boxOf(page).fill('Dear client')
  await titleOf(page).focus()
  await page.keyboard.press('Shift+H')
  const form = page.getByRole('dialog', { name: 'Hand over' })
  await button(form, 'To').click()
  await page.getByRole('option', { name: 'Ida Brook' }).click()
  await form.getByRole('textbox', { name: 'Note' }).fill('Please call')
  expect(await paste(page, '.dialog[data-size=small] textarea', 'image')).toBe(false)
  const letGo = await holdCalls(page, '**/hand-over', 'POST')
  await button(form, 'Hand over').click()
  await page.keyboard.press('Escape')
  await expect(form).toHaveCount(0)
  await boxOf(page).fill('Dear client, one word more')
  await letGo()
  await expect(barOf(page)).toContainText('Handed over to Ida Brook')
  await expect(boxOf(page)).toHaveValue('Dear client, one word more')
  expect((await api.get<TicketDetail>(`/api/tickets/${first?.id}`)).body.attachments).toEqual([])
})

test('Enter at a check box adds the note that is written, and goes on to no other ticket', async ({
  desk,
  person,
}) => {
  const [first] = await several(await desk.signedIn('client'), 2)
  const { page, api } = await person('helpdesk', { path: null })
  await openFirst(page)
  await page.keyboard.press('e')
  await expect(button(barOf(page), /^Next: TKT-\d+ Ticket 2/)).toBeFocused()
  await boxOf(page).fill('The part is ordered')
  const internal = dialogOf(page).getByRole('checkbox', { name: 'Internal comment' })
  await internal.check()
  await internal.press('Enter')
  await isTold(page, 'Success', 'Comment added successfully.')
  await expect(titleOf(page)).toHaveText(/Ticket 1$/)
  const { body } = await api.get<TicketDetail>(`/api/tickets/${first?.id}`)
  expect(body.comments).toMatchObject([{ content: 'The part is ordered', isInternal: true }])
})
