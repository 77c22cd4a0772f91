import type { Locator, Page } from '@playwright/test'
import type { Stats } from '#features/stats/contract.ts'
import { aComment, aTicket, change } from '#test/factories.ts'
import { expect } from '#test/browser/desk.ts'
import { breakCalls, holdCalls, isLive } from '#test/browser/steps.ts'
import { assignAll, button, hoursAgo, several, test } from '#test/browser/tickets.ts'

const path = '/dashboard'
const panel = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true })
/** The value of a card, by its label. */
const card = (page: Page, label: string): Locator =>
  panel(page, 'Statistics')
    .locator('div')
    .filter({ has: page.getByText(label, { exact: true }) })
    .last()
    .locator('dd')
    .first()
const recent = (page: Page) => panel(page, 'Recent Tickets').getByRole('link')
const labels = ['Total Tickets', 'Open Tickets', 'Avg Response Time', 'Resolution Rate'] as const

async function shows(page: Page, values: string[]): Promise<void> {
  for (const [place, label] of labels.entries()) await expect(card(page, label)).toHaveText(values[place]!)
}

test('each role of the desk has its dashboard in the sidebar; clients and internal people are sent where they work', async ({
  person,
}) => {
  const { page, become } = await person('client', { path })
  await expect(page).toHaveURL(/\/client-portal$/)
  await expect(page.getByRole('link', { name: 'Dashboard' })).toHaveCount(0)
  await become('internal')
  await expect(page).toHaveURL(/\/tickets$/)
  await expect(page.getByRole('link', { name: 'Dashboard' })).toHaveCount(0)
  for (const [role, title] of [
    ['super_user', 'Super User Dashboard'],
    ['helpdesk', 'Helpdesk Dashboard'],
  ] as const) {
    await become(role, { path: '/' })
    const items = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
    await expect(items.nth(1)).toHaveText('Dashboard')
    await items.nth(1).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    await expect(page).toHaveTitle(/Dashboard/)
    for (const label of labels) await expect(page.getByText(label, { exact: true })).toBeVisible()
  }
})

test('the cards show what the server counts, and the newest five tickets open', async ({
  person,
  colleague,
  desk,
}) => {
  const client = await desk.signedIn('client')
  const made = await hoursAgo(desk, 3, () => several(client, 7))
  await aComment(colleague, made[0]!.id, 'On it.')
  await change(colleague, made[1]!.id, { status: 'resolved' })
  const { page, api } = await person('helpdesk', { path })
  const { body } = await api.get<Stats>('/api/stats')
  expect(body).toEqual({ totalTickets: 7, openTickets: 6, avgResponseTime: '3h', resolutionRate: 14 })
  await shows(page, ['7', '6', '3h', '14%'])
  await expect(recent(page)).toHaveText(['Ticket 7', 'Ticket 6', 'Ticket 5', 'Ticket 4', 'Ticket 3'])
  await recent(page).nth(1).click()
  const dialog = page.getByRole('dialog', { name: 'Ticket 6' })
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(recent(page).nth(1)).toBeFocused()
})

test('a person who looks at the dashboard sees the changes of others without a reload', async ({
  desk,
  person,
  colleague,
}) => {
  const { page } = await person('super_user', { path })
  await expect(page.getByRole('status').filter({ hasText: 'Live' })).toBeVisible()
  await expect(panel(page, 'Recent Tickets')).toContainText('No tickets yet')
  await expect(panel(page, 'Backlog')).toContainText('The backlog is empty')
  await shows(page, ['0', '0', 'N/A', '0%'])
  const ticket = await aTicket(colleague, { subject: 'Just in', priority: 'high' })
  await expect(recent(page)).toHaveText(['Just in'])
  await expect(card(page, 'Open Tickets')).toHaveText('1')
  await expect(panel(page, 'Backlog').getByRole('link', { name: 'High, Open, 1' })).toBeVisible()
  await assignAll(colleague, [ticket], colleague.id)
  await change(colleague, ticket.id, { status: 'resolved' })
  await expect(card(page, 'Resolution Rate')).toHaveText('100%')
  await expect(panel(page, 'Recent Tickets')).toContainText('Resolved')
  const member = panel(page, 'Team Performance').getByRole('listitem').filter({ hasText: 'Cora Colleague' })
  await expect(member).toContainText(/Cora Colleague\s*helpdesk\s*1/)

  // An answer in the chat of a resolved ticket changes nothing of the ticket itself.
  await expect(card(page, 'Avg Response Time')).toHaveText('N/A')
  const other = await desk.signedIn('helpdesk')
  expect((await other.post(`/api/tickets/${ticket.id}/chat`, { message: 'It was the cable.' })).status).toBe(
    201,
  )
  await expect(card(page, 'Avg Response Time')).not.toHaveText('N/A')
})

