import type { Page } from '@playwright/test'
import { violationsOf } from './axe.ts'
import { expect } from './desk.ts'

/** `every` width in both themes, or of `some` widths one in one theme, which the length of the screen's name chooses. */
export type Sweep = 'every' | 'some'
type Theme = 'light' | 'dark'
const themes: readonly Theme[] = ['light', 'dark']

export const narrow = 390
/** The narrowest there is; nothing but overflow is looked for. */
const narrowest = 320
export const large = 1440
export const onPhones = [narrow, narrowest]
export const onDesks = [1024, large]
/** Windows in which the chat has a tab of its own. */
export const onTabs = [1024, narrow]
const anywhere = [narrow, 1024, large, narrowest]

interface Look {
  width: number
  /** In which colours and roles are judged; in none, nothing but overflow is looked for. */
  themes: readonly Theme[]
}

/** Looks at a screen in all these windows, or in one of them and the narrowest. */
function looksAt(name: string, widths: readonly number[], sweep: Sweep): Look[] {
  const windows = widths.filter((width) => width !== narrowest)
  const overflowOnly = widths.includes(narrowest) ? [{ width: narrowest, themes: [] }] : []
  if (sweep === 'every') return [...windows.map((width) => ({ width, themes })), ...overflowOnly]
  const choice = name.length % (windows.length * themes.length)
  const width = windows[choice % windows.length]!
  const theme = themes[Math.floor(choice / windows.length)]!
  return [{ width, themes: [theme] }, ...overflowOnly]
}

/** Finds parts that reach over the right or left edge of the window and do not scroll within something. */
const overflowOf = (page: Page) =>
  page.evaluate(() => {
    const width = document.documentElement.clientWidth
    const scrolls = (element: Element | null): boolean =>
      element !== null &&
      element !== document.body &&
      element !== document.documentElement &&
      (getComputedStyle(element).overflowX !== 'visible' || scrolls(element.parentElement))
    const over = [...document.body.querySelectorAll('*')].filter((element) => {
      const box = element.getBoundingClientRect()
      const isOver = box.width > 1 && box.height > 1 && (box.right > width + 1 || box.left < -1)
      return isOver && !scrolls(element.parentElement)
    })
    if (document.documentElement.scrollWidth > width) over.push(document.documentElement)
    const panes = [...document.querySelectorAll('[role=dialog], [role=alertdialog], .dialog-body, main')]
    over.push(...panes.filter((pane) => pane.scrollWidth > pane.clientWidth + 1))
    return over.map(
      (element) => `${element.tagName.toLowerCase()}.${(element.getAttribute('class') ?? '').slice(0, 60)}`,
    )
  })

/** Finds parts that still overflow once the screen has arranged itself for its new width; a few tell enough. */
async function lastingOverflowOf(page: Page): Promise<string[]> {
  let overflow: string[] = []
  const isNone = async () => {
    overflow = await overflowOf(page)
    expect(overflow).toEqual([])
  }
  await expect(isNone)
    .toPass()
    .catch(() => undefined)
  return overflow.slice(0, 5)
}

/**
 * Looks at a screen as the sweep says. What must be opened for it stays open.
 * @param widths the windows it is for
 */
export async function lookAt(
  page: Page,
  name: string,
  sweep: Sweep,
  widths: readonly number[] = anywhere,
): Promise<void> {
  const faults: string[] = []
  for (const { width, themes: judged } of looksAt(name, widths, sweep)) {
    await page.setViewportSize({ width, height: 900 })
    // Targets scrolled halfway below a bar that stays count as too small.
    await page.evaluate(() => window.scrollTo(0, 0))
    const overflow = await lastingOverflowOf(page)
    faults.push(...overflow.map((what) => `${name} at ${width}: overflows: ${what}`))
    for (const [place, theme] of judged.entries()) {
      await page.emulateMedia({ colorScheme: theme })
      await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
      // A theme changes nothing but colours.
      const violations = await violationsOf(page, place === 0 ? 'all' : 'colours')
      faults.push(...violations.map((what) => `${name} at ${width}, ${theme}: ${what}`))
    }
  }
  expect.soft(faults, name).toEqual([])
}
