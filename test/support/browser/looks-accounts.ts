import type { Page } from '@playwright/test'
import { aClient, aTicket } from '#test/factories.ts'
import { settingsFor, smtpLogin, startSmtp } from '#test/services/smtp.ts'
import { expect, test } from './desk.ts'
import { large, lookAt, narrow, type Sweep } from './looks.ts'
import { several } from './tickets.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const rowOf = (page: Page, label: string) =>
  page
    .getByRole('list', { name: /^Email preferences/ })
    .getByRole('listitem')
    .filter({ hasText: label })

/** The own profile, the audit log, the palette, and what is about mails. */
export function looksOfAccounts(sweep: Sweep): void {
  test('everybody can read and use their profile', async ({ person }) => {
    const { page } = await person('client', { path: '/profile' })
    const mails = page.getByRole('region', { name: 'Email notifications', exact: true })
    await expect(mails.getByRole('listitem')).toHaveCount(5)
    await lookAt(page, 'profile', sweep)
  })

  test('a super user can read and use the audit log and the palette', async ({ person }) => {
    const { page, api } = await person('super_user', { path: '/audit' })
    await several(api, 2, { description: 'Something with a theodolite.' })
    await expect(page.getByText('Signed in').last()).toBeVisible()
    await lookAt(page, 'audit log', sweep)
    await page.keyboard.press('Control+k')
    const palette = page.getByRole('dialog', { name: 'Search and commands' })
    const words = palette.getByRole('combobox')
    await expect(words).toBeFocused()
    await lookAt(page, 'palette', sweep, [narrow, large])
    await words.fill('theodolite')
    await expect(palette.getByRole('option', { name: /Ticket 2/ })).toBeVisible()
    await lookAt(page, 'palette with hits', sweep, [narrow, large])
    await words.fill('nothing has this')
    await expect(palette).toContainText('Nothing found')
    await lookAt(page, 'palette without hits', sweep, [narrow, large])
  })

  test('a super user can read and use what was deleted', async ({ person }) => {
    const { page, api } = await person('super_user', { path: null })
    const client = await aClient(api, { name: 'Lighthouse' })
    const { id } = await aTicket(api, { clientId: client.id, subject: 'A long subject '.repeat(16).trim() })
    for (const path of [`tickets/${id}`, `clients/${client.id}`]) await api.delete(`/api/${path}`)
    await page.goto('/deleted')
    await expect(button(page, 'Restore Lighthouse')).toBeVisible()
    await lookAt(page, 'deleted', sweep)
    await button(page, 'Restore Lighthouse').click()
    await expect(page.getByRole('dialog').getByRole('checkbox')).toBeVisible()
    await lookAt(page, 'restoring', sweep, [narrow, large])
  })

  test('a super user can read the state of the system, well and with warnings', async ({ person, desk }) => {
    const { pool } = desk.database
    const { page } = await person('super_user', { path: '/system' })
    await expect(page.getByRole('table', { name: 'Queues' })).toBeVisible()
    await lookAt(page, 'system', sweep)
    await pool.query(
      `insert into deliveries (kind, payload, failure, attempts, created_at)
       select 'mail', '{}', 'The mail server smtp.example.com did not answer.', 6, now() from generate_series(1, 1234)`,
    )
    desk.clock.advance(-8000)
    await page.reload()
    await expect(page.getByText('1,234 messages were given up')).toBeVisible()
    await lookAt(page, 'system with warnings', sweep)
    desk.clock.advance(8000)
    await pool.query('delete from deliveries')
  })

  test('a super user can read and use the settings of the mail server', async ({ person, desk }) => {
    const smtp = await startSmtp()
    const { page, api } = await person('super_user')
    await api.put('/api/admin/email-settings', settingsFor(smtp))
    await page.goto('/email-settings')
    await button(page, 'Edit Settings').click()
    await expect(page.getByLabel('SMTP Username', { exact: true })).toHaveValue(smtpLogin.username)
    await expect(page.getByRole('region', { name: 'Email Service Health' })).toContainText('Healthy')
    for (const mode of ['HTML Editor', 'Text Editor', 'Email Preview']) {
      await page.getByRole('tab', { name: mode, exact: true }).click()
      await lookAt(page, `email settings, ${mode}`, sweep)
    }
    await desk.database.pool.query('delete from smtp_settings')
    await smtp.close()
  })

  test('a super user can read and use what people are mailed about', async ({ person, desk }) => {
    const { page, api } = await person('super_user', { path: '/email-management' })
    const { id } = await desk.person('client')
    await expect(page.getByText('Select a User')).toBeVisible()
    await lookAt(page, 'email management, empty', sweep)
    await api.post(`/api/email-preferences/defaults/${id}`)
    await page.goto(`/email-management?user=${id}`)
    await expect(rowOf(page, 'Status Changes')).toBeVisible()
    await lookAt(page, 'email management', sweep)
    await button(page, 'Add Preference').click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await lookAt(page, 'email management, dialog', sweep)
  })
}
