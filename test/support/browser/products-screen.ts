import type { Page } from '@playwright/test'

export const entryOf = (page: Page, name: string) =>
  page
    .getByRole('region', { name: /^Products/ })
    .getByRole('listitem')
    .filter({ hasText: name })
