import { aTicket, change } from '#test/factories.ts'
import { violationsOf } from '#test/browser/axe.ts'
import { expect } from '#test/browser/desk.ts'
import { several, showsSubjects, test } from '#test/browser/tickets.ts'
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
