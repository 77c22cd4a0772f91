import type { Locator, Page } from '@playwright/test'
import { expect } from './desk.ts'

export const boardPath = '/tickets?view=board'

export const columnOf = (page: Page, name: string): Locator =>
  page.getByRole('region', { name: new RegExp(`^${name}, `) })

export const cardsIn = (page: Page, column: string): Locator => columnOf(page, column).getByRole('article')

export const cardOf = (page: Page, subject: string): Locator =>
  page.getByRole('article', { name: subject, exact: true })

/** The head of a column on a phone. */
export const tab = (page: Page, name: string): Locator => page.getByRole('tab', { name })

/** The column heads with their counts, and by that what a screen reader says of them. */
export const showsColumns = (page: Page, counts: Record<string, number>) =>
  expect(async () => {
    for (const [name, count] of Object.entries(counts)) {
      const noun = count === 1 ? 'ticket' : 'tickets'
      await expect(page.getByRole('region', { name: `${name}, ${count} ${noun}` })).toBeVisible({
        timeout: 1,
      })
      await expect(cardsIn(page, name)).toHaveCount(count, { timeout: 1 })
    }
  }).toPass()

/** The picture of a card in the air. */
export const carried = (page: Page): Locator => page.locator('[inert] article')

/** Takes hold of a card beside its number. @returns where the pointer is */
export async function hold(page: Page, subject: string): Promise<{ x: number; y: number }> {
  const box = await cardOf(page, subject).boundingBox()
  if (!box) throw new Error('There is no such card to take hold of.')
  const grip = { x: box.x + box.width / 2, y: box.y + 20 }
  await page.mouse.move(grip.x, grip.y)
  await page.mouse.down()
  return grip
}

export async function middleOf(target: Locator): Promise<{ x: number; y: number }> {
  const box = await target.boundingBox()
  if (!box) throw new Error('There is nowhere to carry the card to.')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

export async function carryTo(page: Page, target: Locator): Promise<void> {
  const { x, y } = await middleOf(target)
  await page.mouse.move(x, y, { steps: 8 })
}

/** Drags a card into another column. */
export async function drag(page: Page, subject: string, column: string): Promise<void> {
  const { x, y } = await hold(page, subject)
  await page.mouse.move(x + 12, y, { steps: 3 })
  await expect(carried(page)).toHaveCount(1)
  await carryTo(page, columnOf(page, column))
  await page.mouse.up()
  await expect(carried(page)).toHaveCount(0)
}
