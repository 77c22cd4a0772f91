import type { Locator, Page } from '@playwright/test'
import { aComment, aTicket, change } from '#test/factories.ts'
import { violationsOf } from '#test/browser/axe.ts'
import { showChat } from '#test/browser/chat.ts'
import { holdMessages, isFollowed } from '#test/browser/steps.ts'
import { expect, type Person } from '#test/browser/desk.ts'
import { test, toastsOf } from '#test/browser/tickets.ts'

const newsIn = (page: Page) => page.getByRole('region', { name: 'Updates to this ticket' })
const showIn = (page: Page) => newsIn(page).getByRole('button', { name: 'Show' })
const told = (page: Page, text: string) =>
  page.getByRole('dialog').getByRole('status').filter({ hasText: text })
const isLoaded = (page: Page) => expect(page.locator('.conversation')).toContainText('submitted the ticket')
/** A ticket with more to read than fits, open at somebody's. */
async function reading({ page, api }: Pick<Person, 'page' | 'api'>) {
  const ticket = await aTicket(api, { subject: 'Watched', description: 'A long story.\n\n'.repeat(80) })
  await page.goto(`/?ticket=${ticket.id}`)
  await isLoaded(page)
  await showChat(page)
  await isFollowed(page)
  // It has opened at its end.
  await page
    .getByRole('region', { name: 'Description and updates' })
    .evaluate((element) => element.scrollTo({ top: 0 }))
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
  await expect(newsIn(page)).toContainText('Cora Colleague changed status to Testing and priority to High')
  await expect(told(page, 'Cora Colleague changed status to Testing')).toHaveCount(1)
  const heightOf = async () => (await newsIn(page).boundingBox())?.height
  await expect.poll(heightOf, 'one line, once its styles are there').toBeLessThan(36)
  const row = await newsIn(page).boundingBox()
  // In its own row: it covers nothing.
  const head = await page.getByRole('dialog').locator('.dialog-head').boundingBox()
  const side = await page.getByRole('region', { name: 'About this ticket' }).boundingBox()
  expect(row!.y).toBeGreaterThanOrEqual(head!.y + head!.height - 1)
  expect(side!.y).toBeGreaterThanOrEqual(row!.y + row!.height - 1)
  await expect(toastsOf(page)).toHaveCount(0)
  await expect(box).toBeFocused()
  await page.keyboard.type(' thought')
  await expect(box).toHaveValue('Half a thought')
  expect(await page.getByText('A long story.').first().boundingBox()).toEqual(before)
  await showIn(page).click()
  await expect(newsIn(page)).toHaveCount(0)
  const line = pane
    .getByRole('listitem')
    .filter({ hasText: 'changed status to Testing and priority to High' })
  await expect(line).toBeFocused()
  await expect(line).toBeInViewport()

  await pane.evaluate((element) => element.scrollTo({ top: 300 }))
  await aComment(colleague, id, 'It works here', true)
  await expect(newsIn(page)).toContainText('Cora Colleague added an internal comment')
  await showIn(page).click()
  await expect(page.getByText('It works here')).toBeInViewport()
  await expect(newsIn(page)).toHaveCount(0)
  await expect(toastsOf(page)).toHaveCount(0)
})

test('a comment that comes in sight is no news, and news go once they are seen', async ({
  person,
  colleague,
}) => {
  const helpdesk = await person('helpdesk', { path: null })
  const { page } = helpdesk
  const { id } = await reading(helpdesk)
  const pane = page.getByRole('region', { name: 'Description and updates' })
  await aComment(colleague, id, 'Out of sight')
  await expect(newsIn(page)).toContainText('Cora Colleague commented')
  await pane.evaluate((element) => element.scrollTo({ top: element.scrollHeight }))
  await expect(newsIn(page)).toHaveCount(0)
  await aComment(colleague, id, 'Right below')
  await expect(page.getByText('Right below')).toBeInViewport()
  await expect(told(page, 'Cora Colleague commented')).toHaveCount(1)
  await expect(newsIn(page)).toHaveCount(0)
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
  await expect(page.locator('.conversation')).toContainText('From my other tab')
  await expect(newsIn(page)).toHaveCount(0)
  await change(colleague, id, { status: 'testing' })
  await newsIn(page).getByRole('button', { name: 'Dismiss' }).press('Enter')
  await expect(newsIn(page)).toHaveCount(0)
  await expect(page.getByRole('dialog', { name: 'Watched' })).toBeVisible()
  await aComment(colleague, id, 'Done')
  await expect(newsIn(page)).toHaveText(/^Cora Colleague commented/)
  // Opened anew, nothing has changed since.
  await page.reload()
  await isFollowed(page)
  await expect(newsIn(page)).toHaveCount(0)
})

test('a client with a phone is led to the comment that details cover, and hears of nothing internal', async ({
  person,
  colleague,
}) => {
  const client = await person('client', { path: null })
  const { page } = client
  await page.setViewportSize({ width: 390, height: 844 })
  const ticket = await aTicket(client.api, { subject: 'Watched' })
  await page.goto(`/?ticket=${ticket.id}`)
  await isFollowed(page)
  await page.getByRole('button', { name: /^Details/ }).click()
  await aComment(colleague, ticket.id, 'They have not paid', true)
  await aComment(colleague, ticket.id, 'We are on it')
  await expect(newsIn(page)).toHaveText(/^Cora Colleague commentedShow/)
  await expect(page.getByText('internal')).toHaveCount(0)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme)
    expect(await violationsOf(page)).toEqual([])
  }
  await showIn(page).click()
  await expect(page.getByRole('button', { name: /^Details/ })).toHaveAttribute('aria-expanded', 'false')
  const comment = page.getByRole('listitem').filter({ hasText: 'We are on it' })
  await expect(comment).toBeFocused()
  await expect(comment).toBeInViewport()
})

test('on a phone what became of a comment is told in its box, and covers neither comment nor control', async ({
  person,
}) => {
  const { page, api } = await person('client', { path: null })
  await page.setViewportSize({ width: 390, height: 844 })
  const ticket = await aTicket(api, { subject: 'Watched' })
  await page.goto(`/?ticket=${ticket.id}`)
  await page.getByLabel('Add a comment').fill('Thank you')
  await holdMessages(page)
  await page.getByRole('button', { name: 'Add Comment' }).click()
  const message = page.getByRole('group', { name: 'Success' })
  await expect(message).toContainText('Comment added successfully.')
  const form = page.locator('form').filter({ has: page.getByLabel('Add a comment') })
  const within = async (locator: Locator) => (await locator.boundingBox())!
  const [shown, box] = [await within(message), await within(form)]
  expect(shown.y).toBeGreaterThanOrEqual(box.y)
  expect(shown.y + shown.height).toBeLessThanOrEqual(box.y + box.height + 1)
  for (const control of await form.getByRole('button').all()) {
    const place = await control.boundingBox()
    if (!place || (await control.evaluate((element) => element.closest('.toast') !== null))) continue
    const isApart =
      place.x >= shown.x + shown.width ||
      place.x + place.width <= shown.x ||
      place.y >= shown.y + shown.height ||
      place.y + place.height <= shown.y
    expect(isApart, (await control.getAttribute('aria-label')) ?? (await control.textContent()) ?? '').toBe(
      true,
    )
  }
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(1)
})
