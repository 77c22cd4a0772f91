import type { Locator, Page } from '@playwright/test'
import type { Ticket } from '#features/tickets/contract.ts'
import { aTicket } from '#test/factories.ts'
import { expect, type Person } from '#test/browser/desk.ts'
import { hasArrived } from '#test/browser/steps.ts'
import { rowsOf, several, test } from '#test/browser/tickets.ts'

const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key)
}

/** Status and priority of a ticket, as the server has them. */
const choicesOf = async (api: Person['api'], id: string) => {
  const { status, priority } = (await api.get<Ticket>(`/api/tickets/${id}`)).body
  return `${status} ${priority}`
}
const option = (place: Page | Locator, name: string) =>
  place.getByRole('option', { name: new RegExp(`^${name}`) })

test('after a choice by mouse the next key is a shortcut, and changes nothing', async ({ person }) => {
  const { page, api } = await person('helpdesk', { path: null })
  const [ticket] = await several(api, 1)
  await page.goto(`/tickets?ticket=${ticket!.id}`)
  const dialog = page.getByRole('dialog', { name: 'Ticket 1' })
  await expect(dialog).toBeVisible()
  await hasArrived(page)
  for (const [label, word, key, expected] of [
    ['Status', 'In Progress', 'r', 'progress medium'],
    ['Priority', 'High', 'm', 'progress high'],
  ] as const) {
    await dialog.getByRole('heading', { name: 'Ticket 1' }).focus()
    await dialog.getByLabel(label, { exact: true }).click()
    await option(dialog, word).click()
    await expect(dialog.getByRole('heading', { name: 'Ticket 1' })).toBeFocused()
    await expect.poll(() => choicesOf(api, ticket!.id)).toBe(expected)
    await press(page, key)
    await expect(
      dialog.getByRole('textbox', { name: key === 'r' ? 'Add a comment' : 'Message' }),
    ).toBeFocused()
    await expect.poll(() => choicesOf(api, ticket!.id)).toBe(expected)
  }
  // From a text box the focus goes to the title, where keys are shortcuts again.
  await dialog.getByLabel('Status', { exact: true }).click()
  await option(dialog, 'Testing').click()
  await expect(dialog.getByRole('heading', { name: 'Ticket 1' })).toBeFocused()

  await press(page, 'Escape')
  await expect(dialog).toHaveCount(0)
  await page.getByLabel('Priority', { exact: true }).click()
  await option(page, 'High').click()
  await expect(page).toHaveURL('/tickets?priority=high')
  await press(page, 'c')
  await expect(page.getByRole('dialog', { name: 'Create Ticket' })).toBeVisible()
  await expect(page).toHaveURL('/tickets?priority=high')
})

test('a closed list that a person came to by Tab chooses by no letter and no arrow, and stays where it is', async ({
  person,
}) => {
  const { page, api } = await person('helpdesk', { path: null })
  await several(api, 1)
  await page.goto('/tickets')
  await expect(rowsOf(page)).toHaveCount(1)
  await hasArrived(page)
  const status = page.getByLabel('Status', { exact: true })
  await page.getByRole('searchbox', { name: 'Search tickets' }).focus()
  await press(page, 'Tab')
  await expect(status).toBeFocused()
  await press(page, 'r', 't', 'Home', 'End', 'PageDown', 'ArrowRight')
  await expect(status).toHaveValue('')
  await expect(status).toBeFocused()
  await press(page, 'ArrowDown', 'r')
  await expect(option(page, 'Resolved')).toBeFocused()
  await press(page, 'Enter')
  await expect(page).toHaveURL('/tickets?status=resolved')
  await expect(status).toBeFocused()
  await press(page, 'v')
  await expect(page).toHaveURL('/tickets?status=resolved&view=board')
})

test('Escape first leaves the box a person writes in, then closes the ticket, and the text is kept', async ({
  person,
}) => {
  const { page, api } = await person('client', { path: null })
  const ticket = await aTicket(api, { subject: 'Half written' })
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`/?ticket=${ticket.id}`)
  const dialog = page.getByRole('dialog', { name: 'Half written' })
  const title = dialog.getByRole('heading', { name: 'Half written' })
  await expect(dialog.getByRole('button', { name: 'Live Chat' })).toBeVisible()
  await hasArrived(page)
  for (const [key, label] of [
    ['m', 'Message'],
    ['r', 'Add a comment'],
  ] as const) {
    await press(page, key)
    await expect(dialog.getByRole('textbox', { name: label })).toBeFocused()
    await page.keyboard.type('Half a sentence')
    await press(page, 'Escape')
    await expect(title).toBeFocused()
  }
  await press(page, 'Escape')
  await expect(dialog).toHaveCount(0)
  await page.goto(`/?ticket=${ticket.id}`)
  await expect(dialog.getByRole('textbox', { name: 'Add a comment' })).toHaveValue('Half a sentence')
})
