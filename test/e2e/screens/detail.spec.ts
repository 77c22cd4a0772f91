import type { Locator } from '@playwright/test'
import { aComment, aTicket, change } from '#test/factories.ts'
import { expect, test } from '#test/browser/desk.ts'
import { breakCalls, callsOf, framesOf, hearsOf, isTold } from '#test/browser/steps.ts'
import { notFound, callOf, dialogOf, opened } from '#test/browser/detail-screen.ts'

test('a person whose change could not be saved is told so, and saves it with Save Changes, which sends no comment', async ({
  person,
}) => {
  const internal = await person('internal', { path: null })
  const { page, api } = internal
  const ticket = await aTicket(api)
  const dialog = await opened(internal, ticket)
  const repair = await breakCalls(page, callOf(ticket.id), { method: 'PUT' })
  await dialog.getByLabel('Status', { exact: true }).selectOption('Testing')
  await isTold(page, 'Error', 'Failed to update ticket.')
  await expect(dialog.getByRole('alert')).toContainText('Not saved. It is still Open.')
  await expect(dialog.locator('.dialog-head')).toContainText('Open')
  await repair()
  await dialog.getByLabel('Add a comment').fill('Tested on Monday.')
  const save = dialog.getByRole('button', { name: 'Save Changes' })
  await expect(save).not.toHaveAttribute('title')
  await save.click()
  await expect(dialog.locator('.dialog-head')).toContainText('Testing')
  await expect(dialog.getByRole('alert')).toHaveCount(0)
  await expect(dialog.getByLabel('Add a comment')).toHaveValue('Tested on Monday.')
  await expect(save).toBeDisabled()
  await expect(save).toBeFocused()
  expect((await api.get(`/api/tickets/${ticket.id}`)).body).toMatchObject({ status: 'testing', comments: [] })
})

test('a ticket that was closed here is current when it is opened again', async ({ person }) => {
  const helpdesk = await person('helpdesk', { path: null })
  const internal = await person('internal', { path: null })
  const { page } = internal
  const heard = framesOf(page)
  const ticket = await aTicket(helpdesk.api, { subject: 'Opened twice' })
  const other = await aTicket(helpdesk.api)
  await page.goto('/tickets')
  const link = page.getByRole('link', { name: 'Opened twice' })
  await link.click()
  const dialog = dialogOf(page, 'Opened twice')
  await dialog.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(dialog).toHaveCount(0)
  await aComment(helpdesk.api, ticket.id, 'It came while nobody looked.')
  await hearsOf(heard, ticket)
  await change(helpdesk.api, other.id, { status: 'testing' })
  await hearsOf(heard, other)
  await link.click()
  await expect(dialog).toContainText('It came while nobody looked.')
})

test('a ticket whose refresh has failed for a moment is loaded again by itself', async ({ person }) => {
  const helpdesk = await person('helpdesk', { path: null })
  const internal = await person('internal', { path: null })
  const ticket = await aTicket(helpdesk.api, { subject: 'On a bad line' })
  const theirs = await opened(internal, ticket)
  const calls = callsOf(internal.page, 'GET')
  const repair = await breakCalls(internal.page, callOf(ticket.id), { status: 503 })
  const address = `/api/tickets/${ticket.id}`
  await aComment(helpdesk.api, ticket.id, 'It came on a bad line.')
  await expect.poll(() => calls).toContain(address)
  await expect(theirs).toBeVisible()
  await repair()
  await expect(theirs).toContainText('It came on a bad line.')
})

test('a person who follows a link to no ticket, or to one that cannot be loaded, is told so', async ({
  desk,
  person,
}) => {
  const { page } = await person('client', { path: '/?ticket=TKT-999999' })
  const gone = dialogOf(page, 'Ticket Not Found')
  await expect(gone).toContainText(notFound)
  await page.keyboard.press('Escape')
  await expect(gone).toHaveCount(0)

  const ofAnother = await aTicket(await desk.signedIn('client'))
  await page.goto(`/?ticket=${ofAnother.id}`)
  await expect(gone).toContainText(notFound)

  await breakCalls(page, /\/api\/tickets\/TKT-\d+$/)
  await page.goto(`/?ticket=${ofAnother.ticketNumber}`)
  await expect(gone).toContainText(notFound)
  await gone.getByRole('button', { name: 'Close' }).click()
  await expect(gone).toHaveCount(0)
  await expect(page).toHaveURL('/')
})

