import type { TicketDetail } from '#features/conversation/contract.ts'
import { aClient, aComment, assign, aTicket, change } from '#test/factories.ts'
import { violationsOf } from '#test/browser/axe.ts'
import { expect, test } from '#test/browser/desk.ts'
import { isTold, undoLonger } from '#test/browser/steps.ts'

const dayMs = 24 * 60 * 60 * 1000

test('a client’s reply to a resolved ticket opens it, which its row, its card and the stream say', async ({
  person,
}) => {
  const rosie = await person('client', { path: null })
  const helpdesk = await person('helpdesk', { path: '/tickets' })
  const ticket = await aTicket(rosie.api, { subject: 'The folder is missing' })
  await change(helpdesk.api, ticket.id, { status: 'resolved' })
  await rosie.page.goto(`/my-tickets?ticket=${ticket.id}`)
  const dialog = rosie.page.getByRole('dialog')
  const box = dialog.getByLabel('Add a comment')
  await expect(box).toHaveAttribute(
    'placeholder',
    'Still not working? Write here and the ticket opens again.',
  )
  await expect(dialog.getByRole('button', { name: 'It works, thank you' })).toBeVisible()
  expect(await violationsOf(rosie.page)).toEqual([])
  await box.fill('It is still missing on my laptop.')
  await box.press('Control+Enter')
  await isTold(rosie.page, 'Success', 'Comment added successfully.')
  await expect(dialog.locator('.dialog-head')).toContainText('Open')
  await expect(dialog.getByRole('button', { name: 'It works, thank you' })).toHaveCount(0)
  await expect(box).toHaveAttribute('placeholder', 'Add a comment...')
  const { firstName, lastName } = (await helpdesk.api.get<TicketDetail>(`/api/tickets/${ticket.id}`)).body
    .createdBy
  await expect(dialog.getByText(`Reopened by ${firstName} ${lastName}’s reply`)).toBeVisible()

  const row = helpdesk.page.getByRole('row').filter({ hasText: 'The folder is missing' })
  await expect(row).toContainText('Reopened')
  await helpdesk.page.getByRole('tab', { name: 'Kanban View' }).click()
  await expect(helpdesk.page.getByRole('article', { name: 'The folder is missing' })).toContainText(
    'Reopened',
  )
  expect(await violationsOf(helpdesk.page)).toEqual([])
})

test('thanks leave a resolved ticket resolved, can be undone, and are offered once', async ({
  desk,
  person,
}) => {
  const { page, api } = await person('client', { path: null })
  const helpdesk = await desk.signedIn('helpdesk')
  const ticket = await aTicket(api)
  await change(helpdesk, ticket.id, { status: 'resolved' })
  await page.goto(`/my-tickets?ticket=${ticket.id}`)
  const dialog = page.getByRole('dialog')
  const thanks = dialog.getByRole('button', { name: 'It works, thank you' })
  await thanks.dblclick()
  await expect(dialog.getByRole('listitem').filter({ hasText: 'It works, thank you.' })).toHaveCount(1)
  await expect(thanks).toHaveCount(0)
  const { body } = await helpdesk.get<TicketDetail>(`/api/tickets/${ticket.id}`)
  expect([body.status, body.turn, body.comments.length]).toEqual(['resolved', null, 1])
  undoLonger(desk)
  await dialog.getByRole('button', { name: 'Undo' }).first().click()
  await expect(dialog.getByLabel('Add a comment')).toHaveValue('')
  await expect(thanks).toBeVisible()
})

test('a reply to a ticket closed long ago becomes a new ticket that continues it', async ({
  desk,
  person,
}) => {
  const { page, api } = await person('client', { path: null })
  const helpdesk = await desk.signedIn('helpdesk')
  const ticket = await aTicket(api, { subject: 'Till 2 is dark' })
  await change(helpdesk, ticket.id, { status: 'closed' })
  await desk.database.pool.query('update tickets set closed_at = $1 where id = $2', [
    new Date(desk.clock.now().getTime() - 15 * dayMs),
    ticket.id,
  ])
  await page.goto(`/my-tickets?ticket=${ticket.id}`)
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Add a comment').fill('Dark again.')
  await dialog.getByRole('button', { name: 'Submit as New Ticket' }).click()
  await isTold(page, 'Success', /Ticket TKT-\d+ has been submitted successfully/)
  await expect(dialog.getByLabel('Add a comment')).toHaveValue('')
  const { body } = await api.get<TicketDetail>(`/api/tickets/${ticket.id}`)
  const [later] = body.continuedBy
  await dialog.getByRole('link', { name: later!.ticketNumber }).click()
  await expect(dialog.locator('.dialog-head')).toContainText(later!.ticketNumber)
  await expect(dialog.getByText('Dark again.')).toBeVisible()
  await dialog.getByRole('link', { name: ticket.ticketNumber }).click()
  await expect(dialog.locator('.dialog-head')).toContainText(ticket.ticketNumber)
})

