import type { Page } from '@playwright/test'
import type { TicketPage } from '#features/tickets/contract.ts'
import type { Caller } from '#test/harness.ts'
import { button, rowsOf } from '#test/browser/tickets.ts'

export const bar = (page: Page) => page.getByRole('region', { name: 'Selected tickets' })
export const all = (page: Page) => page.getByLabel('Select all tickets on this page')
export const boxes = (page: Page) => rowsOf(page).getByRole('checkbox')
export const people = (page: Page) => page.getByRole('dialog', { name: 'Assign To' }).getByRole('option')

export async function choose(page: Page, menu: string, item: string): Promise<void> {
  await button(bar(page), menu).click()
  await page.getByRole('menuitem', { name: item }).click()
}

export async function valuesOf<K extends 'status' | 'priority' | 'assignedToId'>(by: Caller, field: K) {
  const { body } = await by.get<TicketPage>('/api/tickets?limit=100')
  return body.tickets.map((ticket) => ticket[field])
}
