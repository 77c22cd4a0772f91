import type { Locator, Page } from '@playwright/test'
import type { Role } from '#features/users/contract.ts'
import { aTicket } from '#test/factories.ts'
import { expect } from '#test/browser/desk.ts'
import { breakCalls, holdCalls, rowOf } from '#test/browser/steps.ts'
import {
  answerListsWith,
  assignAll,
  button,
  hoursAgo,
  listen,
  rowsOf,
  several,
  showsSubjects,
  test,
} from '#test/browser/tickets.ts'

const listCall = /\/api\/tickets\?/
const staffColumns = [
  '',
  'Ticket #',
  'Subject',
  'Client',
  'Status',
  'Priority',
  'Assigned To',
  'Created',
  'Actions',
]
const ownColumns = staffColumns.filter((name) => name !== 'Assigned To')
const pageButtons = (page: Page) =>
  page.getByRole('navigation', { name: 'Pages' }).getByRole('button', { name: /^Page / })

test('a person of the desk reads every ticket with its assignee', async ({ desk, person, colleague }) => {
  const [old] = await hoursAgo(desk, 26, () => several(colleague, 1, { subject: 'Scanner scans blanks' }))
  const fresh = await aTicket(colleague, { priority: 'critical' })
  const { page } = await person('helpdesk', { path: '/tickets' })
  await assignAll(colleague, [fresh], colleague.id)
  await expect(page.getByRole('heading', { name: 'Tickets', level: 1 })).toBeVisible()
  await expect(page.getByText('Complete ticket management and overview')).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Table View' })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('columnheader')).toHaveText(staffColumns)
  await expect(rowsOf(page).first().getByRole('cell')).toHaveText([
    '',
    fresh.ticketNumber,
    'Printer on fire',
    fresh.client.name,
    'Open',
    'Critical',
    /Cora Colleague$/,
    /^Just now/,
    '',
  ])
  const older = rowOf(page, 'Scanner scans blanks')
  await expect(older).toContainText('Unassigned')
  await expect(older).toContainText('1d ago')
  await expect(button(older, `Assign ${old?.ticketNumber}`)).toBeVisible()
})

test('a ticket without number and priority shows its id and Medium in every list of it', async ({
  person,
}) => {
  const { page, api } = await person('client', { path: null })
  const { id } = await aTicket(api, { priority: 'high' })
  await answerListsWith(page, { ticketNumber: undefined, priority: undefined })
  const showsBoth = async (entry: Locator) => {
    await expect(entry.getByText(id, { exact: true })).toBeVisible()
    await expect(entry.getByText('Medium', { exact: true })).toBeVisible()
  }
  await page.goto('/')
  await showsBoth(rowOf(page, 'Printer on fire'))
  await page.goto('/my-tickets')
  await showsBoth(rowOf(page, 'Printer on fire'))
  await page.setViewportSize({ width: 390, height: 800 })
  await showsBoth(page.getByRole('list', { name: 'My Tickets' }).getByRole('listitem'))
})

const mayEdit: Record<Role, boolean> = { client: false, internal: true, helpdesk: true, super_user: true }

test('everybody opens a ticket from My Tickets, and all but clients may edit there', async ({
  person,
  colleague,
}) => {
  let somebody = await person('client')
  for (const [role, may] of Object.entries(mayEdit) as [Role, boolean][])
    await test.step(role, async () => {
      if (role !== 'client') somebody = await somebody.become(role)
      const { page, api } = somebody
      const ticket = await aTicket(api)
      if (may) await assignAll(colleague, [ticket], api.id)
      await expect(page.getByRole('columnheader')).toHaveText(ownColumns)
      const row = rowOf(page, ticket.ticketNumber)
      await expect(button(row, `Edit ${ticket.ticketNumber}`)).toHaveCount(may ? 1 : 0)
      await expect(button(row, `Assign ${ticket.ticketNumber}`)).toHaveCount(0)
      const { reads } = listen(page)
      await button(row, `View ${ticket.ticketNumber}`).click()
      await expect(page.getByRole('dialog').getByRole('heading', { name: ticket.subject })).toBeVisible()
      await expect(page).toHaveURL(`/?ticket=${ticket.id}`)
      await expect.poll(() => reads).toContain(`/api/tickets/${ticket.id}`)
    })
})

test('a person goes through twelve tickets page by page', async ({ person, colleague }) => {
  await several(colleague, 12)
  const { page } = await person('helpdesk', { path: '/tickets' })
  await expect(page.getByText('Showing 1 to 10 of 12 tickets')).toBeVisible()
  await expect(rowsOf(page)).toHaveCount(10)
  await expect(pageButtons(page)).toHaveText(['1', '2'])
  await expect(button(page, 'Previous')).toBeDisabled()
  const { lists } = listen(page)
  await button(page, 'Next').click()
  await expect(page.getByText('Showing 11 to 12 of 12 tickets')).toBeVisible()
  await showsSubjects(page, ['Ticket 2', 'Ticket 1'])
  await expect(page).toHaveURL('/tickets?page=2')
  expect(lists).toEqual(['limit=10&offset=10'])
  await expect(button(page, 'Next')).toBeDisabled()
  await expect(button(page, 'Next')).toBeFocused()
  await button(page, 'Previous').click()
  await expect(page.getByText('Showing 1 to 10 of 12 tickets')).toBeVisible()
  await expect(page).toHaveURL('/tickets')
  await page.goBack()
  await expect(page.getByText('Showing 11 to 12 of 12 tickets')).toBeVisible()
})

