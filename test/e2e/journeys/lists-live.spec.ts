import { aTicket, change } from '#test/factories.ts'
import { messagesOf } from '#test/browser/messages.ts'
import { expect } from '#test/browser/desk.ts'
import { isLive, isTold, rowOf } from '#test/browser/steps.ts'
import { assignAll, goLiveToTickets, several, showsSubjects, test, toastsOf } from '#test/browser/tickets.ts'

test('a new ticket appears by itself, and a deleted one goes', async ({ person, colleague }) => {
  const [old] = await several(colleague, 2)
  const { page } = await person('helpdesk')
  await goLiveToTickets(page)
  await showsSubjects(page, ['Ticket 2', 'Ticket 1'])
  const { ticketNumber } = await aTicket(colleague, { subject: 'Just in' })
  await expect(rowOf(page, ticketNumber)).toBeVisible()
  await showsSubjects(page, ['Just in', 'Ticket 2', 'Ticket 1'])
  await expect(page.getByText('Showing 1 to 3 of 3 tickets')).toBeVisible()
  await expect(toastsOf(page)).toHaveCount(0)
  await colleague.delete(`/api/tickets/${old?.id}`)
  await expect(rowOf(page, old?.ticketNumber ?? '')).toHaveCount(0)
  await showsSubjects(page, ['Just in', 'Ticket 2'])
})

test('a ticket that somebody else changes is updated in its place, and leaves a list it no longer fits', async ({
  person,
  colleague,
}) => {
  const [first, second] = await several(colleague, 3)
  const { page } = await person('internal')
  await goLiveToTickets(page)
  const row = rowOf(page, second!.ticketNumber)
  await row.evaluate((element) => element.setAttribute('data-same', ''))
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  const tints = await page.evaluateHandle(() => {
    const seen: string[] = []
    const animate = Element.prototype.animate
    Element.prototype.animate = function (...given) {
      seen.push(`${this.textContent} for ${JSON.stringify(given[1])} ms`)
      return animate.apply(this, given)
    }
    return seen
  })
  await change(colleague, second!.id, { status: 'testing', priority: 'critical' })
  await expect(row).toContainText('Testing')
  await expect(row).toContainText('Critical')
  await expect(row).toHaveAttribute('data-same')
  expect(await tints.jsonValue()).toEqual([expect.stringMatching(/Ticket 2.* for 1200 ms$/s)])
  await showsSubjects(page, ['Ticket 3', 'Ticket 2', 'Ticket 1'])
  await isTold(page, 'Ticket Updated', `Ticket ${second!.ticketNumber} has been updated.`)

  await page.getByLabel('Status', { exact: true }).selectOption('Open')
  await showsSubjects(page, ['Ticket 3', 'Ticket 1'])
  await change(colleague, first!.id, { status: 'closed' })
  await expect(rowOf(page, first!.ticketNumber)).toHaveCount(0)
  await expect(page.getByText('Showing 1 to 1 of 1 tickets')).toBeVisible()
})

test('only the new assignee is told of the assignment, and others only of a change', async ({
  person,
  colleague,
}) => {
  const [ticket] = await several(colleague, 1)
  const chosen = await person('internal')
  const other = await person('helpdesk')
  await isLive(chosen.page)
  await isLive(other.page)
  await assignAll(colleague, [ticket!], chosen.api.id)
  const told = `You have been assigned to ticket ${ticket!.ticketNumber}.`
  await isTold(chosen.page, 'New Ticket Assigned', told)
  await expect(rowOf(chosen.page, ticket!.ticketNumber)).toBeVisible()
  await isTold(other.page, 'Ticket Updated', `Ticket ${ticket!.ticketNumber} has been updated.`)
  expect(messagesOf(chosen.page)).toEqual([])
})
