import type { Page } from '@playwright/test'
import { expect } from '#test/browser/desk.ts'

export const signInAgain = (page: Page) => page.getByRole('dialog', { name: 'You are signed out' })

/** By itself; the test of the socket holds that it is within a second. */
export const isSignedOutAtOnce = (page: Page) => expect(signInAgain(page)).toBeVisible()

export async function signIn(page: Page, withPassword: string): Promise<void> {
  const dialog = signInAgain(page)
  await dialog.getByLabel('Password', { exact: true }).fill(withPassword)
  await dialog.getByRole('button', { name: 'Sign In' }).click()
}