test('a reply that a colleague’s has overtaken must be reviewed before it is added', async ({
  desk,
  person,
}) => {
  const client = await desk.signedIn('client')
  const tomas = await person('helpdesk', { path: null })
  const priya = await desk.signedIn('helpdesk')
  const ticket = await aTicket(client)
  await aComment(priya, ticket.id, 'Which printer?')
  await tomas.page.goto(`/tickets?ticket=${ticket.id}`)
  const dialog = tomas.page.getByRole('dialog')
  const box = dialog.getByLabel('Add a comment')
  const contents = async () =>
    (await client.get<TicketDetail>(`/api/tickets/${ticket.id}`)).body.comments.map(({ content }) => content)
  await box.fill('Try it ')
  await aComment(priya, ticket.id, 'An internal remark', true)
  await aComment(client, ticket.id, 'The one in the hall.')
  const review = dialog.getByRole('button', { name: 'Review 1 new, then add' })
  await expect(review).toBeVisible()
  await box.press('End')
  await box.pressSequentially('again.')
  await box.press('Control+Enter')
  await expect(review).toHaveCount(0)
  expect(await contents()).toEqual(['Which printer?', 'The one in the hall.'])
  await expect(dialog.getByText('The one in the hall.')).toBeInViewport()
  await expect(box).toHaveValue('Try it again.')
  await box.press('Control+Enter')
  await isTold(tomas.page, 'Success', 'Comment added successfully.')
  expect(await contents()).toEqual(['Which printer?', 'The one in the hall.', 'Try it again.'])

  // A chat message of the client counts, also after a reload; an internal comment is never stopped.
  await box.fill('One more thing')
  await expect(box).toHaveValue('One more thing')
  await client.post(`/api/tickets/${ticket.id}/chat`, { message: 'Are you there?' })
  await expect(review).toBeVisible()
  await tomas.page.reload()
  await expect(review).toBeVisible()
  await dialog.getByRole('checkbox', { name: 'Internal comment' }).check()
  await expect(dialog.getByRole('button', { name: 'Add Comment Internally' })).toBeEnabled()
})

test('a person of the desk takes an unassigned ticket by answering it, unless they choose otherwise', async ({
  desk,
  person,
}) => {
  const client = await desk.signedIn('client')
  const { page, api } = await person('helpdesk', { path: null })
  const [one, two] = [await aTicket(client), await aTicket(client)]
  const assigneeOf = async (id: string) =>
    (await client.get<TicketDetail>(`/api/tickets/${id}`)).body.assignedToId
  const dialog = page.getByRole('dialog')
  const mine = dialog.getByRole('checkbox', { name: 'Assign to me' })
  await page.goto(`/tickets?ticket=${one.id}`)
  await expect(mine).toBeChecked()
  await dialog.getByRole('checkbox', { name: 'Internal comment' }).check()
  await expect(mine).toHaveCount(0)
  await dialog.getByRole('button', { name: /^Reply/ }).click()
  await dialog.getByLabel('Add a comment').fill('On it.')
  await page.keyboard.press('Control+Enter')
  await isTold(page, 'Success', 'Comment added successfully.')
  await expect(mine).toHaveCount(0)
  expect(await assigneeOf(one.id)).toBe(api.id)
  undoLonger(desk)
  await dialog.getByRole('button', { name: 'Undo' }).first().click()
  await expect(mine).toBeVisible()
  expect(await assigneeOf(one.id)).toBeNull()

  const isStored = page.waitForResponse((answer) => answer.url().endsWith('/api/settings'))
  await mine.uncheck()
  await isStored
  await page.goto(`/tickets?ticket=${two.id}`)
  await expect(mine).not.toBeChecked()
  await dialog.getByLabel('Add a comment').fill('Somebody will look.')
  await page.keyboard.press('Control+Enter')
  await isTold(page, 'Success', 'Comment added successfully.')
  expect(await assigneeOf(two.id)).toBeNull()
})

