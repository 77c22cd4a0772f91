import { violationsOf } from '#test/browser/axe.ts'
import { expect, test } from '#test/browser/desk.ts'
import { breakCalls, holdCalls } from '#test/browser/steps.ts'
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
  await pool.query(
    `insert into last_backup (made_at, bytes, file, machine, is_encrypted)
     values (now() - interval '9 days', 3221225472, '/backups/nightly.backup', 'desk-1', false)`,
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
