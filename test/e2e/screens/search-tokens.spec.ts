import type { Page } from '@playwright/test'
import { aTicket, change } from '#test/factories.ts'
import { violationsOf } from '#test/browser/axe.ts'
import { expect } from '#test/browser/desk.ts'
import { rowOf } from '#test/browser/steps.ts'
import { button, several, showsSubjects, test } from '#test/browser/tickets.ts'

const odd = 'VPN drops every hour'
const chips = (page: Page) => page.getByRole('list', { name: 'Active filters' }).getByRole('listitem')

test('tokens of a search are chips that a key removes, and a row says where the words stand', async ({
  person,
  colleague,
}) => {
  const { page } = await person('helpdesk', { path: null })
  const { id } = await aTicket(colleague, { subject: odd, description: 'It began with a thunderclap.' })
  await change(colleague, id, { status: 'testing' })
  await several(colleague, 2)
  await page.goto('/tickets')
  const search = page.getByRole('searchbox')
  await search.fill('thunderclap status:testing after:yesterday')
  await showsSubjects(page, [odd])
  await expect(rowOf(page, odd)).toContainText('Description: It began with a thunderclap.')
  await expect(chips(page)).toHaveText(['Status: testing', 'After: yesterday'])
  expect(await violationsOf(page)).toEqual([])

  await button(page, 'Remove filter Status: testing').focus()
  await page.keyboard.press('Enter')
  await expect(search).toHaveValue('thunderclap after:yesterday')
  await expect(chips(page)).toHaveText(['After: yesterday'])
  await expect(page).toHaveURL('/tickets?search=thunderclap+after%3Ayesterday')
  await page.reload()
  await showsSubjects(page, [odd])
  await expect(chips(page)).toHaveText(['After: yesterday'])

  await search.fill('thunderclap after:someday')
  const fault = page.getByRole('alert').filter({ hasText: 'after:someday names no day' })
  await expect(fault).toBeVisible()
  await expect(search).toHaveAccessibleDescription(/names no day/)
  await page.reload()
  await expect(search).toHaveValue('thunderclap after:someday')
  await expect(fault).toBeVisible()
})
