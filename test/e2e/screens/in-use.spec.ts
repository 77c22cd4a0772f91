import type { Locator, Page } from '@playwright/test'
import type { Ticket } from '#features/tickets/contract.ts'
import { expect } from '#test/browser/desk.ts'
import { hasArrived, holdCalls, rowOf } from '#test/browser/steps.ts'
import { button, rowsOf, several, test } from '#test/browser/tickets.ts'

/** Behaviour of all screens: the interface moves, waits, and keeps one's place. */

const linkOf = (page: Page, subject: string) => page.getByRole('link', { name: subject, exact: true })

test('on a slow server a change shows at once, wherever the ticket stands', async ({ person }) => {
  const { page, api } = await person('helpdesk', { path: null })
  const [ticket] = await several(api, 2)
  await page.goto('/tickets')
  await expect(rowsOf(page)).toHaveCount(2)
  await hasArrived(page)
  const answer = await holdCalls(page, `**/api/tickets/${ticket!.id}`, 'PUT')
  await linkOf(page, 'Ticket 1').focus()
  await page.keyboard.press('s')
  await expect(page.getByRole('menu', { name: 'Status' })).toBeVisible()
  await page.keyboard.press('2')
  await expect(rowOf(page, 'Ticket 1')).toContainText('In Progress')
  await linkOf(page, 'Ticket 1').press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Ticket 1' })
  await expect(dialog.getByLabel('Status', { exact: true })).toHaveValue('progress')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await page.keyboard.press('v')
  const column = page.getByRole('region', { name: 'In Progress' })
  await expect(column.getByRole('article', { name: 'Ticket 1' })).toBeVisible()
  const { body: before } = await api.get<Ticket>(`/api/tickets/${ticket!.id}`)
  expect(before.status).toBe('open')
  await answer()
  await expect
    .poll(async () => (await api.get<Ticket>(`/api/tickets/${ticket!.id}`)).body.status)
    .toBe('progress')
  await expect(column.getByRole('article', { name: 'Ticket 1' })).toBeVisible()
})

/** Tells whether something else, such as a bar that stays, covers a part. */
const isCovered = (part: Locator) =>
  part.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    const seen = document.elementFromPoint(left + Math.min(width / 2, 20), top + height / 2)
    return !(seen && (element.contains(seen) || seen.contains(element)))
  })

test('a bar that stays never covers the focus, and going back finds a list where it was left', async ({
  person,
  colleague,
}) => {
  await several(colleague, 10)
  const { page } = await person('helpdesk', { path: null })
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 420 })
    await page.goto('/tickets')
    await expect(linkOf(page, 'Ticket 1')).toBeVisible()
    await hasArrived(page)
    await linkOf(page, 'Ticket 1').focus()
    for (let step = 0; step < 30; step++) {
      await page.keyboard.press('Shift+Tab')
      const focused = page.locator(':focus')
      if ((await focused.count()) > 0)
        expect(await isCovered(focused), `at ${width}, ${step} back`).toBe(false)
    }
  }

  await page.setViewportSize({ width: 1440, height: 420 })
  await page.evaluate(() => scrollTo(0, 250))
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(250)
  await page.getByRole('link', { name: 'My Tickets', exact: true }).click()
  await expect(page.getByText('No tickets assigned')).toBeVisible()
  await page.goBack()
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(250)
})

/** The times in ms that any rule of the page gives to a movement; what turns for ever is none. */
const movementsOf = (page: Page) =>
  page.evaluate(() => {
    const inMs = (time: string) => Number.parseFloat(time) * (time.trim().endsWith('ms') ? 1 : 1000)
    const found: { selector: string; ms: number }[] = []
    const read = (rules: CSSRuleList) => {
      for (const rule of rules) {
        if (rule instanceof CSSStyleRule) {
          const { transitionDuration, animationDuration, animationIterationCount } = rule.style
          const times = animationIterationCount === 'infinite' ? [] : animationDuration.split(',')
          const ms = [...transitionDuration.split(','), ...times].map(inMs)
          found.push({ selector: rule.selectorText, ms: Math.max(0, ...ms.filter((one) => one > 0)) })
        }
        if ('cssRules' in rule && rule.cssRules instanceof CSSRuleList) read(rule.cssRules)
      }
    }
    for (const sheet of document.styleSheets) read(sheet.cssRules)
    return found.filter(({ ms }) => ms > 0)
  })

test('nothing moves for longer than 200 ms, and for those who want it still, little moves at all', async ({
  person,
}) => {
  const { page } = await person('helpdesk', { path: '/tickets' })
  await hasArrived(page)
  const movements = await movementsOf(page)
  expect(movements.length).toBeGreaterThan(10)
  // Nobody waits for what only shows that something is under way or has changed.
  const isSign = /skeleton|tint|spinner|progress-line/
  expect(movements.filter(({ ms, selector }) => ms > 200 && !isSign.test(selector))).toEqual([])

  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.keyboard.press('c')
  const dialog = page.getByRole('dialog', { name: 'Create Ticket' })
  await expect(dialog).toBeVisible()
  const lasting = await dialog.evaluate((element) =>
    element.ownerDocument
      .getAnimations()
      .map((one) => Number(one.effect?.getComputedTiming().duration))
      .filter((ms) => ms > 80),
  )
  expect(lasting).toEqual([])
})

test('in the colours of the system the focus and what is chosen can be told without ours', async ({
  person,
  colleague,
}) => {
  await several(colleague, 1)
  const { page } = await person('helpdesk', { path: '/tickets' })
  await page.emulateMedia({ forcedColors: 'active' })
  const link = linkOf(page, 'Ticket 1')
  await expect(link).toBeVisible()
  await hasArrived(page)
  await page.keyboard.press('j')
  await expect(link).toBeFocused()
  await expect(link).toHaveCSS('outline-style', 'solid')
  // The browser draws ticks itself, in colours that the system knows.
  const box = rowOf(page, 'Ticket 1').getByRole('checkbox')
  await expect(box).toHaveCSS('appearance', 'auto')
  const nav = page.getByRole('navigation', { name: 'Main' })
  const here = nav.getByRole('link', { name: 'Tickets', exact: true })
  await expect(here).toHaveCSS('outline-style', 'solid')
  await expect(nav.getByRole('link', { name: 'My Tickets' })).toHaveCSS('outline-style', 'none')
})

test('a button that says it is busy is as wide as before', async ({ person }) => {
  const { page } = await person('client', { path: '/profile' })
  await page.getByLabel('First Name').fill('Zora')
  const answer = await holdCalls(page, '**/api/profile', 'PUT')
  const widthOf = async (name: string) => (await button(page, name).boundingBox())!.width
  const width = await widthOf('Save Changes')
  await button(page, 'Save Changes').click()
  await expect(button(page, 'Saving...')).toBeVisible()
  expect(await widthOf('Saving...')).toBe(width)
  await answer()
  await expect(button(page, 'Save Changes')).toBeVisible()
})
