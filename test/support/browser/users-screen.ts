import type { Page } from '@playwright/test'

export const cardOf = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Users' }).getByRole('listitem').filter({ hasText: name })
export const usersAlone = (url: URL) => url.pathname === '/api/users'