test('a client with sixty tickets has exactly five page buttons around the page they are on', async ({
  person,
}) => {
  const { page, api } = await person('client', { path: null })
  await several(api, 60)
  await page.goto('/')
  await expect(page.getByText('Showing 1 to 10 of 60 tickets')).toBeVisible()
  await expect(pageButtons(page)).toHaveText(['1', '2', '3', '4', '5'])
  await button(page, 'Page 5').click()
  await expect(page.getByText('Showing 41 to 50 of 60 tickets')).toBeVisible()
  await expect(pageButtons(page)).toHaveText(['2', '3', '4', '5', '6'])
  await expect(button(page, 'Page 5')).toHaveAttribute('aria-current', 'page')
  await button(page, 'Page 6').click()
  await expect(page.getByText('Showing 51 to 60 of 60 tickets')).toBeVisible()
  await expect(button(page, 'Next')).toBeDisabled()
  await expect(pageButtons(page)).toHaveCount(5)
})

test('a person with a link to a page that no longer exists lands on the last one', async ({
  person,
  colleague,
}) => {
  await several(colleague, 11)
  const { page } = await person('helpdesk', { path: '/tickets?page=99' })
  await expect(page.getByText('Showing 11 to 11 of 11 tickets')).toBeVisible()
  await expect(page).toHaveURL('/tickets?page=2')
})

test('the first call for tickets has no filter, and only the desk loads people and companies', async ({
  person,
}) => {
  const lookUps: Record<Role, string[]> = {
    client: [],
    internal: [],
    helpdesk: ['/api/clients', '/api/team'],
    super_user: ['/api/clients', '/api/team'],
  }
  const known = ['/api/team', '/api/clients', '/api/products', '/api/stats']
  let somebody = await person('client', { path: '/api-docs' })
  for (const role of Object.keys(lookUps) as Role[])
    await test.step(role, async () => {
      if (role !== 'client') somebody = await somebody.become(role)
      const { page, api } = somebody
      const { lists, reads } = listen(page)
      await page.goto(role === 'client' ? '/' : '/tickets')
      await expect(page.getByText(/No tickets (yet|assigned)/)).toBeVisible()
      expect(lists).toEqual(['limit=10&offset=0'])
      const lookedUp = () => reads.filter((path) => known.includes(path)).toSorted()
      await expect.poll(() => lookedUp().length).toBeGreaterThanOrEqual(lookUps[role].length)
      expect(lookedUp()).toEqual(lookUps[role])
      if (role === 'client') return
      await page.goto('/my-tickets')
      await expect(page.getByText('No tickets assigned')).toBeVisible()
      expect(lists.at(-1)).toBe(`assignedToId=${api.id}&limit=10&offset=0`)
    })
})

test('a person without tickets reads what that means for them', async ({ person }) => {
  const client = await person('client')
  await expect(client.page.getByText('No tickets assigned')).toBeVisible()
  await expect(client.page.getByText(/contact support/)).toBeVisible()
  const internal = await person('internal')
  await expect(internal.page.getByText('No tickets assigned')).toBeVisible()
  await expect(internal.page.getByText('Check back later or contact a supervisor.')).toBeVisible()
  const helpdesk = await person('helpdesk', { path: '/tickets' })
  await expect(helpdesk.page.getByText('No tickets yet')).toBeVisible()
  await expect(button(helpdesk.page, 'Create Ticket')).toHaveCount(2)
  await internal.page.goto('/tickets')
  await expect(internal.page.getByText('No tickets yet')).toBeVisible()
  await expect(button(internal.page, 'Create Ticket')).toHaveCount(0)
})

test('a person whose search finds nothing is told so, and gets the whole list back', async ({
  person,
  colleague,
}) => {
  await several(colleague, 1)
  const { page } = await person('helpdesk', { path: '/tickets?search=zeppelin&status=closed' })
  await expect(page.getByText('No tickets match')).toBeVisible()
  await expect(page.getByText('No tickets yet')).toHaveCount(0)
  await button(page, 'Clear filters').click()
  await showsSubjects(page, ['Ticket 1'])
  await expect(page).toHaveURL('/tickets')
  await expect(page.getByRole('searchbox')).toHaveValue('')
})

test('a person whose list could not be loaded is told so and tries again', async ({ person, colleague }) => {
  await several(colleague, 2)
  const { page } = await person('helpdesk', { path: null })
  const repair = await breakCalls(page, listCall)
  await page.goto('/tickets')
  const note = page.getByRole('alert').filter({ hasText: 'The tickets could not be loaded.' })
  await expect(note).toBeVisible()
  await expect(page.getByRole('table')).toHaveCount(0)
  await repair()
  await button(note, 'Retry').click()
  await showsSubjects(page, ['Ticket 2', 'Ticket 1'])
  await expect(note).toHaveCount(0)
})

test('a person sees grey rows while a slow server answers the first time, and the former page afterwards', async ({
  person,
  colleague,
}) => {
  await several(colleague, 12)
  const { page } = await person('helpdesk', { path: null })
  const answer = await holdCalls(page, listCall)
  await page.goto('/tickets')
  await expect(page.locator('tbody tr[aria-hidden=true]')).toHaveCount(10)
  await expect(page.getByText('No tickets yet')).toHaveCount(0)
  await answer()
  await expect(page.locator('tbody tr[aria-hidden=true]')).toHaveCount(0)
  await expect(rowsOf(page)).toHaveCount(10)

  const answerNext = await holdCalls(page, listCall)
  await button(page, 'Next').click()
  await expect(page.locator('[aria-busy=true]').getByText('Ticket 12')).toBeVisible()
  await answerNext()
  await showsSubjects(page, ['Ticket 2', 'Ticket 1'])
})
