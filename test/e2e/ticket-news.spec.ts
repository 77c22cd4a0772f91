import type { Page } from '@playwright/test'
import { aComment, aTicket, change } from '#test/factories.ts'
import { violationsOf } from './axe.ts'
import { panelOf } from './chat.ts'
import { expect, type Person } from './desk.ts'
import { test } from './tickets.ts'

const newsIn = (page: Page) => page.getByRole('region', { name: 'Updates to this ticket' })
const showIn = (page: Page) => newsIn(page).getByRole('button', { name: 'Show changes' })
const told = (page: Page, text: string) =>
  page.getByRole('dialog').getByRole('status').filter({ hasText: text })
const isLoaded = (page: Page) =>
  expect(page.getByRole('region', { name: 'History' })).toContainText('submitted the ticket')

/** A ticket with more to read than fits, open at somebody's. */
async function reading({ page, api }: Pick<Person, 'page' | 'api'>) {
  const ticket = await aTicket(api, { subject: 'Watched', description: 'A long story.\n\n'.repeat(80) })
  await page.goto(`/?ticket=${ticket.id}`)
  await isLoaded(page)
  await expect(panelOf(page)).toContainText('Connected')
  // The part that tells comes after the ticket.
  await page.waitForLoadState('networkidle')
  return ticket
}

test('a notice says once who has changed the open ticket and what, and moves neither the reader nor the focus', async ({
  person,
  colleague,
}) => {
  const helpdesk = await person('helpdesk', { path: null })
  const { page } = helpdesk
  const { id } = await reading(helpdesk)
  const pane = page.getByRole('region', { name: 'Description and updates' })
  await pane.evaluate((element) => element.scrollTo({ top: 300 }))
  const box = page.getByLabel('Add a comment')
  await box.fill('Half a')
  const before = await page.getByText('A long story.').first().boundingBox()
  await change(colleague, id, { status: 'testing', priority: 'high' })
  await expect(newsIn(page)).toContainText(
    'Updated by Cora Colleague: changed status to Testing and priority to High',
  )
  await expect(told(page, 'Updated by Cora Colleague: changed status to Testing')).toHaveCount(1)
  await expect(box).toBeFocused()
  await page.keyboard.type(' thought')
  await expect(box).toHaveValue('Half a thought')
  expect(await page.getByText('A long story.').first().boundingBox()).toEqual(before)
  expect(await pane.evaluate((element) => element.scrollTop)).toBe(300)

  await aComment(colleague, id, 'It works here', true)
  await expect(newsIn(page)).toContainText('and added an internal comment')
  await showIn(page).click()
  await expect(newsIn(page)).toHaveCount(0)
  const history = page.getByRole('region', { name: 'History' })
  await expect(history.getByRole('heading', { name: 'History' })).toBeFocused()
  await expect(history.getByText('added an internal comment')).toBeInViewport()
})

test('the notice of a change is dismissed by key, comes with the next change, and never for one’s own', async ({
  person,
  colleague,
}) => {
  const helpdesk = await person('helpdesk', { path: null })
  const { page, api } = helpdesk
  const { id } = await reading(helpdesk)
  await change(api, id, { status: 'progress' })
  await aComment(api, id, 'From my other tab')
  await expect(page.getByRole('region', { name: 'History' })).toContainText('commented')
  await expect(newsIn(page)).toHaveCount(0)
  await change(colleague, id, { status: 'testing' })
  await newsIn(page).getByRole('button', { name: 'Dismiss' }).press('Enter')
  await expect(newsIn(page)).toHaveCount(0)
  await expect(page.getByRole('dialog', { name: 'Watched' })).toBeVisible()
  await aComment(colleague, id, 'Done')
  await expect(newsIn(page)).toHaveText(/^Updated by Cora Colleague: commented/)
  // Opened anew, nothing has changed since.
  await page.reload()
  await isLoaded(page)
  await page.waitForLoadState('networkidle')
  await expect(newsIn(page)).toHaveCount(0)
})

test('a client with a phone is led to the history behind the other tab, and hears of nothing internal', async ({
  person,
  colleague,
}) => {
  const client = await person('client', { path: null })
  const { page } = client
  await page.setViewportSize({ width: 390, height: 844 })
  const ticket = await aTicket(client.api, { subject: 'Watched' })
  await page.goto(`/?ticket=${ticket.id}`)
  await page.getByRole('tab', { name: /Updates & Comments/ }).click()
  await page.waitForLoadState('networkidle')
  await aComment(colleague, ticket.id, 'They have not paid', true)
  await aComment(colleague, ticket.id, 'We are on it')
  await expect(newsIn(page)).toHaveText(/^Updated by Cora Colleague: commentedShow changes/)
  await expect(page.getByText('internal')).toHaveCount(0)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme)
    expect(await violationsOf(page)).toEqual([])
  }
  await showIn(page).click()
  await expect(page.getByRole('tab', { name: 'Details' })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('heading', { name: 'History' })).toBeFocused()
  await expect(page.getByRole('region', { name: 'History' }).getByText('commented')).toBeInViewport()
})
