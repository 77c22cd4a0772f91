import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Colours that still fade in are not those to be judged. What goes round for ever does not count. */
const hasFaded = (page: Page) =>
  page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter(({ effect }) => Number.isFinite(Number(effect?.getComputedTiming().endTime)))
    await Promise.allSettled(ending.map(({ finished }) => finished))
  })

/** Finds barriers in a page, as a rule and its element; by all rules, or by those about colours alone. */
export async function violationsOf(page: Page, which: 'all' | 'colours' = 'all'): Promise<string[]> {
  await hasFaded(page)
  const builder = new AxeBuilder({ page }).options({ resultTypes: ['violations'] })
  if (which === 'all') builder.withTags(tags)
  else builder.withRules(['color-contrast', 'link-in-text-block'])
  // The API page within our dialog is drawn by its own library.
  const { violations } = await builder.exclude('iframe').setLegacyMode().analyze()
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`))
}