test('a mention in a reply makes it internal, which the list of names says', async ({ desk, person }) => {
  const client = await desk.signedIn('client')
  const tom = await desk.signedIn('internal', { firstName: 'Tomasz', lastName: 'Wisniewski' })
  const { page } = await person('helpdesk', { path: null })
  const ticket = await aTicket(client)
  await page.goto(`/tickets?ticket=${ticket.id}`)
  const dialog = page.getByRole('dialog')
  const box = dialog.getByLabel('Add a comment')
  const internal = dialog.getByRole('checkbox', { name: 'Internal comment' })
  await box.pressSequentially('@Tomasz')
  await expect(page.getByText('Mentioning a colleague makes this internal')).toBeVisible()
  await expect(internal).not.toBeChecked()
  const names = page.getByRole('listbox', { name: 'People to mention' })
  await names.getByRole('option', { name: /Tomasz/ }).click()
  await expect(internal).toBeChecked()
  await expect(box).toHaveValue('@Tomasz Wisniewski ')
  await box.pressSequentially('can you look?')
  await box.press('Control+Enter')
  await isTold(page, 'Success', 'Comment added successfully.')
  const { body } = await tom.get<TicketDetail>(`/api/tickets/${ticket.id}`)
  expect(body.comments).toMatchObject([{ isInternal: true, mentions: [{ id: tom.id }] }])
})

test('an internal comment that resolves asks once, because the client sees the status without a reply', async ({
  desk,
  person,
}) => {
  const root = await desk.signedIn('super_user')
  const rosie = await desk.signedIn('client', { firstName: 'Rosie' })
  const company = await aClient(root)
  await assign(root, company.id, rosie.id, 'employee')
  const ticket = await aTicket(rosie, { customerName: company.name })
  const { page, api } = await person('helpdesk', { path: null })
  await page.goto(`/tickets?ticket=${ticket.id}`)
  const dialog = page.getByRole('dialog')
  const box = dialog.getByLabel('Add a comment')
  const statusOf = async () => (await api.get<TicketDetail>(`/api/tickets/${ticket.id}`)).body.status
  await expect(dialog.getByRole('button', { name: 'Reply to Rosie' })).toBeVisible()
  await dialog.getByRole('checkbox', { name: 'Internal comment' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(dialog.getByRole('checkbox', { name: 'Internal comment' })).toBeChecked()
  await box.fill('Done: the folder is back')
  await dialog.getByRole('button', { name: 'More ways to add' }).click()
  await expect(page.getByRole('menuitem')).toHaveText([
    'Add Internal Comment and set Resolved',
    'Add Internal Comment and set Testing',
  ])
  expect(await violationsOf(page)).toEqual([])
  await page.keyboard.press('Escape')
  await box.press('Control+Shift+Enter')
  await expect(dialog.getByRole('alert')).toHaveText(
    'Rosie will see the new status without a reply. Add it again to go on.',
  )
  expect(await statusOf()).toBe('open')
  await box.press('Control+Shift+Enter')
  await isTold(page, 'Success', 'Comment added successfully. The status is Resolved now.')
  expect(await statusOf()).toBe('resolved')
})

test('a super user sets for how many days a reply opens a closed ticket', async ({ person }) => {
  const { page, api } = await person('super_user', { path: '/desk-settings' })
  const days = page.getByLabel('Days after closing')
  const save = page.getByRole('button', { name: 'Save Settings' })
  await expect(days).toHaveValue('14')
  await expect(save).toBeDisabled()
  await days.fill('91')
  await save.click()
  await expect(page.getByText('Days must be a whole number from 0 to 90')).toBeVisible()
  await days.fill('30')
  await save.click()
  await isTold(page, 'Success', 'The settings are saved.')
  expect(await violationsOf(page)).toEqual([])
  await api.put('/api/desk-settings', { reopenClosedDays: 7 })
  await expect(days).toHaveValue('7')
})

test('a person reads beside the button who else is writing an answer', async ({ desk, person }) => {
  const ticket = await aTicket(await desk.signedIn('client'))
  const tomas = await person('helpdesk', { path: null, firstName: 'Tomas', lastName: 'Novak' })
  const priya = await person('internal', { path: null })
  for (const { page } of [tomas, priya]) await page.goto(`/?ticket=${ticket.id}`)
  await expect(priya.page.getByLabel('Add a comment')).toBeVisible()
  await tomas.page.getByLabel('Add a comment').pressSequentially('One moment')
  await expect(priya.page.getByText('Tomas Novak is writing…')).toBeVisible()
})
