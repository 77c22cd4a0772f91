import type { Page } from '@playwright/test'
import { expect } from '#test/browser/desk.ts'

export const queues = (page: Page) => page.getByRole('navigation', { name: 'Ticket views' })
export const queue = (page: Page, name: string) => queues(page).getByRole('link', { name })
export const shipped = ['Waiting for us', 'My unresolved', 'Unassigned', 'All unresolved', 'Recently updated']
export const namesAre = (page: Page, names: string[]) =>
  expect(queues(page).getByRole('link')).toHaveText(names.map((name) => new RegExp(`^${name}`)))
