import type { Locator, Page } from '@playwright/test'
import { cardOf, boardPath } from '#test/browser/board.ts'
import { expect } from '#test/browser/desk.ts'
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
