import type { Page } from '@playwright/test'
import type { TestApp } from '#test/harness.ts'
import { aClient, aProduct, aTicket, change } from '#test/factories.ts'
import { expect, type Person } from './desk.ts'
import { rowOf } from './steps.ts'
import { assignAll, button, hoursAgo, listen, several, showsSubjects, test } from './tickets.ts'

const odd = 'VPN drops every hour'
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
const chips = (page: Page) => page.getByRole('list', { name: 'Active filters' }).getByRole('listitem')
const optionsOf = (page: Page, label: string) => field(page, label).getByRole('option')

/** Twelve tickets like each other, and an older one that differs from them in everything. */
async function oneAmongMany(desk: TestApp, { api, assigneeId }: { api: Person['api']; assigneeId: string }) {
  const superUser = await desk.signedIn('super_user')
  const company = await aClient(superUser, { name: `Fjordlink ${superUser.id.slice(0, 8)}` })
  const { id } = await hoursAgo(desk, 40 * 24, () =>
    aTicket(api, {
      subject: odd,
      category: 'network',
      priority: 'critical',
      customerName: 'Harbour office',
      productName: 'Remote access',
      projectName: 'Lighthouse',
      clientId: company.id,
    }),
  )
  await change(api, id, { status: 'testing', assignedToId: assigneeId })
  await several(api, 12)
  return company
}

test('a person of the desk narrows the list by each of the ten filters', async ({
  desk,
  person,
  colleague,
}) => {
  const { page } = await person('helpdesk', { path: null })
  const company = await oneAmongMany(desk, { api: colleague, assigneeId: colleague.id })
  const { lists } = listen(page)
  await page.goto('/tickets?page=2')
  await showsSubjects(page, ['Ticket 2', 'Ticket 1', odd])

  async function narrowsBy(query: Record<string, string>, choose: () => Promise<unknown>, isHidden = false) {
    await test.step(Object.keys(query).join(), async () => {
      if (isHidden) await button(page, 'Filters').click()
      const before = lists.length
      await choose()
      const address = new URLSearchParams(query).toString()
      await expect(page).toHaveURL(`/tickets?${address}`)
      await showsSubjects(page, [odd])
      expect(lists[before]).toBe(`${address}&limit=10&offset=0`)
      await page.reload()
      await showsSubjects(page, [odd])
      await page.goBack()
      await expect(page).toHaveURL('/tickets?page=2')
      await showsSubjects(page, ['Ticket 2', 'Ticket 1', odd])
    })
  }

  await narrowsBy({ search: 'vpn drops' }, () => page.getByRole('searchbox').fill('vpn drops'))
  await narrowsBy({ status: 'testing' }, () => field(page, 'Status').selectOption('Testing'))
  await narrowsBy({ priority: 'critical' }, () => field(page, 'Priority').selectOption('Critical'))
  await narrowsBy({ assignedToId: colleague.id }, () =>
    field(page, 'Assignee').selectOption('Cora Colleague'),
  )
  await narrowsBy({ clientId: company.id }, async () => {
    await field(page, 'Client').fill('fjord')
    await page.getByRole('option', { name: company.name }).click()
  })
  await narrowsBy({ customerName: 'harbour' }, () => field(page, 'Customer').fill('harbour'), true)
  await narrowsBy({ productName: 'remote' }, () => field(page, 'Product').fill('remote'), true)
  await narrowsBy({ projectName: 'light' }, () => field(page, 'Project').fill('light'), true)
  await narrowsBy({ category: 'network' }, () => field(page, 'Category').selectOption('Network'), true)
  await narrowsBy({ ageFilter: 'older' }, () => field(page, 'Age').selectOption('Older'), true)
})

test('a person of the desk filters for tickets without an assignee', async ({ person, colleague }) => {
  const [taken, free] = await several(colleague, 2)
  await assignAll(colleague, [taken!], colleague.id)
  const { page } = await person('helpdesk', { path: '/tickets' })
  await showsSubjects(page, ['Ticket 2', 'Ticket 1'])
  await field(page, 'Assignee').selectOption('Unassigned')
  await showsSubjects(page, ['Ticket 2'])
  await expect(rowOf(page, free!.ticketNumber)).toContainText('Unassigned')
  await expect(page).toHaveURL('/tickets?assignedToId=unassigned')
})

