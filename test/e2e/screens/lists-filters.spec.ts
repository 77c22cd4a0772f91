import type { Page } from '@playwright/test'
import type { TestApp } from '#test/harness.ts'
import { aClient, aProduct, aTicket, change } from '#test/factories.ts'
import { violationsOf } from '#test/browser/axe.ts'
import { expect, type Person } from '#test/browser/desk.ts'
import { rowOf, stopTime } from '#test/browser/steps.ts'
import {
  assignAll,
  button,
  hoursAgo,
  listen,
  rowsOf,
  several,
  showsSubjects,
  test,
} from '#test/browser/tickets.ts'

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

const boxes = (page: Page, name: string) => page.getByRole('dialog', { name })
const box = (page: Page, name: string, label: string) =>
  boxes(page, name).getByRole('checkbox', { name: label, exact: true })

/** One ticket of each status, named by it. */
async function oneOfEach(api: Person['api']) {
  for (const status of ['closed', 'resolved', 'testing', 'progress', 'open'] as const) {
    const { id } = await aTicket(api, { subject: status })
    if (status !== 'open') await change(api, id, { status })
  }
}

test('a person asks for everything unresolved, or for several statuses at once', async ({
  person,
  colleague,
}) => {
  await oneOfEach(colleague)
  const { page } = await person('helpdesk', { path: '/tickets' })
  await showsSubjects(page, ['open', 'progress', 'testing', 'resolved', 'closed'])
  await field(page, 'Status').selectOption('Unresolved')
  await expect(page).toHaveURL('/tickets?status=unresolved')
  await showsSubjects(page, ['open', 'progress', 'testing'])

  await field(page, 'Status').selectOption('Choose several…')
  await expect(box(page, 'Status', 'Unresolved')).toBeChecked()
  await expect(box(page, 'Status', 'Testing')).toBeChecked()
  await box(page, 'Status', 'Testing').click()
  await expect(page).toHaveURL('/tickets?status=open,progress')
  await showsSubjects(page, ['open', 'progress'])
  await box(page, 'Status', 'Closed').click()
  await showsSubjects(page, ['open', 'progress', 'closed'])
  await expect(box(page, 'Status', 'Unresolved')).toHaveJSProperty('indeterminate', true)
  expect(await violationsOf(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(boxes(page, 'Status')).toHaveCount(0)

  // The focus is in the list, where letters are shortcuts and choose nothing.
  await page.keyboard.press('r')
  await page.keyboard.press('j')
  await expect(page.getByRole('link', { name: 'open', exact: true })).toBeFocused()
  await expect(page).toHaveURL('/tickets?status=open,progress,closed')
  await page.reload()
  await showsSubjects(page, ['open', 'progress', 'closed'])
  await expect(button(page, 'Status: Open, In Progress, Closed')).toBeVisible()

  await page.getByRole('tab', { name: 'Kanban View' }).click()
  await expect(page.getByRole('link', { name: 'progress', exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'testing', exact: true })).toHaveCount(0)
})

test('a ticket stays in a list of several statuses while its status is one of them', async ({
  person,
  colleague,
}) => {
  const [, id] = (await several(colleague, 2)).map((ticket) => ticket.id)
  const { page } = await person('helpdesk', { path: '/tickets?status=unresolved' })
  await showsSubjects(page, ['Ticket 2', 'Ticket 1'])
  await change(colleague, id!, { status: 'testing' })
  await expect(rowsOf(page).first()).toContainText('Testing')
  await change(colleague, id!, { status: 'resolved' })
  await showsSubjects(page, ['Ticket 1'])
})

test('a person chooses several assignees and companies by keyboard alone', async ({
  desk,
  person,
  colleague,
}) => {
  const { page } = await person('helpdesk', { path: null })
  const company = await oneAmongMany(desk, { api: colleague, assigneeId: colleague.id })
  await page.goto('/tickets')
  const menu = boxes(page, 'Client')
  await page.getByRole('combobox', { name: 'Client' }).focus()
  await page.keyboard.press('ArrowDown')
  const choices = page.getByRole('listbox', { name: 'Client' })
  await expect(choices.getByRole('option', { name: 'Choose several…' })).toBeVisible()
  for (const key of ['ArrowUp', 'Enter']) await page.keyboard.press(key)
  const choice = menu.getByRole('checkbox', { name: company.name })
  await expect(choice).toBeVisible()
  for (let at = 0; at < 50 && !(await choice.evaluate((one) => one === document.activeElement)); at++)
    await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Space')
  await showsSubjects(page, [odd])
  await page.keyboard.press('Enter')
  await expect(menu).toHaveCount(0)
  await expect(field(page, 'Client')).toHaveValue(company.name)

  await field(page, 'Assignee').selectOption('Choose several…')
  await box(page, 'Assignee', 'Cora Colleague').check()
  await box(page, 'Assignee', 'Unassigned').check()
  await expect(page).toHaveURL(/assignedToId=unassigned,[^&]+/)
  await page.keyboard.press('Escape')
  await expect(button(page, 'Assignee: Cora Colleague, Unassigned')).toHaveCount(1)
  await showsSubjects(page, [odd])
})

test('a person chooses several statuses on a phone, and sees them as one of the active filters', async ({
  person,
  colleague,
}) => {
  await oneOfEach(colleague)
  const { page } = await person('helpdesk', { path: null })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/tickets')
  await button(page, 'Filters').click()
  await field(page, 'Status').selectOption('Choose several…')
  await box(page, 'Status', 'Open').check()
  await box(page, 'Status', 'Closed').check()
  await page.keyboard.press('Escape')
  await button(page, 'Done').click()
  await expect(chips(page)).toHaveText(['Status: Open, Closed', 'Clear'])
  await expect(page).toHaveURL('/tickets?status=open,closed')
})

test('the filters stay open or closed while a window becomes wider and narrower', async ({ person }) => {
  const { page } = await person('helpdesk', { path: '/tickets' })
  const narrow = { width: 390, height: 844 }
  const wide = { width: 1440, height: 844 }
  const filters = page.getByRole('dialog', { name: 'Filters' })
  await page.setViewportSize(narrow)
  await button(page, 'Filters').click()
  await expect(filters.getByText('Sort by')).toBeVisible()
  await page.setViewportSize(wide)
  await expect(filters).toBeVisible()
  await expect(filters.getByText('Sort by')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(filters).toHaveCount(0)
  await page.getByRole('searchbox').first().focus()
  await page.setViewportSize(narrow)
  await expect(field(page, 'Status')).toHaveCount(0)
  await expect(button(page, 'Filters')).not.toBeFocused()
  await page.setViewportSize(wide)
  await expect(field(page, 'Status')).toBeVisible()
  await expect(filters).toHaveCount(0)
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
    'Unresolved',
    'Open',
    'In Progress',
    'Testing',
    'Resolved',
    'Closed',
    'Choose several…',
  ])
  await expect(optionsOf(page, 'Priority')).toHaveText([
    'All priorities',
    'Low',
    'Medium',
    'High',
    'Critical',
    'Choose several…',
  ])
  await expect(optionsOf(page, 'Assignee')).toHaveText([
    'All assignees',
    'Me',
    'Unassigned',
    'Choose several…',
  ])
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
    'Choose several…',
  ])
  await expect(optionsOf(page, 'Age')).toHaveText(['Any age', 'Today', 'Past week', 'Past month', 'Older'])
  await page.keyboard.press('Escape')
  await field(page, 'Assignee').selectOption('Me')
  await expect(page).toHaveURL(`/tickets?assignedToId=${api.id}`)
  // The dashboard leads to bands of ages, which are told as long as they are set.
  await page.goto('/tickets?ageFilter=2-7')
  await expect(button(page, 'Remove filter Age: 1–7 days')).toBeVisible()
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
  const { page } = await person('helpdesk', { path: null })
  await page.clock.install()
  await page.goto('/tickets')
  await expect(page.getByRole('link', { name: 'Ticket 3' })).toBeVisible()
  const { lists } = listen(page)
  // The time stands still, so that nobody pauses between two letters, however slow the machine is.
  await stopTime(page)
  await page.getByRole('searchbox').pressSequentially('"ticket 2"')
  await page.clock.resume()
  await showsSubjects(page, ['Ticket 2'])
  await expect(page).toHaveURL('/tickets?search=%22ticket+2%22')
  expect(lists.filter((address) => address.includes('search='))).toHaveLength(1)
  await page.goBack()
  await showsSubjects(page, ['Ticket 3', 'Ticket 2', 'Ticket 1'])
  await expect(page.getByRole('searchbox')).toHaveValue('')
  await page.getByRole('searchbox').fill('"ticket 1"')
  await showsSubjects(page, ['Ticket 1'])
  await button(page, 'Clear search').click()
  await showsSubjects(page, ['Ticket 3', 'Ticket 2', 'Ticket 1'])
  await expect(page.getByRole('searchbox')).toBeFocused()
})

