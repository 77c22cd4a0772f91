import type { Page } from '@playwright/test'

export const entryOf = (page: Page, name: string) =>
  page
    .getByRole('region', { name: /^Clients/ })
    .getByRole('listitem')
    .filter({ hasText: name })

/** Picks somebody or something in a searchable field of the open dialog. */
export async function pick(page: Page, label: string, text: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).fill(text)
  await page.getByRole('option', { name: text }).click()
}
