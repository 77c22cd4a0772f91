import type { Page } from '@playwright/test'
import { password } from '#test/harness.ts'
import { button, field } from '#test/browser/tickets.ts'

export const toRegistration = "Don't have an account? Register"

export async function signIn(page: Page, email: string, withPassword = password): Promise<void> {
  await field(page, 'Email').fill(email)
  await field(page, 'Password').fill(withPassword)
  await button(page, 'Sign In').click()
}

export async function fillRegistration(page: Page, email: string, role = 'Client'): Promise<void> {
  await button(page, toRegistration).click()
  await field(page, 'First Name').fill('Nora')
  await field(page, 'Last Name').fill('Berg')
  await field(page, 'Email').fill(email)
  await field(page, 'Password').fill(password)
  await field(page, 'Role').selectOption(role)
}