test('every filter offers its choices, and internal staff choose only between themselves and nobody', async ({
  person,
}) => {
  const { page, api } = await person('internal', { path: '/tickets' })
  await expect(optionsOf(page, 'Status')).toHaveText([
    'All statuses',
    'Open',
    'In Progress',
    'Testing',
    'Resolved',
    'Closed',
  ])
  await expect(optionsOf(page, 'Priority')).toHaveText([
    'All priorities',
    'Low',
    'Medium',
    'High',
    'Critical',
  ])
  await expect(optionsOf(page, 'Assignee')).toHaveText(['All assignees', 'Me', 'Unassigned'])
  await expect(field(page, 'Client')).toHaveCount(0)
  await button(page, 'Filters').click()
  await expect(optionsOf(page, 'Category')).toHaveText([
    'All categories',
    'Email',
    'Network',
    'Software',
    'Hardware',
    'Application',
    'Other',
  ])
  await expect(optionsOf(page, 'Age')).toHaveText(['Any age', 'Today', 'Past week', 'Past month', 'Older'])
  await page.keyboard.press('Escape')
  await field(page, 'Assignee').selectOption('Me')
  await expect(page).toHaveURL(`/tickets?assignedToId=${api.id}`)
})

test('the desk is offered the existing products, internal staff are not', async ({ desk, person }) => {
  const name = `Beacon ${Date.now()}`
  await aProduct(await desk.signedIn('super_user'), { name })
  for (const [role, isOffered] of [
    ['internal', false],
    ['helpdesk', true],
    ['super_user', true],
  ] as const) {
    const { page } = await person(role, { path: '/tickets' })
    const { reads } = listen(page)
    await button(page, 'Filters').click()
    await expect(field(page, 'Product')).toBeVisible()
    await expect(page.locator('datalist option').filter({ hasText: name })).toHaveCount(isOffered ? 1 : 0)
    expect(reads.includes('/api/products')).toBe(isOffered)
  }
})

test('a person types a search, and the list follows their pauses instead of each letter', async ({
  person,
  colleague,
}) => {
  await several(colleague, 3)
  const { page } = await person('helpdesk', { path: '/tickets' })
  await expect(page.getByRole('link', { name: 'Ticket 3' })).toBeVisible()
  const { lists } = listen(page)
  await page.getByRole('searchbox').pressSequentially('ticket 2')
  await showsSubjects(page, ['Ticket 2'])
  await expect(page).toHaveURL('/tickets?search=ticket+2')
  expect(lists.length).toBeLessThan('ticket 2'.length)
  await page.goBack()
  await showsSubjects(page, ['Ticket 3', 'Ticket 2', 'Ticket 1'])
  await expect(page.getByRole('searchbox')).toHaveValue('')
  await page.getByRole('searchbox').fill('ticket 1')
  await showsSubjects(page, ['Ticket 1'])
  await button(page, 'Clear search').click()
  await showsSubjects(page, ['Ticket 3', 'Ticket 2', 'Ticket 1'])
  await expect(page.getByRole('searchbox')).toBeFocused()
})

test('a person sees the filters they have set, removes one, and then all', async ({ person, colleague }) => {
  await several(colleague, 1, { category: 'email', priority: 'high' })
  await aTicket(colleague, { subject: 'Another', category: 'hardware', priority: 'high' })
  const { page } = await person('helpdesk', { path: '/tickets?priority=high&category=email&search=ticket' })
  await showsSubjects(page, ['Ticket 1'])
  await expect(chips(page)).toHaveText(['Priority: High', 'Category: Email'])
  await expect(button(page, /^Filters ?1$/)).toBeVisible()
  await button(page, 'Remove filter Category: Email').click()
  await expect(chips(page)).toHaveText(['Priority: High'])
  await expect(page).toHaveURL('/tickets?priority=high&search=ticket')
  await button(page, 'Clear').click()
  await showsSubjects(page, ['Another', 'Ticket 1'])
  await expect(page).toHaveURL('/tickets')
  await expect(chips(page)).toHaveCount(0)
  await expect(button(page, 'Clear')).toHaveCount(0)
  await expect(field(page, 'Priority')).toHaveValue('')
})

test('a person filters My Tickets by search, status and priority, and by nothing else', async ({
  person,
}) => {
  const { page, api } = await person('client', { path: null })
  await aTicket(api, { subject: odd, priority: 'high' })
  await several(api, 11)
  await page.goto('/?page=2&category=email')
  await showsSubjects(page, ['Ticket 1', odd])
  await expect(page.getByRole('main').getByRole('combobox')).toHaveCount(2)
  await expect(button(page, 'Filters')).toHaveCount(0)
  const { lists } = listen(page)
  await field(page, 'Priority').selectOption('High')
  await showsSubjects(page, [odd])
  await field(page, 'Status').selectOption('Closed')
  await expect(page.getByText('No tickets match')).toBeVisible()
  await field(page, 'Status').selectOption('All statuses')
  await page.getByRole('searchbox').fill('vpn')
  await showsSubjects(page, [odd])
  await expect.poll(() => lists).toContain('search=vpn&priority=high&limit=10&offset=0')
  expect(lists.slice(0, 2)).toEqual([
    'priority=high&limit=10&offset=0',
    'status=closed&priority=high&limit=10&offset=0',
  ])
})
