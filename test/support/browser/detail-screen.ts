import type { Locator, Page } from '@playwright/test'
import { expect, type Person } from '#test/browser/desk.ts'

export const notFound = 'The requested ticket could not be found.'
export const callOf = (id: string) => `**/api/tickets/${id}`

/** The ticket dialog, or what stands in its place. */
export const dialogOf = (page: Page, name?: string | RegExp): Locator =>
  page.getByRole('dialog', name === undefined ? {} : { name })

/** A ticket of a client's, open at somebody's. */
export async function opened({ page }: Person, ticket: { id: string; subject: string }): Promise<Locator> {
  await page.goto(`/?ticket=${ticket.id}`)
  const dialog = dialogOf(page, ticket.subject)
  await expect(dialog).toBeVisible()
  return dialog
}
