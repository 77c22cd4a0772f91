import { aTicket, aView, change } from '#test/factories.ts'
import { violationsOf } from '#test/browser/axe.ts'
import { expect } from '#test/browser/desk.ts'
import { breakCalls, holdCalls, isTold } from '#test/browser/steps.ts'
import { button, several, showsSubjects, test } from '#test/browser/tickets.ts'
import { queues, queue, shipped, namesAre } from '#test/browser/queues-screen.ts'

test('counts follow a change of a row, by whoever makes it, before the server has counted again', async ({
  person,
  colleague,
}) => {
  const made = await several(colleague, 4)
  const { page } = await person('helpdesk', { path: '/tickets?status=unresolved&assignedToId=unassigned' })
  await expect(queue(page, 'Unassigned')).toHaveAccessibleName('Unassigned 4 tickets')
  await showsSubjects(page, ['Ticket 4', 'Ticket 3', 'Ticket 2', 'Ticket 1'])
  const release = await holdCalls(page, '**/api/views/counts')
  await change(colleague, made[0]!.id, { assignedToId: colleague.id })
  await showsSubjects(page, ['Ticket 4', 'Ticket 3', 'Ticket 2'])
  await expect(queue(page, 'Unassigned')).toHaveAccessibleName('Unassigned 3 tickets')
  await expect(queue(page, 'All unresolved')).toHaveAccessibleName('All unresolved 4 tickets')
  await page.keyboard.press('j')
  await page.keyboard.press('i')
  // Until its answer is there, changes of others show with it.
  await isTold(page, 'Success', 'Ticket updated successfully.')
  await showsSubjects(page, ['Ticket 3', 'Ticket 2'])
  await expect(queue(page, 'Unassigned')).toHaveAccessibleName('Unassigned 2 tickets')
  await expect(queue(page, 'My unresolved')).toHaveAccessibleName('My unresolved 1 ticket')
  await colleague.delete(`/api/tickets/${made[1]!.id}`)
  await button(page, '1 update · Show').click()
  await showsSubjects(page, ['Ticket 3'])
  await expect(queue(page, 'All unresolved')).toHaveAccessibleName('All unresolved 3 tickets')
  await release()
  await expect(queue(page, 'Unassigned')).toHaveAccessibleName('Unassigned 1 ticket')
})

test('a busy desk does not make a page count its views for each change', async ({ person, colleague }) => {
  const made = await several(colleague, 8)
  const { page } = await person('internal', { path: '/tickets' })
  await expect(queue(page, 'All unresolved')).toHaveAccessibleName('All unresolved 8 tickets')
  let counted = 0
  page.on('request', (request) => request.url().endsWith('/api/views/counts') && counted++)
  for (const { id } of made) await change(colleague, id, { status: 'closed' })
  await expect(queue(page, 'All unresolved')).toHaveAccessibleName('All unresolved 0 tickets')
  expect(counted).toBeLessThan(made.length)
})

test('a person puts the views in their own order, by keys, by menu and by dragging', async ({
  desk,
  person,
}) => {
  const { page, api } = await person('helpdesk', { path: null })
  await aView(api, { name: 'On fire', query: 'status=unresolved&priority=critical' })
  await page.goto('/tickets')
  await namesAre(page, [...shipped, 'On fire'])
  await queue(page, 'On fire').focus()
  await page.keyboard.press('Alt+ArrowUp')
  await namesAre(page, [
    'Waiting for us',
    'My unresolved',
    'Unassigned',
    'All unresolved',
    'On fire',
    'Recently updated',
  ])
  await expect(queue(page, 'On fire')).toBeFocused()
  await expect(page.getByText('On fire is view 5 of 6.')).toBeAttached()

  await queue(page, 'Waiting for us').hover()
  await button(page, 'Move Waiting for us').click()
  await expect(page.getByRole('menuitem', { name: 'Move up' })).toBeDisabled()
  await page.getByRole('menuitem', { name: 'Move down' }).click()
  await namesAre(page, [
    'My unresolved',
    'Waiting for us',
    'Unassigned',
    'All unresolved',
    'On fire',
    'Recently updated',
  ])

  await queue(page, 'On fire').dragTo(queue(page, 'My unresolved'))
  const own = [
    'On fire',
    'My unresolved',
    'Waiting for us',
    'Unassigned',
    'All unresolved',
    'Recently updated',
  ]
  await namesAre(page, own)
  await expect(page).toHaveURL('/tickets')

  const again = await person('helpdesk')
  await again.context.clearCookies()
  const [name = '', value = ''] = api.cookie.split('=')
  await again.context.addCookies([{ name, value, url: desk.url }])
  await again.page.goto('/tickets')
  await namesAre(again.page, own)

  const repair = await breakCalls(again.page, '**/api/settings', { method: 'PATCH' })
  await queue(again.page, 'On fire').focus()
  await again.page.keyboard.press('Alt+ArrowDown')
  await isTold(again.page, 'Error', 'The order of the views could not be saved.')
  await namesAre(again.page, own)
  await repair()
})

