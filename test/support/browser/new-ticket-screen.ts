import type { Page } from '@playwright/test'
import { button } from '#test/browser/tickets.ts'

export const form = (page: Page) => page.getByRole('dialog', { name: 'Create Ticket' })
export const field = (page: Page, label: string) => form(page).getByLabel(label, { exact: true })

export async function open(page: Page, subject: string) {
  await button(page, 'Create Ticket').first().click()
  await field(page, 'Subject').fill(subject)
  await field(page, 'Description').fill('She called at nine.')
}
