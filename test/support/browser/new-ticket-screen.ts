import type { Page } from '@playwright/test'
import type { TicketDetail } from '#features/conversation/contract.ts'
import { aClient } from '#test/factories.ts'
import type { Caller } from '#test/harness.ts'
import { button } from '#test/browser/tickets.ts'

export const form = (page: Page) => page.getByRole('dialog', { name: 'Create Ticket' })
export const field = (page: Page, label: string) => form(page).getByLabel(label, { exact: true })

export const option = (page: Page, name: string | RegExp) => page.getByRole('option', { name })

/** A company whose name no other test uses. */
export function aCompany(root: Caller) {
  return aClient(root, { name: `Brightwater Clinics ${crypto.randomUUID().slice(0, 8)}` })
}

export async function open(page: Page, subject: string) {
  await button(page, 'Create Ticket').first().click()
  await field(page, 'Subject').fill(subject)
  await field(page, 'Description').fill('She called at nine.')
}

export async function submit(page: Page): Promise<TicketDetail> {
  const answer = page.waitForResponse(
    (response) => response.url().endsWith('/api/tickets') && response.request().method() === 'POST',
  )
  await button(page, 'Submit Ticket').click()
  return (await (await answer).json()) as TicketDetail
}
