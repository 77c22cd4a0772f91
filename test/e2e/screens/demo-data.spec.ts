import { startApp } from '#test/harness.ts'
import type { TicketPage } from '#features/tickets/contract.ts'
import { aComment } from '#test/factories.ts'
import { violationsOf } from '#test/browser/axe.ts'
import { expect, test, webRoot } from '#test/browser/desk.ts'
import { button } from '#test/browser/tickets.ts'

/** A busy machine takes so long for all tickets. */
const within = { timeout: 90_000 }

test('demo data is loaded from Get started and removed again, and another super user sees both', async ({
  visitor,
}) => {
  test.slow()
  const fresh = await startApp({ webRoot })
  const url = await fresh.listen()
  const opens = async () => {
    const root = await fresh.signedIn('super_user')
    const page = await visitor(url)
    const [name = '', value = ''] = root.cookie.split('=')
    await page.context().addCookies([{ name, value, url }])
    await page.goto('/dashboard')
    return { root, page, card: page.getByRole('region', { name: 'Get started' }) }
  }
  const { root, page, card } = await opens()
  const other = await opens()
  await expect(button(other.card, 'Load demo data')).toBeVisible()
  await button(card, 'Load demo data').dblclick()
  await expect(other.card.getByRole('progressbar', { name: 'Demo data' })).toBeVisible()
  await expect(card.getByText('This desk shows demo data')).toBeVisible(within)
  await expect(button(card, 'Remove demo data')).toBeFocused()
  await expect(button(other.card, 'Remove demo data')).toBeVisible(within)
  await expect(card).toContainText('1 of 5 done')
  expect(await violationsOf(page)).toEqual([])

  const { body } = await root.get<TicketPage>('/api/tickets?limit=1')
  expect(body.total).toBe(60)
  await aComment(root, body.tickets[0]!.id, 'Mine')
  // The next page would cut off the call.
  const dismissed = page.waitForResponse('**/api/settings')
  await button(card, 'Dismiss checklist').click()
  await dismissed
  await page.goto('/tickets')
  await expect(page.getByText(body.tickets[0]!.subject).first()).toBeVisible()
  await page.goto('/dashboard')
  const notice = page.getByRole('region', { name: 'Demo data' })
  await expect(button(notice, 'Remove demo data')).toBeVisible()
  await aComment(root, body.tickets[0]!.id, 'Mine, too')
  await button(notice, 'Remove demo data').click()
  const question = page.getByRole('alertdialog', { name: 'Remove demo data' })
  await expect(question).toContainText('what you and others have added to them: 2 comments.')
  await button(question, 'Remove').click()
  await expect(notice).toHaveCount(0, within)
  await expect(button(other.card, 'Load demo data')).toBeVisible(within)
  expect((await root.get<TicketPage>('/api/tickets')).body.total).toBe(0)
  for (const one of [page, other.page]) await one.goto('about:blank')
  await fresh.close()
})
