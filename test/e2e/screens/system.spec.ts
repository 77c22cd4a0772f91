import type { SignInOptions } from '#features/auth/contract.ts'
import { violationsOf } from '#test/browser/axe.ts'
import { expect, test } from '#test/browser/desk.ts'
import { breakCalls, hasArrived, holdCalls, holdMessages, isTold } from '#test/browser/steps.ts'
import { button } from '#test/browser/tickets.ts'

test('a super user looks at the system, which brings itself up to date', async ({ person, desk }) => {
  const { pool } = desk.database
  await pool.query('delete from smtp_settings')
  const { page } = await person('super_user', { path: null })
  await page.clock.install()
  await page.goto('/')
  await page.getByRole('navigation', { name: 'Manage' }).getByRole('link', { name: 'System' }).click()
  await expect(page.getByRole('heading', { name: 'System', level: 1 })).toBeVisible()
  const database = page.getByRole('region', { name: 'Database' })
  await expect(database).toContainText(/PostgreSQL \d+/)
  await expect(database).toContainText(/\d MB/)
  await expect(page.getByRole('region', { name: 'Backup' })).toContainText('Never')
  const warnings = page.getByRole('region', { name: 'Warnings' })
  await expect(warnings).toContainText('No mail server is set up')
  await expect(page.getByRole('table', { name: 'Nodes' })).toContainText('You are here')

  const mails = page
    .getByRole('table', { name: 'Queues' })
    .getByRole('row')
    .filter({ hasText: 'Notification emails' })
  await expect(mails).toContainText('0')
  await pool.query(
    `insert into deliveries (kind, payload, failure, attempts, created_at)
     select 'mail', '{}', 'No answer', 6, now() from generate_series(1, 101)`,
  )
  // Other tests have moved the clock of this server by seconds.
  await pool.query(
    `insert into last_backup (made_at, bytes, file, machine, is_encrypted)
     values (now() - interval '9 days 1 hour', 3221225472, '/backups/nightly.backup', 'desk-1', false)`,
  )
  await page.clock.runFor(11_000)
  await expect(warnings).toContainText('The last backup is 9 days old')
  await expect(page.getByRole('region', { name: 'Backup' })).toContainText(
    /3 GB.*desk-1.*Encrypted\s*No.*nightly\.backup/,
  )
  await expect(warnings).toContainText('101 messages were given up')
  await expect(page.getByRole('region', { name: 'Mail', exact: true })).toContainText('No answer')
  await mails.getByRole('link', { name: '101 failed, see Email Management' }).click()
  await expect(page.getByRole('heading', { name: 'Email Management', level: 1 })).toBeVisible()
  await pool.query('delete from deliveries; delete from last_backup')
})

test('the notice of an open registration ends its cause, for every super user at once', async ({
  desk,
  person,
}) => {
  const words = 'Anyone who can reach this server can register with any role.'
  const clerk = await person('helpdesk')
  await expect(clerk.page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(clerk.page.getByText(words)).toHaveCount(0)
  const { page, api } = await person('super_user')
  const other = await person('super_user', { path: '/system' })
  const warnings = other.page.getByRole('region', { name: 'Warnings' })
  await expect(warnings).toContainText('Registration is open')
  await expect(button(warnings, 'Require approval')).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
  await holdMessages(page)
  await button(page, 'Require approval').press('Enter')
  await isTold(page, 'Success', 'Staff roles require approval now.')
  for (const at of [page, other.page]) await expect(at.getByText(words)).toHaveCount(0)
  const registration = async () =>
    (await desk.nobody.get<SignInOptions>('/api/auth/options')).body.registration
  expect(await registration()).toBe('approval')
  await page.keyboard.press('z')
  await isTold(page, 'Success', 'Staff roles no longer require approval.')
  await expect(page.getByText(words)).toBeVisible()
  expect(await registration()).toBe('open')

  await button(warnings, 'Require approval').click()
  await isTold(other.page, 'Success', 'Staff roles require approval now.')
  await expect(warnings).not.toContainText('Registration is open')
  await expect(page.getByText(words)).toHaveCount(0)
  expect((await api.delete('/api/auth/approval')).status).toBe(200)
})

test('a dismissed notice is away for a week, for that person alone', async ({ person }) => {
  const words = 'Anyone who can reach this server can register with any role.'
  const ada = await person('super_user', { path: null })
  const { page } = ada
  await page.clock.install()
  await page.goto('/')
  const notice = page.getByText(words)
  await button(page, 'Dismiss').click()
  await expect(notice).toHaveCount(0)
  const days = async (count: number) => {
    await page.clock.fastForward(count * 24 * 60 * 60_000)
    const warnings = page.waitForResponse('**/api/auth/options')
    await page.reload()
    await warnings
    await hasArrived(page)
  }
  await days(6)
  await expect(notice).toHaveCount(0)
  await days(2)
  await expect(notice).toBeVisible()
  await button(page, 'Dismiss').click()
  await expect(notice).toHaveCount(0)
  await ada.become('super_user', { path: '/' })
  await expect(notice).toBeVisible()
})

test('while the system is looked at and when it cannot be, the screen says so', async ({ person }) => {
  const { page } = await person('super_user', { path: '/' })
  const release = await holdCalls(page, '**/api/system')
  await page.getByRole('navigation', { name: 'Manage' }).getByRole('link', { name: 'System' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Checking the system...' })).toBeAttached()
  expect(await violationsOf(page)).toEqual([])
  await release()
  await expect(page.getByRole('table', { name: 'Queues' })).toBeVisible()

  const mend = await breakCalls(page, '**/api/system')
  await page.reload()
  await expect(page.getByText('The state of the system could not be loaded.')).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
  await mend()
  await button(page, 'Retry').click()
  await expect(page.getByRole('table', { name: 'Queues' })).toBeVisible()
  await expect(page.getByText('The state of the system could not be loaded.')).toHaveCount(0)
})