test('no recent ticket moves under the pointer, or from the focus, when another comes in', async ({
  person,
  colleague,
}) => {
  await several(colleague, 2)
  const { page } = await person('helpdesk', { path })
  await isLive(page)
  await recent(page).first().hover()
  await aTicket(colleague, { subject: 'Just in' })
  await expect(button(panel(page, 'Recent Tickets'), '1 new · Show')).toBeVisible()
  await expect(recent(page)).toHaveText(['Ticket 2', 'Ticket 1'])
  await page.mouse.move(5, 5)
  await expect(recent(page)).toHaveText(['Just in', 'Ticket 2', 'Ticket 1'])

  await recent(page).first().focus()
  await aTicket(colleague, { subject: 'Newest' })
  await button(panel(page, 'Recent Tickets'), '1 new · Show').click()
  await expect(recent(page)).toHaveText(['Newest', 'Just in', 'Ticket 2', 'Ticket 1'])
})

test('the team is listed, with a dash for people who resolved nothing this week', async ({ person }) => {
  const { page, name } = await person('super_user', { path })
  const me = panel(page, 'Team Performance').getByRole('listitem').filter({ hasText: name })
  await expect(me).toHaveText(
    `${name
      .split(' ')
      .map(([letter]) => letter)
      .join('')}${name}super user-`,
  )
})

test('each number of the backlog leads to its tickets, as a bar and in the table, by mouse and keyboard', async ({
  person,
  colleague,
}) => {
  const [one, other] = await several(colleague, 3, { priority: 'critical' })
  await change(colleague, one!.id, { status: 'progress' })
  await change(colleague, other!.id, { status: 'closed' })
  const { page } = await person('helpdesk', { path })
  const backlog = panel(page, 'Backlog')
  await backlog.getByRole('link', { name: 'Critical, In Progress, 1' }).click()
  await expect(page).toHaveURL(/\/tickets\?priority=critical&status=progress$/)
  await expect(page.getByRole('row').filter({ hasText: 'Ticket 1' })).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: 'Ticket 3' })).toHaveCount(0)
  await page.goBack()
  await backlog.getByRole('button', { name: 'Show as table' }).focus()
  await page.keyboard.press('Enter')
  const table = backlog.getByRole('table', { name: 'Backlog by age' })
  await expect(table.getByRole('row').filter({ hasText: 'Today' })).toHaveText(/Today\s*1\s*1\s*0/)
  await table.getByRole('link', { name: 'Today, Open, 1' }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/tickets\?ageFilter=today&status=open$/)
  await expect(page.getByRole('row').filter({ hasText: 'Ticket 3' })).toBeVisible()
})

