import { aTicket, change } from '#test/factories.ts'
import { password } from '#test/harness.ts'
import { expect, test } from '#test/browser/desk.ts'
import { breakCalls, framesOf, hearsOf, holdMessages, isTold, rowOf } from '#test/browser/steps.ts'
import { listen } from '#test/browser/tickets.ts'
import { notFound, callOf, dialogOf, opened } from '#test/browser/detail-screen.ts'

test('a helpdesk person reads everything that is known of a ticket', async ({ desk, person }) => {
  const client = await desk.signedIn('client', { firstName: 'Nora', lastName: 'Berg' })
  const helpdesk = await person('helpdesk', { path: null })
  const ticket = await aTicket(client, {
    subject: 'Mail stands still',
    description: 'Nothing since nine.',
    category: 'email',
    priority: 'critical',
    customerName: 'Northwind',
    productName: 'Mail gateway',
    projectName: 'Move',
  })
  await desk.database.pool.query(
    `update tickets set created_at = now() - interval '3 hours 10 minutes' where id = $1`,
    [ticket.id],
  )
  await change(await desk.signedIn('super_user'), ticket.id, {
    status: 'testing',
    assignedToId: helpdesk.api.id,
  })
  const dialog = await opened(helpdesk, ticket)
  await expect(dialog.getByRole('heading', { level: 2 })).toHaveText(
    `${ticket.ticketNumber} Mail stands still`,
  )
  const head = dialog.locator('.dialog-head')
  for (const fact of ['Northwind', '3h ago', 'Testing', 'Critical', `Assigned to ${helpdesk.name}`])
    await expect(head).toContainText(fact)
  await expect(dialog.getByText('Nothing since nine.')).toBeVisible()
  await expect(dialog.getByRole('heading', { name: 'Updates & Comments' })).toBeVisible()
  const details = dialog.getByRole('region', { name: 'Details' })
  for (const fact of [
    /CategoryEmail/,
    /Created\w+/,
    /Last Update\w+/,
    /ResolvedNot resolved/,
    /Submitted byNora Berg/,
    /CustomerNorthwind/,
    /ProductMail gateway/,
    /ProjectMove/,
  ])
    await expect(details).toContainText(fact)
  // Beside the stream no card repeats the history.
  await expect(dialog.getByRole('region', { name: 'History' })).toHaveCount(0)
  await dialog.getByRole('radio', { name: 'History' }).check({ force: true })
  const history = dialog.locator('.conversation')
  await expect(history.getByRole('listitem').first()).toContainText('Nora Berg submitted the ticket')
  await expect(history).toContainText('changed status to Testing')
})

test('a client adds a comment with the keys, and a comment that fails keeps its text', async ({ person }) => {
  const client = await person('client', { path: null })
  const ticket = await aTicket(client.api)
  const dialog = await opened(client, ticket)
  const { page } = client
  const box = dialog.getByLabel('Add a comment')
  const add = dialog.getByRole('button', { name: 'Add Comment' })
  const comments = dialog.getByRole('listitem')
  await expect(add).toBeDisabled()
  await box.fill('  \n ')
  await expect(add).toBeDisabled()
  await page.keyboard.press('Control+Enter')

  await box.fill('  It also smokes.  ')
  await page.keyboard.press('Control+Enter')
  await isTold(page, 'Success', 'Comment added successfully.')
  await expect(comments.filter({ hasText: 'It also smokes.' })).toHaveCount(1)
  await expect(box).toHaveValue('')
  await expect(box).toBeFocused()

  const repair = await breakCalls(page, '**/comments', { method: 'POST' })
  await box.fill('And it smells.')
  await add.click()
  await isTold(page, 'Error', 'Failed to add comment.')
  await expect(box).toHaveValue('And it smells.')
  await repair()
  await add.click()
  await expect(comments.filter({ hasText: 'And it smells.' })).toHaveCount(1)
  const { body } = await client.api.get<{ comments: { content: string }[] }>(`/api/tickets/${ticket.id}`)
  expect(body.comments.map(({ content }) => content)).toEqual(['It also smokes.', 'And it smells.'])
})

