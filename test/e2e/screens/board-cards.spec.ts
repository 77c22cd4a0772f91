import type { Locator } from '@playwright/test'
import { aTicket } from '#test/factories.ts'
import { expect } from '#test/browser/desk.ts'
import { boardPath, cardOf, columnOf } from '#test/browser/board.ts'
import { violationsOf } from '#test/browser/axe.ts'
import { hasArrived } from '#test/browser/steps.ts'
import { button, several, test } from '#test/browser/tickets.ts'

const heightOf = async (element: Locator) => (await element.boundingBox())!.height

test('a card is low enough to see many, and shows the customer only where it is not the client', async ({
  person,
  colleague,
}) => {
  await aTicket(colleague, { subject: 'Same', customerName: 'Acme', projectName: 'Move' })
  await aTicket(colleague, { subject: 'Other', customerName: 'Harbour office' })
  const { page } = await person('helpdesk', { path: null })
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(boardPath)
  const card = cardOf(page, 'Same')
  await expect(card).toBeVisible()
  expect(await heightOf(card)).toBeLessThanOrEqual(132)
  await expect(card.getByText('Acme', { exact: true })).toHaveCount(1)
  await expect(cardOf(page, 'Other').getByText('Harbour office', { exact: true })).toBeVisible()
  const testing = button(card, 'Testing')
  await expect(testing).toHaveAttribute('title', 'Testing')
  expect(await testing.boundingBox()).toMatchObject({ width: 28, height: 28 })
  expect(await violationsOf(page)).toEqual([])

  await page.setViewportSize({ width: 1024, height: 768 })
  const endOfLast = async () => {
    const last = (await columnOf(page, 'Resolved').boundingBox())!
    return last.x + last.width
  }
  await expect.poll(endOfLast).toBeLessThanOrEqual(1024)
})

test('a card is one stop of Tab, and the arrows lead through its buttons', async ({ person }) => {
  const { page, api } = await person('internal', { path: null })
  await several(api, 2)
  await page.goto(boardPath)
  await expect(cardOf(page, 'Ticket 1')).toBeVisible()
  await hasArrived(page)
  const title = (subject: string) => cardOf(page, subject).getByRole('link', { name: subject })
  await page.keyboard.press('j')
  await expect(title('Ticket 2')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(title('Ticket 1')).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(button(cardOf(page, 'Ticket 1'), 'In Progress')).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await expect(button(cardOf(page, 'Ticket 1'), 'Medium')).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await expect(button(cardOf(page, 'Ticket 1'), /^Move /)).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(button(cardOf(page, 'Ticket 1'), /^View /)).toBeFocused()
  await page.keyboard.press('k')
  await expect(title('Ticket 2')).toBeFocused()
})
