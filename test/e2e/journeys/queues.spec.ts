import { aTicket, change } from '#test/factories.ts'
import { violationsOf } from '#test/browser/axe.ts'
import { expect } from '#test/browser/desk.ts'
import { button, several, showsSubjects, test } from '#test/browser/tickets.ts'
import { queue, shipped, namesAre } from '#test/browser/queues-screen.ts'

test('five views lead to the main queues with one click, and their counts follow at once', async ({
  person,
  colleague,
}) => {
  const [mine, done] = await several(colleague, 3)
  const { page, api } = await person('helpdesk', { path: '/tickets' })
  await change(colleague, mine!.id, { assignedToId: api.id, status: 'progress' })
  await change(colleague, done!.id, { status: 'closed' })
  await namesAre(page, shipped)
  await expect(queue(page, 'My unresolved')).toHaveAccessibleName('My unresolved 1 ticket')
  await expect(queue(page, 'All unresolved')).toHaveAccessibleName('All unresolved 2 tickets')
  await expect(queue(page, 'Recently updated')).toHaveAccessibleName('Recently updated')

  await queue(page, 'My unresolved').click()
  await expect(page).toHaveURL(`/tickets?status=unresolved&assignedToId=${api.id}&sort=urgency`)
  await showsSubjects(page, ['Ticket 1'])
  await expect(queue(page, 'My unresolved')).toHaveAttribute('aria-current', 'page')
  await queue(page, 'Unassigned').click()
  await showsSubjects(page, ['Ticket 3'])
  await queue(page, 'All unresolved').click()
  await showsSubjects(page, ['Ticket 1', 'Ticket 3'])
  await queue(page, 'Recently updated').click()
  await showsSubjects(page, ['Ticket 2', 'Ticket 1', 'Ticket 3'])

  await change(colleague, mine!.id, { status: 'resolved' })
  await expect(queue(page, 'My unresolved')).toHaveAccessibleName('My unresolved 0 tickets')
  await aTicket(colleague)
  await expect(queue(page, 'Unassigned')).toHaveAccessibleName('Unassigned 2 tickets')
  expect(await violationsOf(page)).toEqual([])
  // Nobody deletes or renames them: the menu has only views that are stored.
  await page.getByRole('button', { name: 'Views', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Views' }).getByText(/^No saved views yet/)).toBeVisible()
})

test('a queue is reached by its number or its name, says where one is, and goes by urgency', async ({
  person,
  colleague,
}) => {
  const ana = await person('client', { path: null })
  await aTicket(ana.api, { subject: 'Waits longest' })
  await aTicket(ana.api, { subject: 'Waits' })
  await aTicket(ana.api, { subject: 'On fire', priority: 'critical' })
  const asked = await aTicket(ana.api, { subject: 'Asked back' })
  await change(colleague, asked.id, { turn: 'client' })
  const { page } = await person('helpdesk', { path: '/tickets' })
  const main = page.getByRole('navigation', { name: 'Main' })
  const columns = page.getByRole('table', { name: 'Tickets' }).getByRole('columnheader')
  await showsSubjects(page, ['Asked back', 'On fire', 'Waits', 'Waits longest'])
  await expect(columns.filter({ hasText: 'Waiting' })).toHaveCount(0)
  await expect(main.getByRole('link', { name: 'Tickets', exact: true })).toHaveAttribute(
    'aria-current',
    'page',
  )

  await page.keyboard.press('g')
  await page.keyboard.press('3')
  await expect(page).toHaveURL('/tickets?status=unresolved&assignedToId=unassigned&sort=urgency')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tickets / Unassigned')
  await expect(page).toHaveTitle(/Tickets \/ Unassigned · /)
  await expect(queue(page, 'Unassigned')).toHaveAttribute('aria-current', 'page')
  await expect(main.locator('[aria-current=page]')).toHaveCount(0)
  await showsSubjects(page, ['On fire', 'Waits longest', 'Waits', 'Asked back'])
  await expect(page.getByText('Sorted by urgency')).toBeVisible()
  await expect(columns.filter({ hasText: 'Waiting' })).toHaveCount(1)
  const row = (subject: string) => page.getByRole('row').filter({ hasText: subject })
  await expect(row('On fire').getByText('us 1m')).toBeVisible()
  await expect(row('Asked back').getByText('client 1m')).toBeVisible()
  expect(await violationsOf(page)).toEqual([])

  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Search and commands' })
  await palette.getByRole('combobox').fill('waiting us')
  await expect(palette.getByRole('option').first()).toHaveAccessibleName(/^Waiting for us/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tickets / Waiting for us')
  await showsSubjects(page, ['On fire', 'Waits longest', 'Waits'])

  // A view of one's own may go by urgency, too.
  await page.goto('/tickets?priority=medium')
  await page.getByRole('button', { name: 'Views', exact: true }).click()
  const views = page.getByRole('dialog', { name: 'Views' })
  await button(views, 'Save this view…').click()
  await views.getByLabel('Name').fill('Ordinary')
  await views.getByLabel('Sort by urgency').check()
  await views.getByLabel('Visible to').selectOption('Everyone on the team')
  await button(views, 'Save').click()
  await expect(page).toHaveURL('/tickets?priority=medium&sort=urgency')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tickets / Ordinary')
  await expect(queue(page, 'Ordinary').getByRole('img', { name: 'Team' })).toBeVisible()
})