test('a helpdesk person sets status, priority and assignee, each saved at once, and takes one back', async ({
  person,
}) => {
  const helpdesk = await person('helpdesk', { path: null })
  const { page, api, name } = helpdesk
  const ticket = await aTicket(api)
  const dialog = await opened(helpdesk, ticket)
  const now = async () => (await api.get(`/api/tickets/${ticket.id}`)).body
  const { versions } = listen(page)
  const head = dialog.locator('.dialog-head')

  await holdMessages(page)
  await dialog.getByLabel('Status', { exact: true }).selectOption('Closed')
  await isTold(page, 'Success', 'Ticket updated successfully.')
  await expect(head).toContainText('Closed')
  expect(await now()).toMatchObject({ status: 'closed' })
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(head).toContainText('Open')
  await expect.poll(now).toMatchObject({ status: 'open' })

  await dialog.getByLabel('Priority', { exact: true }).selectOption('Low')
  await expect(head).toContainText('Low')
  await expect.poll(now).toMatchObject({ priority: 'low', status: 'open' })

  await dialog.getByLabel('Assign To', { exact: true }).click()
  await page.getByPlaceholder('Find a person').fill(name)
  await page.getByRole('option', { name }).click()
  await expect(head).toContainText(`Assigned to ${name}`)
  await expect.poll(now).toMatchObject({ assignedToId: api.id })
  await dialog.getByLabel('Assign To', { exact: true }).click()
  await page.getByRole('option', { name: 'Unassigned' }).click()
  await expect(head).toContainText('Unassigned')
  await expect.poll(now).toMatchObject({ assignedToId: null })
  expect(versions).toEqual(['"1"', '"2"', '"3"', '"4"', '"5"'])
  const save = dialog.getByRole('button', { name: 'Save Changes' })
  await expect(save).toBeDisabled()
  await expect(save).toHaveAttribute('title', 'All changes are saved')
})

test('a person deletes a ticket only after confirming, and others who have it open are told', async ({
  person,
}) => {
  const helpdesk = await person('helpdesk')
  const internal = await person('internal', { path: null })
  const { page, api } = helpdesk
  const heard = framesOf(internal.page)
  const ticket = await aTicket(api, { subject: 'A duplicate' })
  const other = await aTicket(api)
  await page.goto('/tickets')
  await page.getByRole('link', { name: 'A duplicate' }).click()
  const theirs = await opened(internal, ticket)
  const dialog = dialogOf(page, 'A duplicate')
  const remove = dialog.getByRole('button', { name: 'Delete Ticket' })
  const question = page.getByRole('alertdialog', { name: 'Delete Ticket' })
  await remove.click()
  await expect(question).toContainText(ticket.ticketNumber)
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toHaveCount(0)
  await expect(remove).toBeFocused()
  expect((await api.get(`/api/tickets/${ticket.id}`)).status).toBe(200)

  const call = callOf(ticket.id)
  let repair = await breakCalls(page, call, { method: 'DELETE' })
  await remove.click()
  await question.getByRole('button', { name: 'Delete' }).click()
  await isTold(page, 'Error', 'Failed to delete ticket.')
  await repair()
  const reason = 'It is being billed.'
  repair = await breakCalls(page, call, {
    method: 'DELETE',
    status: 409,
    body: JSON.stringify({ message: reason }),
  })
  await remove.click()
  await question.getByRole('button', { name: 'Delete' }).click()
  await isTold(page, 'Error', reason)
  await expect(dialog).toBeVisible()
  await repair()

  await remove.click()
  await question.getByRole('button', { name: 'Delete' }).click()
  await isTold(page, 'Success', 'Ticket deleted successfully.')
  await expect(dialog).toHaveCount(0)
  await expect(rowOf(page, ticket.ticketNumber)).toHaveCount(0)
  await expect(theirs).toHaveCount(0)
  const gone = dialogOf(internal.page, 'Ticket Not Found')
  await expect(gone).toContainText(notFound)
  await change(api, other.id, { status: 'testing' })
  await hearsOf(heard, other)
  await expect(gone).toContainText(notFound)
  await gone.getByRole('button', { name: 'Close' }).click()
  await expect(gone).toHaveCount(0)
  await expect(internal.page).toHaveURL('/')
})

test('a person follows a link while signed out, signs in, and has the ticket before them, however its number is written', async ({
  desk,
  visitor,
}) => {
  const { email } = await desk.person('helpdesk')
  // Assigned to nobody, so that it is not in the list behind.
  const ticket = await aTicket(await desk.signedIn('client'), { subject: 'From a mail' })
  const page = await visitor()
  await page.goto(`/my-tickets?ticket=${ticket.ticketNumber.toLowerCase()}`)
  await expect(page.getByRole('heading', { name: `Sign in to open ${ticket.ticketNumber}` })).toBeVisible()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Password', { exact: true }).press('Enter')
  await expect(dialogOf(page, 'From a mail')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL('/my-tickets')
  await expect(page.getByText('No tickets assigned')).toBeVisible()
})