test('the views stand above the list on a phone and beside a collapsed sidebar', async ({
  person,
  colleague,
}) => {
  await several(colleague, 1)
  const { page } = await person('helpdesk', { path: '/tickets' })
  const list = page.getByRole('main').getByRole('navigation', { name: 'Ticket views' })
  await expect(queues(page)).toHaveCount(1)
  await expect(list).toHaveCount(0)
  await button(page, 'Collapse sidebar').click()
  await expect(list.getByRole('link')).toHaveText([
    /^Waiting for us/,
    /^My unresolved/,
    /^Unassigned/,
    /^All/,
    /^Recently/,
  ])
  await expect(queues(page)).toHaveCount(1)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await list.getByRole('link', { name: 'Unassigned' }).click()
  await expect(page.getByText('Ticket 1')).toBeVisible()
  await expect(page).toHaveURL('/tickets?status=unresolved&assignedToId=unassigned&sort=urgency')
  expect(await violationsOf(page)).toEqual([])
  // A phone puts them in another order in its menu.
  await button(page, 'Open menu').click()
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await button(menu, 'Move Waiting for us').click()
  await page.getByRole('menuitem', { name: 'Move down' }).click()
  await expect(menu.getByRole('navigation', { name: 'Ticket views' }).getByRole('link')).toHaveText([
    /^My unresolved/,
    /^Waiting for us/,
    /^Unassigned/,
    /^All/,
    /^Recently/,
  ])
  await expect(page.getByRole('menu', { includeHidden: true })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(list.getByRole('link').first()).toHaveText(/^My unresolved/)
})

test('a person has 10 rows until they choose others, and keeps them', async ({ person, colleague }) => {
  await several(colleague, 30)
  const { page } = await person('helpdesk', { path: '/tickets' })
  const rows = page.getByRole('table', { name: 'Tickets' }).locator('tbody tr[data-ticket-id]')
  await expect(rows).toHaveCount(10)
  await button(page, 'Columns').click()
  const choice = page.getByRole('dialog', { name: 'Columns' }).getByRole('group', { name: 'Rows' })
  await expect(choice.getByLabel('10')).toBeChecked()
  await choice.getByLabel('25').check()
  await expect(rows).toHaveCount(25)
  await expect(page.getByText('Showing 1 to 25 of 30 tickets')).toBeVisible()
  await page.keyboard.press('Escape')
  await button(page, 'Page 2').click()
  await expect(page.getByText('Showing 26 to 30 of 30 tickets')).toBeVisible()
  await page.goto('/my-tickets')
  await page.goto('/tickets')
  await expect(rows).toHaveCount(25)

  await button(page, 'Columns').click()
  await choice.getByLabel('Fit').check()
  await page.keyboard.press('Escape')
  for (const height of [700, 1000]) {
    await page.setViewportSize({ width: 1440, height })
    const last = () => rows.last().evaluate((row) => innerHeight - row.getBoundingClientRect().bottom)
    await expect.poll(last).toBeGreaterThan(50)
    await expect.poll(last).toBeLessThan(130)
    await expect(button(page, 'Next')).toBeInViewport()
  }
})

test('views beyond eight wait behind a button, except the one that is shown', async ({ person }) => {
  const { page, api } = await person('helpdesk', { path: null })
  const own = ['One', 'Two', 'Three', 'Four', 'Five']
  for (const [place, name] of own.entries())
    await aView(api, { name, query: `priority=medium&search=word${place}` })
  await page.goto('/tickets?priority=medium&search=word1')
  await expect(queue(page, 'Two')).toHaveAttribute('aria-current', 'page')
  await expect(queue(page, 'One')).toBeVisible()
  await expect(queue(page, 'Three')).toHaveCount(0)
  await queues(page).getByRole('button', { name: 'More…' }).focus()
  await page.keyboard.press('Enter')
  await expect(queue(page, 'Three')).toBeVisible()
  await queues(page).getByRole('button', { name: 'Fewer' }).click()
  await expect(queue(page, 'Three')).toHaveCount(0)
  await expect(queue(page, 'Two')).toBeVisible()
})

test('clients have no views of the desk beside their tickets', async ({ person }) => {
  const { page } = await person('client', { path: '/' })
  const calls: string[] = []
  page.on('request', (request) => calls.push(new URL(request.url()).pathname))
  await page.reload()
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  await expect(queues(page)).toHaveCount(0)
  expect(calls.filter((path) => path.startsWith('/api/views'))).toEqual([])
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