test('a person who opens a ticket has the focus on its title, and on closing gets it back where it was', async ({
  person,
}) => {
  const { page, api } = await person('helpdesk', { path: null })
  const ticket = await aTicket(api, { subject: 'Where was I' })
  await page.goto('/tickets')
  const opener = page.getByRole('link', { name: 'Where was I' })
  const title = page.getByRole('heading', { name: 'Where was I' })
  const dialog = dialogOf(page, 'Where was I')

  await opener.focus()
  await page.keyboard.press('Enter')
  await expect(title).toBeFocused()
  await expect(page).toHaveURL(`/tickets?ticket=${ticket.id}`)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(opener).toBeFocused()
  await expect(page).toHaveURL('/tickets')

  await opener.click()
  await expect(dialog).toBeVisible()
  await page.goBack()
  await expect(dialog).toHaveCount(0)
  await expect(page).toHaveURL('/tickets')
  await page.goForward()
  await expect(dialog).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(page).toHaveURL('/tickets')

  await page.getByRole('button', { name: `Edit ${ticket.ticketNumber}` }).click()
  await expect(dialog.getByRole('heading', { name: 'Ticket Management' })).toBeFocused()
})

test('a person follows a link by ticket number, and closing leaves them on the screen behind', async ({
  person,
}) => {
  const { page, api } = await person('client', { path: null })
  const ticket = await aTicket(api, { subject: 'By its number' })
  await page.goto(`/client-portal?ticket=${ticket.ticketNumber}`)
  await expect(page.getByRole('heading', { name: 'By its number' })).toBeFocused()
  await dialogOf(page).getByRole('button', { name: 'Close' }).click()
  await expect(dialogOf(page)).toHaveCount(0)
  await expect(page).toHaveURL('/client-portal')
})

test('a ticket of a company without a name shows the contact address', async ({ desk, person }) => {
  const helpdesk = await person('helpdesk', { path: null })
  const ticket = await aTicket(helpdesk.api, { customerName: 'Nameless' })
  const { pool } = desk.database
  const address = 'office@nameless.example'
  await pool.query(`update clients set name = '', contact_email = $1 where id = $2`, [
    address,
    ticket.clientId,
  ])
  await expect((await opened(helpdesk, ticket)).locator('.dialog-head')).toContainText(address)
  // Others use this desk after it, and no form makes such a company.
  await pool.query(`update clients set name = 'Nameless' where id = $1`, [ticket.clientId])
})

for (const [role, sees] of [
  ['client', []],
  ['internal', ['Internal comment', 'Status', 'Priority']],
  ['helpdesk', ['Internal comment', 'Status', 'Priority', 'Assign To', 'Delete Ticket']],
  ['super_user', ['Internal comment', 'Status', 'Priority', 'Assign To', 'Delete Ticket']],
] as const)
  test(`a ${role} finds in a ticket what is theirs to use, and internal comments only as staff`, async ({
    desk,
    person,
  }) => {
    const somebody = await person(role, { path: null })
    const author = role === 'client' ? somebody.api : await desk.signedIn('client')
    const ticket = await aTicket(author)
    const helpdesk = await desk.signedIn('helpdesk')
    await aComment(helpdesk, ticket.id, 'They have not paid', true)
    await aComment(helpdesk, ticket.id, 'We are on it')
    const dialog = await opened(somebody, ticket)
    await expect(dialog.getByRole('listitem').filter({ hasText: 'We are on it' })).toBeVisible()
    const secret = dialog.getByRole('listitem').filter({ hasText: 'They have not paid' })
    await expect(secret).toHaveCount(role === 'client' ? 0 : 1)
    if (role !== 'client') await expect(secret).toContainText('Internal')

    await expect(dialog.getByLabel('Add a comment')).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Print Ticket' })).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Save Changes' })).toBeVisible()
    const offered: Record<string, Locator> = {
      'Internal comment': dialog.getByRole('checkbox', { name: 'Internal comment' }),
      Status: dialog.getByLabel('Status', { exact: true }),
      Priority: dialog.getByLabel('Priority', { exact: true }),
      'Assign To': dialog.getByLabel('Assign To', { exact: true }),
      'Delete Ticket': dialog.getByRole('button', { name: 'Delete Ticket' }),
    }
    for (const [name, control] of Object.entries(offered))
      await expect(control, name).toHaveCount((sees as readonly string[]).includes(name) ? 1 : 0)
    await expect(dialog.getByRole('region', { name: 'Ticket Management' })).toHaveCount(
      role === 'client' ? 0 : 1,
    )
  })
