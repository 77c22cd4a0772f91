import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { aTicket } from '#test/factories.ts'
import { expect, test } from '#test/browser/desk.ts'
import { breakCalls, isTold } from '#test/browser/steps.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const rows = (page: Page) => page.getByRole('table', { name: 'Audit log' }).locator('tbody tr')

test('a super user reads who did what, when and from where, and narrows it', async ({ person, desk }) => {
  const { api: client } = await person('client', { firstName: 'Carl', lastName: 'Client' })
  const { page, api } = await person('super_user')
  const ticket = await aTicket(client)
  await api.put(`/api/tickets/${ticket.id}`, { status: 'progress' })
  await desk.nobody.post('/api/auth/login', { email: 'eve@example.com', password: 'guess' })

  await page.getByRole('navigation', { name: 'Manage' }).getByRole('link', { name: 'System' }).click()
  await page.getByRole('tab', { name: 'Audit Log' }).click()
  await expect(page.getByRole('heading', { name: 'Audit Log', level: 1 })).toBeVisible()
  await expect(rows(page).first()).toContainText('Failed to sign in')
  await expect(rows(page).first()).toContainText('Failed attempts: 1')
  await expect(rows(page).first(), 'what was typed may be a password').not.toContainText('eve@example.com')
  await expect(rows(page).first()).toContainText('127.0.0.1')
  await expect(rows(page).nth(1)).toContainText(`Changed a ticket: ${ticket.ticketNumber}`)
  await expect(rows(page).nth(1)).toContainText('Status: Open → In Progress')

  await button(page, `Show only what is about ${ticket.ticketNumber}`).first().click()
  await expect(rows(page)).toHaveCount(2)
  await expect(page).toHaveURL(new RegExp(`subject=${ticket.id}`))
  await button(page, 'Show only what Carl Client did').click()
  await expect(rows(page)).toHaveCount(1)
  await button(page, `About: ${ticket.ticketNumber}, remove`).click()
  await page.getByLabel('Event', { exact: true }).selectOption('Signed in')
  await expect(rows(page)).toHaveCount(1)
  await page.reload()
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText('Signed in')
  await page.getByLabel('From', { exact: true }).pressSequentially('01012001', { delay: 250 })
  await expect(page).toHaveURL(/from=2001-01-01/)
  await page.getByLabel('To', { exact: true }).fill('2001-01-02')
  await expect(page.getByText('No entries found')).toBeVisible()
  await button(page, 'Clear filters').click()
  await expect(rows(page).first()).toContainText('Failed to sign in')
})

test('new entries of the audit log wait until they are asked for, and older ones come by a button', async ({
  person,
}) => {
  const { page, api } = await person('super_user', { path: null })
  // The first mention of a company brings it into being, which is an entry more.
  await aTicket(api)
  for (let count = 0; count < 55; count++) await api.send('PATCH', '/api/settings', { shortcuts: true })
  await page.goto('/audit')
  await expect(rows(page)).toHaveCount(50)
  await button(page, 'Show older entries').focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => rows(page).count()).toBeGreaterThan(50)

  const ticket = await aTicket(api)
  const pill = button(page, '1 new entry – Show')
  await expect(pill).toBeVisible()
  await expect(rows(page).first()).not.toContainText(ticket.ticketNumber)
  await api.send('PATCH', '/api/settings', { shortcuts: true })
  await button(page, '2 new entries – Show').press('Enter')
  await expect(rows(page).nth(1)).toContainText(`Submitted a ticket: ${ticket.ticketNumber}`)
  await expect(page.getByRole('button', { name: /new entr/ })).toBeHidden()
})

test('the audit log is exported to a file, and a failed export is told with a way to try again', async ({
  person,
}) => {
  const { page } = await person('super_user', { path: '/audit?type=auth.signed_in' })
  await expect(rows(page).first()).toBeVisible()
  const coming = page.waitForEvent('download')
  await button(page, 'Export CSV').click()
  const download = await coming
  expect(download.suggestedFilename()).toMatch(/^audit-\d{4}-\d\d-\d\d\.csv$/)
  const text = await readFile(await download.path(), 'utf8')
  expect(text.split('\r\n')[0]).toContain('Time,Event,Who,About,Details,IP address')
  expect(text).toContain('auth.signed_in')
  expect(text).not.toContain('user.created')
  await isTold(page, 'Success', download.suggestedFilename())

  const mend = await breakCalls(page, (url) => url.pathname === '/api/audit')
  await page.reload()
  await expect(page.getByText('The audit log could not be loaded.')).toBeVisible({ timeout: 30_000 })
  await mend()
  await button(page, 'Retry').click()
  await expect(rows(page).first()).toBeVisible()
})

test('the audit log is narrowed to somebody who was deactivated', async ({ person }) => {
  const { api: gone } = await person('helpdesk', { path: null, firstName: 'Tomas', lastName: 'Leaver' })
  const ticket = await aTicket(gone)
  const { page, api } = await person('super_user', { path: null })
  expect((await api.post(`/api/users/${gone.id}/disable`)).status).toBe(200)
  await page.goto('/audit')
  await page.getByRole('combobox', { name: 'Who' }).fill('Leaver')
  await page.getByRole('option', { name: /Tomas Leaver/ }).click()
  await expect(rows(page).filter({ hasText: ticket.ticketNumber })).toContainText('Tomas Leaver')
  await expect(button(page, 'Who: Tomas Leaver, remove')).toBeVisible()
})
