import type { Locator, Page } from '@playwright/test'
import { aComment, aTicket } from '#test/factories.ts'
import { expect } from '#test/browser/desk.ts'
import { button, test } from '#test/browser/tickets.ts'

/** Share of the height of the window that shows the part, along a line near its left edge. */
const shareOf = (part: Locator) =>
  part.evaluate((element) => {
    const x = element.getBoundingClientRect().left + 24
    const heights = Array.from({ length: Math.floor(window.innerHeight / 8) }, (_, place) => place * 8 + 4)
    const shown = heights.filter((y) => element.contains(document.elementFromPoint(x, y)))
    return shown.length / heights.length
  })

/** Tabs that reach out of the window or of what holds them. */
const cutTabs = (page: Page) =>
  page.getByRole('tab').evaluateAll((tabs) =>
    tabs
      .filter((tab) => {
        const { left, right, width } = tab.getBoundingClientRect()
        const list = tab.closest('[role=tablist]')!.getBoundingClientRect()
        return width > 0 && (left < list.left - 1 || right > list.right + 1 || right > window.innerWidth)
      })
      .map((tab) => tab.textContent),
  )

for (const [width, height] of [
  [320, 256],
  [640, 400],
  [1024, 400],
] as const)
  test(`at ${width} by ${height} px a ticket has the window to be read in, and a comment is written in sight`, async ({
    person,
  }) => {
    const { page, api } = await person('helpdesk', { path: null })
    const ticket = await aTicket(api, { subject: 'Much to read', description: 'It burns.\n\n'.repeat(30) })
    for (const text of ['One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight'])
      await aComment(api, ticket.id, text)
    await page.setViewportSize({ width, height })
    await page.goto(`/tickets?ticket=${ticket.id}`)
    const dialog = page.getByRole('dialog')
    const description = dialog.getByRole('heading', { name: 'Description' }).locator('..')
    await description.getByText('It burns.').nth(15).scrollIntoViewIfNeeded()
    // Content above or below may still load and move the rest, so each look scrolls again.
    const sharePast400 = async () => {
      await dialog.evaluate((element) => {
        element.scrollTop = 400
      })
      return shareOf(description)
    }
    // A window with room for it has the head in one line.
    await expect.poll(sharePast400).toBeGreaterThan(width < 640 ? 0.9 : 0.85)
    expect(await cutTabs(page)).toEqual([])

    await button(dialog, /^Details/).click()
    const management = dialog.getByRole('region', { name: 'Ticket Management' })
    await expect(management).toBeVisible()
    await expect(async () => {
      await button(dialog, 'Save Changes').scrollIntoViewIfNeeded()
      await expect(button(dialog, 'Save Changes')).toBeInViewport({ timeout: 500 })
    }).toPass()
    await button(dialog, 'Close details').click()
    await dialog.getByText('Four').scrollIntoViewIfNeeded()
    const composer = dialog.getByRole('textbox', { name: 'Add a comment' })
    await composer.focus()
    await expect(composer).toBeInViewport({ ratio: 0.9 })
    await composer.fill('Nine')
    await composer.press('Control+Enter')
    await expect(dialog.getByText('Nine', { exact: true })).toBeVisible()
    await expect(composer).toHaveValue('')
    await expect(dialog.getByText('Nine', { exact: true }).first()).toBeInViewport()
  })

test('no tab of the tickets is cut at 320 px', async ({ person }) => {
  const { page } = await person('helpdesk', { path: null })
  await page.setViewportSize({ width: 320, height: 256 })
  await page.goto('/tickets')
  await expect(page.getByRole('tab', { name: 'Kanban View' })).toBeVisible()
  expect(await cutTabs(page)).toEqual([])
})
