import type { Page } from '@playwright/test'
import { expect } from '#test/browser/desk.ts'
import { field } from '#test/browser/tickets.ts'

export const path = '/client-portal'

export const outage = {
  Subject: 'Mail stands still',
  Description: 'Nothing has come in since nine.\nNothing goes out.',
  Customer: 'Northwind',
  Product: 'Mail gateway',
}

export async function write(page: Page, ticket: Partial<typeof outage>): Promise<void> {
  for (const [label, text] of Object.entries(ticket)) await field(page, label).fill(text)
}

export async function holds(page: Page, ticket: Record<string, string>): Promise<void> {
  for (const [label, text] of Object.entries(ticket))
    await expect(field(page, label), label).toHaveValue(text)
}

export const asNew = {
  Subject: '',
  Category: 'other',
  Priority: 'medium',
  Description: '',
  Customer: '',
  Product: '',
  Project: '',
}
