import { aClient, aComment, aTicket, change } from '#test/factories.ts'
import { expect } from '#test/browser/desk.ts'
import { framesOf, hearsOf, holdCalls, isLive, isTold, rowOf, stopTime } from '#test/browser/steps.ts'
import { button, rowsOf, several, test } from '#test/browser/tickets.ts'

test('marks of unread comments are current on a list that is shown again', async ({ person, colleague }) => {
  const [first] = await several(colleague, 1)
  const { page } = await person('super_user', { path: null })
  const frames = framesOf(page)
  await page.goto('/tickets')
  await expect(rowOf(page, 'Ticket 1')).toBeVisible()
  await isLive(page)
  const screens = page.getByRole('navigation')
  await screens.getByRole('link', { name: 'Client Management', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Client Management')
  await aComment(colleague, first!.id, 'While you were elsewhere')
  await hearsOf(frames, first!)
  await screens.getByRole('link', { name: 'Tickets', exact: true }).click()
  await expect(rowOf(page, 'Ticket 1').getByRole('img', { name: '1 unread comment' })).toBeVisible()
})

test('a chat message that waits follows its ticket to whom the ticket is given', async ({ desk, person }) => {
  const root = await desk.signedIn('super_user')
  const first = await desk.signedIn('internal')
  const client = await desk.signedIn('client')
  const ticket = await aTicket(client, { subject: 'Passed on' })
  await change(root, ticket.id, { assignedToId: first.id })
  const second = await person('internal', { path: null })
  const { page } = second
  const counted = page.waitForResponse('**/api/chat/unread')
  await page.goto('/')
  await isLive(page)
  await counted
  const { status } = await client.post(`/api/tickets/${ticket.id}/chat`, { message: 'Is anybody there?' })
  expect(status).toBe(201)
  await expect(page).toHaveTitle(/^[^(]/)
  await change(root, ticket.id, { assignedToId: second.api.id })
  await expect(page).toHaveTitle(/^\(1\) /)
})

test('the name of a client is current in the lists of others when it changes', async ({ desk, person }) => {
  const root = await desk.signedIn('super_user')
  const made = await aClient(root, { name: 'Renamed later' })
  await aTicket(root, { subject: 'Under a new name', clientId: made.id })
  const { page } = await person('helpdesk', { path: '/tickets' })
  await expect(rowOf(page, 'Under a new name')).toContainText(made.name)
  await isLive(page)
  const name = `${made.name} Group`
  expect((await root.send('PATCH', `/api/clients/${made.id}`, { name })).status).toBe(200)
  await expect(rowOf(page, 'Under a new name')).toContainText(name)
})

test('Next and Previous lead to the same tickets while the list changes', async ({ person, colleague }) => {
  const { page, api } = await person('helpdesk', { path: null })
  const made = await several(api, 5)
  const frames = framesOf(page)
  await page.goto('/tickets?status=open')
  await expect(rowsOf(page)).toHaveCount(5)
  await isLive(page)
  const title = (subject: string) => page.getByRole('heading', { level: 2, name: new RegExp(`${subject}$`) })
  await page.getByRole('link', { name: 'Ticket 3', exact: true }).click()
  await expect(title('Ticket 3')).toBeVisible()
  for (const subject of ['In between', 'And another'])
    await hearsOf(frames, await aTicket(colleague, { subject }))
  await button(page, 'Next ticket').click()
  await expect(title('Ticket 2')).toBeVisible()
  await button(page, 'Previous ticket').click()
  await expect(title('Ticket 3')).toBeVisible()

  await page.getByLabel('Status', { exact: true }).last().selectOption('Resolved')
  await isTold(page, 'Success', 'Ticket updated successfully.')
  await button(page, 'Next ticket').click()
  await expect(title('Ticket 2')).toBeVisible()
  await change(colleague, made[0]!.id, { status: 'closed' })
  await hearsOf(frames, made[0]!)
  await expect(button(page, 'Next ticket')).toBeDisabled()
  await button(page, 'Previous ticket').click()
  await expect(title('Ticket 4')).toBeVisible()
})

test('a page whose line has died without a word says so, and comes back with what it missed', async ({
  person,
  colleague,
}) => {
  const { page } = await person('helpdesk', { path: null })
  const sign = page.getByRole('main').getByText(/^(Live|Disconnected)$/)
  let kill = () => {}
  await page.routeWebSocket('**/ws', (browser) => {
    const server = browser.connectToServer()
    let isDead = false
    kill = () => (isDead = true)
    browser.onMessage((message) => (isDead ? undefined : server.send(message)))
    server.onMessage((message) => (isDead ? undefined : browser.send(message)))
  })
  await page.clock.install()
  await page.goto('/tickets')
  await expect(sign).toHaveText('Live')
  await stopTime(page)
  kill()
  await several(colleague, 1)
  await expect(sign).toHaveText('Live')
  let seconds = 0
  for (; seconds < 60 && (await sign.textContent()) === 'Live'; seconds++) await page.clock.runFor(1000)
  expect(seconds).toBeLessThanOrEqual(40)
  await page.clock.runFor(3000)
  await expect(sign).toHaveText('Live')
  await page.clock.resume()
  await expect(rowOf(page, 'Ticket 1')).toBeVisible()
})

test('a person whose line ends in the middle of what is told about one change hears the rest of it', async ({
  person,
  colleague,
}) => {
  const { page, api } = await person('internal', { path: null })
  const ticket = await aTicket(colleague, { subject: 'Given to you' })
  let isCut = false
  await page.routeWebSocket('**/ws', (browser) => {
    const server = browser.connectToServer()
    let isOpen = true
    browser.onMessage((message) => {
      if (isOpen) server.send(message)
    })
    server.onMessage((message) => {
      if (isOpen) browser.send(message)
      if (isCut || !String(message).includes('"ticket:update"')) return
      isCut = true
      isOpen = false
      void browser.close()
      void server.close()
    })
  })
  await page.goto('/tickets')
  await expect(rowOf(page, 'Given to you')).toBeVisible()
  await isLive(page)
  await change(colleague, ticket.id, { assignedToId: api.id })
  await isTold(page, 'New Ticket Assigned', `You have been assigned to ticket ${ticket.ticketNumber}.`)
  expect(isCut).toBe(true)
})

test('a person is told how a change went while the lists behind it are still loading', async ({ person }) => {
  const { page, api } = await person('helpdesk', { path: null })
  const ticket = await aTicket(api, { subject: 'In a slow list' })
  await page.goto('/tickets')
  await page.getByRole('link', { name: 'In a slow list' }).click()
  const dialog = page.getByRole('dialog', { name: 'In a slow list' })
  await expect(dialog).toBeVisible()
  const letGo = await holdCalls(page, ({ pathname }) => pathname === '/api/tickets')
  await dialog.getByLabel('Status', { exact: true }).selectOption('Testing')
  await isTold(page, 'Success', 'Ticket updated successfully.')
  await dialog.getByRole('button', { name: 'Delete Ticket' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await isTold(page, 'Success', 'Ticket deleted successfully.')
  await expect(dialog).toHaveCount(0)
  await letGo()
  await expect(rowOf(page, ticket.ticketNumber)).toHaveCount(0)
})
