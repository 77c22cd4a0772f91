import type { Locator, Page } from '@playwright/test'
import type { TicketDetail } from '#features/conversation/contract.ts'
import { cardOf, boardPath } from '#test/browser/board.ts'
import { expect } from '#test/browser/desk.ts'
import { aClient, aLabel } from '#test/factories.ts'
import { button, several, test } from '#test/browser/tickets.ts'

/** Most space above the tickets on a phone. */
const workBegins = 200
const phone = { width: 390, height: 844 }

// Fingers need larger rows than a mouse.
test.use({ hasTouch: true, isMobile: true })

async function topOf(page: Page, card: Locator): Promise<number> {
  await expect(card).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Ticket views' }).getByRole('link')).not.toHaveCount(0)
  return (await card.boundingBox())!.y
}

test('on a phone the tickets begin near the top, and nothing of their head is lost', async ({
  person,
  colleague,
}) => {
  await several(colleague, 12)
  const { page } = await person('helpdesk', { path: null })
  await page.setViewportSize(phone)
  await page.goto('/tickets')
  const entry = page.getByRole('list', { name: 'Tickets', exact: true }).getByRole('listitem')
  expect(await topOf(page, entry.filter({ hasText: 'Ticket 12' }))).toBeLessThanOrEqual(workBegins)
  await page.goto(boardPath)
  expect(await topOf(page, cardOf(page, 'Ticket 12'))).toBeLessThanOrEqual(workBegins)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width)

  // The bar says where one is, and the heading takes no place.
  await expect(page.getByRole('banner').getByText('Tickets', { exact: true })).toBeVisible()

  const strip = page.getByRole('tablist', { name: 'Columns' })
  await cardOf(page, 'Ticket 3').scrollIntoViewIfNeeded()
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(workBegins)
  await expect(strip).toBeInViewport({ ratio: 1 })
  // The cards go under it.
  await expect(strip).not.toHaveCSS('background-color', 'rgba(0, 0, 0, 0)')

  const search = page.getByRole('searchbox', { name: 'Search tickets' })
  expect((await search.boundingBox())!.width).toBeLessThanOrEqual(44)
  await search.click()
  await expect.poll(async () => (await search.boundingBox())!.width).toBeGreaterThan(250)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: /^Waiting for us/ })).toBeFocused()
  await search.fill('"Ticket 7"')
  await expect(page.getByRole('article')).toHaveCount(1)
  await button(page, 'Views').click()
  await expect(page.getByRole('dialog', { name: 'Views' })).toBeVisible()
  await page.keyboard.press('Escape')

  await button(page, 'Create Ticket').click()
  await expect(page.getByRole('dialog', { name: 'Create Ticket' })).toBeVisible()
  await page.keyboard.press('Escape')
  await button(page, 'Open menu').click()
  const documentation = page.getByRole('dialog', { name: 'Menu' }).getByRole('link', {
    name: 'API Documentation',
  })
  await expect(documentation).toHaveAttribute('href', '/api-docs')
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Product Management' }).click()
  await expect(page.getByRole('banner').getByText('Product Management')).toBeVisible()
  const heading = page.getByRole('heading', { name: 'Product Management', level: 1 })
  expect((await heading.boundingBox())!.height).toBeLessThanOrEqual(1)
})

test('internal staff are offered no new ticket and no API page on a phone', async ({ person }) => {
  const { page } = await person('internal', { path: null })
  await page.setViewportSize(phone)
  await page.goto('/tickets')
  await expect(page.getByText('No tickets yet')).toBeVisible()
  await expect(button(page, 'Create Ticket')).toHaveCount(0)
  await button(page, 'Open menu').click()
  await expect(
    page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Tickets', exact: true }),
  ).toBeVisible()
  await expect(page.getByRole('link', { name: 'API Documentation' })).toHaveCount(0)
})

/** Room that a finger has for it: what lies under the finger around its middle. */
const reachOf = (target: Locator) =>
  target.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect()
    const [left, top] = [x + width / 2, y + height / 2]
    const isHit = (dx: number, dy: number) => {
      const hit = document.elementFromPoint(left + dx, top + dy)
      return hit !== null && (element.contains(hit) || hit.closest('label')?.contains(element) === true)
    }
    const offsets = Array.from({ length: 61 }, (_, place) => place - 30)
    return Math.min(
      offsets.filter((offset) => isHit(offset, 0)).length,
      offsets.filter((offset) => isHit(0, offset)).length,
    )
  })

