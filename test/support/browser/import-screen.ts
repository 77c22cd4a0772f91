import type { Page } from '@playwright/test'
import { expect } from '#test/browser/desk.ts'
import { button } from '#test/browser/tickets.ts'

export const state = (page: Page) =>
  page
    .locator('main')
    .getByRole('status')
    .filter({ hasText: / of [\d,]+ rows?$/ })

export const csv = (name: string, ...lines: string[]) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(lines.join('\n')),
})

export async function send(page: Page, kind: string, file: ReturnType<typeof csv>) {
  await page.goto('/import')
  await page.getByLabel('Contents of the file').selectOption(kind)
  await page.getByLabel('CSV file').setInputFiles(file)
  await button(page, 'Continue').click()
  await expect(page.getByRole('region', { name: file.name })).toBeVisible()
}
