import type { Page } from '@playwright/test'

export const cardsOf = (page: Page) => page.getByRole('list', { name: 'Users' }).getByRole('listitem')
export const cardOf = (page: Page, name: string) => cardsOf(page).filter({ hasText: name })
export const usersAlone = (url: URL) => url.pathname === '/api/users'
