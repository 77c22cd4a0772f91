import type { Page } from '@playwright/test'
import { aTicket } from '#test/factories.ts'
import { expect } from '#test/browser/desk.ts'
import { button, several, test } from '#test/browser/tickets.ts'

/** Presses Escape as a quick person on a slow machine does: just before what has appeared is painted. */
const escapeWhenAdded = (page: Page, selector: string) =>
  page.evaluate((wanted) => {
    const observer = new MutationObserver(() => {
      if (!document.querySelector(wanted)) return
      observer.disconnect()
      requestAnimationFrame(() =>
        document.activeElement?.dispatchEvent(
          new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }),
        ),
      )
    })
    observer.observe(document.body, { childList: true, subtree: true })
  }, selector)

test('Escape closes what has just appeared, and not the ticket below it', async ({ person }) => {
  const { page, api } = await person('helpdesk', { path: null })
  const { id } = await aTicket(api, { subject: 'Zebra' })
  await page.goto(`/tickets?ticket=${id}`)
  const ticket = page.getByRole('dialog', { name: /Zebra$/ })
  const question = page.getByRole('alertdialog')
  await button(ticket, 'Delete Ticket').click()
  await button(question, 'Cancel').click()
  await expect(question).toHaveCount(0)
  for (let time = 0; time < 5; time++) {
    await escapeWhenAdded(page, '[role=alertdialog]')
    await button(ticket, 'Delete Ticket').click()
    await expect(button(ticket, 'Delete Ticket')).toBeFocused()
    await expect(question).toHaveCount(0)
    await expect(ticket).toBeVisible()
  }
})

test('a person who moves to another row while a menu closes stays there', async ({ person }) => {
  const { page, api } = await person('helpdesk', { path: null })
  await several(api, 3)
  await page.goto('/tickets')
  const row = (place: number) => page.getByRole('link', { name: `Ticket ${place}`, exact: true })
  // A key pressed before the rows are there has none to go to.
  await expect(row(3)).toBeVisible()
  await page.keyboard.press('j')
  await expect(row(3)).toBeFocused()
  await page.keyboard.press('s')
  await expect(page.getByRole('menu', { name: 'Status' })).toBeVisible()
  // Both in one moment, as on a machine that was busy in between.
  await row(2).evaluate((link: HTMLElement) => {
    const press = new KeyboardEvent('keydown', { key: '2', bubbles: true, cancelable: true })
    document.activeElement?.dispatchEvent(press)
    link.focus()
  })
  await expect(page.getByRole('menu', { name: 'Status' })).toHaveCount(0)
  await expect(row(2)).toBeFocused()
})