test('a day of the chart opens its tickets, by mouse, by keyboard and from the table', async ({
  person,
  colleague,
  desk,
}) => {
  await hoursAgo(desk, 48, () => aTicket(colleague, { subject: 'The day before yesterday' }))
  const ticket = await aTicket(colleague, { subject: 'Came and went' })
  await change(colleague, ticket.id, { status: 'closed' })
  const { page } = await person('helpdesk', { path })
  const course = panel(page, 'Created and Resolved')
  await expect(course).toContainText('2 created')
  await expect(course).toContainText('1 resolved')
  const days = course.getByRole('slider', { name: 'Day' })
  await days.focus()
  await expect(days).toHaveAttribute('aria-valuetext', /: 1 created, 1 resolved$/)
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('region', { name: 'Created' }).getByRole('link')).toHaveText([
    'Came and went',
  ])
  await expect(dialog.getByRole('region', { name: 'Resolved' }).getByRole('link')).toHaveText([
    'Came and went',
  ])
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(days).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await expect(days).toHaveAttribute('aria-valuetext', /: 0 created, 0 resolved$/)
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)

  const box = (await days.boundingBox())!
  await page.mouse.click(box.x + (box.width * 27.5) / 30, box.y + box.height / 2)
  await dialog.getByRole('link', { name: 'The day before yesterday' }).click()
  const opened = page.getByRole('dialog', { name: 'The day before yesterday' })
  await expect(opened).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(opened).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)

  await course.getByRole('button', { name: 'Show as table' }).click()
  const rows = course.getByRole('row')
  await expect(rows).toHaveCount(31)
  await expect(rows.nth(1)).toHaveText(/\w{3},? (\w{3} \d+|\d+ \w{3})\s*1\s*1/)
  await rows.nth(1).getByRole('button').click()
  await expect(dialog.getByRole('link', { name: 'Came and went' })).toHaveCount(2)
})

test('a panel that could not be loaded says so and is tried again alone', async ({ person, colleague }) => {
  await aTicket(colleague, { subject: 'Still here' })
  const { page } = await person('helpdesk')
  const repairs = await Promise.all([
    breakCalls(page, '**/api/stats'),
    breakCalls(page, '**/api/stats/overview'),
    breakCalls(page, '**/api/team'),
    breakCalls(page, /\/api\/tickets\?limit=5/),
  ])
  await page.getByRole('link', { name: 'Dashboard' }).click()
  const parts = ['Statistics', 'Created and Resolved', 'Backlog', 'Team Performance', 'Recent Tickets']
  for (const name of parts) await expect(panel(page, name).getByRole('alert')).toBeVisible()
  for (const repair of repairs) await repair()
  const letGo = await holdCalls(page, '**/api/stats')
  await panel(page, 'Statistics').getByRole('button', { name: 'Retry' }).click()
  await expect(panel(page, 'Statistics').getByRole('button', { name: 'Retry' })).toHaveAttribute(
    'aria-busy',
    'true',
  )
  await letGo()
  await expect(card(page, 'Total Tickets')).toHaveText('1')
  for (const name of ['Backlog', 'Team Performance', 'Recent Tickets'])
    await panel(page, name).getByRole('button', { name: 'Retry' }).click()
  await expect(recent(page)).toHaveText(['Still here'])
  await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0)
})

test('the dashboard keeps its layout while the server is slow', async ({ person }) => {
  const { page } = await person('helpdesk')
  const letGo = await Promise.all([holdCalls(page, '**/api/stats'), holdCalls(page, '**/api/stats/overview')])
  await page.getByRole('link', { name: 'Dashboard' }).click()
  await expect(page.getByText('Loading statistics...')).toBeAttached()
  const before = await panel(page, 'Statistics').boundingBox()
  for (const go of letGo) await go()
  await expect(card(page, 'Total Tickets')).toHaveText('0')
  const after = await panel(page, 'Statistics').boundingBox()
  expect(Math.abs((after?.height ?? 0) - (before?.height ?? 0))).toBeLessThan(2)
})

test('the numbers of a day are asked for anew as it passes, though nothing happens', async ({ person }) => {
  const { page } = await person('helpdesk', { path: null })
  await page.clock.install()
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto(path)
  await shows(page, ['0', '0', 'N/A', '0%'])
  await expect(panel(page, 'Statistics')).toBeVisible()
  asked.length = 0
  await page.clock.runFor('15:01')
  for (const wanted of ['/api/stats', '/api/stats/overview', '/api/stats/needs'])
    await expect.poll(() => asked.filter((one) => one === wanted)).toHaveLength(1)
})