test('a person who mistypes a word in the search is offered the one they meant, and takes it with one press', async ({
  person,
  colleague,
}) => {
  for (const subject of ['The printer is jammed', 'Printer without paper'])
    await aTicket(colleague, { subject })
  const { page } = await person('helpdesk', { path: '/tickets?status=unresolved' })
  await page.getByRole('searchbox').fill('printr')
  await expect(page.getByText('No tickets match')).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
  await button(page, 'Did you mean: printer (2)').click()
  await showsSubjects(page, ['Printer without paper', 'The printer is jammed'])
  await expect(page).toHaveURL('/tickets?status=unresolved&search=printer')
  await expect(page.getByRole('searchbox')).toBeFocused()
  await expect(page.getByRole('searchbox')).toHaveValue('printer')
  await page.getByRole('searchbox').fill('qqqqqqqq')
  await expect(button(page, 'Clear filters')).toBeVisible()
  await expect(button(page, /^Did you mean/)).toHaveCount(0)
})

test('a person sees the filters they have set, removes one, and then all', async ({ person, colleague }) => {
  await several(colleague, 1, { category: 'email', priority: 'high' })
  await aTicket(colleague, { subject: 'Another', category: 'hardware', priority: 'high' })
  const { page } = await person('helpdesk', { path: '/tickets?priority=high&category=email&search=ticket' })
  await showsSubjects(page, ['Ticket 1'])
  // The priority shows in its own control.
  await expect(chips(page)).toHaveText(['Category: Email'])
  const border = (label: string) => field(page, label).evaluate((one) => getComputedStyle(one).borderColor)
  expect(await border('Priority')).not.toBe(await border('Status'))
  await expect(button(page, /^Filters ?1$/)).toBeVisible()
  await button(page, 'Remove filter Category: Email').click()
  await expect(chips(page)).toHaveCount(0)
  await expect(page.locator(':focus')).toHaveCount(1)
  await expect(page).toHaveURL('/tickets?priority=high&search=ticket')
  await button(page, 'Clear').click()
  await showsSubjects(page, ['Another', 'Ticket 1'])
  await expect(page).toHaveURL('/tickets')
  await expect(chips(page)).toHaveCount(0)
  await expect(button(page, 'Clear')).toHaveCount(0)
  await expect(page.locator(':focus')).toHaveCount(1)
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
