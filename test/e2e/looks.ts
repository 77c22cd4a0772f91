import type { Page } from '@playwright/test'
import { violationsOf } from './axe.ts'
import { expect } from './desk.ts'

/** `every` width in both themes, or each theme once: dark in the narrowest window, light in the widest. Overflow is looked for in all. */
export type Sweep = 'every' | 'some'

export const narrow = 390
/** The narrowest there is; nothing but overflow is looked for. */
const narrowest = 320
export const large = 1440
export const onPhones = [narrow, narrowest]
export const onDesks = [1024, large]
/** Where the chat has a tab of its own. */
export const onTabs = [1024, narrow]
const anywhere = [narrow, 1024, large, narrowest]

function themesAt(width: number, sweep: Sweep, widths: readonly number[]): ('light' | 'dark')[] {
  if (width === narrowest) return []
  if (sweep === 'every') return ['light', 'dark']
  const isWidest = width === Math.max(...widths)
  const isNarrowest = width === Math.min(...widths.filter((one) => one !== narrowest))
  return [...(isWidest ? ['light' as const] : []), ...(isNarrowest ? ['dark' as const] : [])]
}

/** What reaches over the right or left edge of the window and does not scroll within something. */
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

/** What still overflows once the screen has arranged itself for its new width; a few of it tell enough. */
async function lastingOverflowOf(page: Page): Promise<string[]> {
  let overflow: string[] = []
  const isNone = async () => {
    overflow = await overflowOf(page)
    expect(overflow).toEqual([])
  }
  await expect(isNone)
    .toPass({ timeout: 3000 })
    .catch(() => undefined)
  return overflow.slice(0, 5)
}

/** Looks at a screen at every width it is for, in the themes of the sweep. What must be opened for it stays open. */
export async function lookAt(
  page: Page,
  name: string,
  sweep: Sweep,
  widths: readonly number[] = anywhere,
): Promise<void> {
  const faults: string[] = []
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    const overflow = await lastingOverflowOf(page)
    faults.push(...overflow.map((what) => `${name} at ${width}: overflows: ${what}`))
    for (const [place, theme] of themesAt(width, sweep, widths).entries()) {
      await page.emulateMedia({ colorScheme: theme })
      await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
      // A theme changes nothing but colours.
      const violations = await violationsOf(page, place === 0 ? 'all' : 'colours')
      faults.push(...violations.map((what) => `${name} at ${width}, ${theme}: ${what}`))
    }
  }
  expect.soft(faults, name).toEqual([])
}