for (const [width, height] of [
  [844, 390],
  [390, 844],
] as const)
  test(`at ${width} by ${height} a ticket is answered, labelled and handed over by finger`, async ({
    desk,
    person,
    colleague,
  }) => {
    const root = await desk.signedIn('super_user')
    const label = `Hardware ${width}`
    await aLabel(root, { name: label })
    const [{ id } = { id: '' }] = await several(colleague, 1)
    const { page, api } = await person('helpdesk', { path: null })
    await page.setViewportSize({ width, height })
    await page.goto('/tickets')
    const fits = async () =>
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    await page.getByRole('link', { name: 'Ticket 1', exact: true }).tap()
    const dialog = page.getByRole('dialog', { name: /Ticket 1$/ })
    const box = dialog.getByRole('textbox', { name: 'Add a comment' })
    await expect(box).toBeVisible()
    // Until it is touched the composer takes one line.
    await expect(button(dialog, 'Add Comment')).toBeHidden()
    await box.tap()
    for (const target of [
      box,
      dialog.getByRole('button', { name: /^Reply/ }),
      dialog.getByRole('checkbox', { name: 'Internal comment' }),
      dialog.getByRole('tab', { name: 'Write' }),
      button(dialog, 'Add Comment'),
      dialog.getByRole('button', { name: /^Details: / }),
    ])
      expect(await reachOf(target)).toBeGreaterThanOrEqual(40)
    await box.fill('We are on it')
    await fits()

    await dialog.getByRole('button', { name: /^Details: / }).tap()
    const sheet = dialog.getByRole('group', { name: 'Details' })
    const field = button(sheet, 'Labels')
    await field.tap()
    const labels = page.getByRole('dialog', { name: 'Labels' })
    // Nothing of the list is cut off.
    for (const part of [labels, labels.getByRole('combobox')]) await expect(part).toBeInViewport({ ratio: 1 })
    const [of, list] = [(await field.boundingBox())!, (await labels.boundingBox())!]
    expect([Math.round(list.x), Math.round(list.width)]).toEqual([Math.round(of.x), Math.round(of.width)])
    await labels.getByRole('option', { name: label }).tap()
    await expect(labels.getByRole('option', { name: label })).toContainText('chosen')
    await page.keyboard.press('Escape')
    await expect(field).toContainText(label)
    await fits()

    await button(sheet, 'Hand over with a note').tap()
    const form = page.getByRole('dialog', { name: 'Hand over' })
    await button(form, 'To').tap()
    await page.getByRole('option', { name: 'Cora Colleague' }).tap()
    await form.getByRole('textbox', { name: 'Note' }).fill('Please go on')
    await fits()
    await button(form, 'Hand over').tap()
    await expect(form).toHaveCount(0)
    await expect
      .poll(async () => (await api.get<TicketDetail>(`/api/tickets/${id}`)).body)
      .toMatchObject({ assignedToId: colleague.id, comments: [{ content: 'Please go on' }] })
  })

test('on a phone on its side every filter can be reached', async ({ person, colleague }) => {
  await several(colleague, 1)
  const { page } = await person('helpdesk', { path: null })
  await page.setViewportSize({ width: 844, height: 390 })
  await page.goto('/tickets')
  await button(page, 'Filters').tap()
  const filters = page.getByRole('dialog', { name: 'Filters' })
  await expect(filters).toBeInViewport({ ratio: 1 })
  const last = filters.locator('select, input, button').last()
  await last.scrollIntoViewIfNeeded()
  await expect(last).toBeInViewport({ ratio: 1 })
})

test('a person who goes back to the list of clients finds their search, and the focus on the client', async ({
  person,
}) => {
  const { page, api } = await person('super_user', { path: null })
  await page.setViewportSize(phone)
  for (const name of ['Backward One', 'Backward Two', 'Elsewhere Limited']) await aClient(api, { name })
  await page.goto('/clients')
  const search = page.getByRole('searchbox', { name: 'Search clients' })
  await search.fill('backward')
  const second = page.getByRole('button', { name: 'Backward Two', exact: true })
  await second.click()
  await expect(search).toBeHidden()
  await page.getByRole('button', { name: 'All clients' }).click()
  await expect(search).toHaveValue('backward')
  await expect(second).toBeFocused()
  await expect(page.getByRole('button', { name: 'Elsewhere Limited', exact: true })).toHaveCount(0)
})
