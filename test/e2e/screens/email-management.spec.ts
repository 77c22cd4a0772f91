import type { Page } from '@playwright/test'
import type { TestApp } from '#test/harness.ts'
import { dropMails, sendThrough } from '#test/mails.ts'
import { receivedBy, startSmtp } from '#test/services/smtp.ts'
import { violationsOf } from '#test/browser/axe.ts'
import { expect, test, type Person } from '#test/browser/desk.ts'
import { breakCalls, holdCalls, isTold } from '#test/browser/steps.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const picker = (page: Page) => page.getByRole('main').getByRole('combobox', { name: 'User' })
const rowOf = (page: Page, label: string) =>
  page
    .getByRole('list', { name: /^Email preferences/ })
    .getByRole('listitem')
    .filter({ hasText: label })

/** Opens the preferences of a new client, who has the default ones. */
async function withDefaults({ page, api }: Person, desk: TestApp) {
  const { id } = await desk.person('client')
  await api.post(`/api/email-preferences/defaults/${id}`)
  await page.goto(`/email-management?user=${id}`)
  return { page, api, id }
}

test('a super user finds somebody, and creates, changes, tests and deletes their preferences', async ({
  person,
  desk,
}) => {
  const { page, api } = await person('super_user', { path: '/email-management' })
  const { page: other } = await person('super_user')
  const { id, email } = await desk.person('super_user', { firstName: 'Mia', lastName: 'Stone' })
  await expect(page.getByRole('heading', { name: 'Email Management', level: 1 })).toBeVisible()
  await expect(page.getByText('Configure email notification preferences for users')).toBeVisible()
  await expect(page.getByText('Select a User')).toBeVisible()
  await expect(button(page, 'Create Defaults')).toHaveCount(0)

  await picker(page).fill('Mia Stone')
  const option = page.getByRole('option', { name: `Mia Stone (${email})` })
  await expect(option).toContainText('super user')
  await option.click()
  await expect(page).toHaveURL(`/email-management?user=${id}`)
  await expect(picker(page)).toHaveValue(`Mia Stone (${email})`)
  await expect(page.getByText('No Email Preferences')).toBeVisible()
  await expect(button(page, 'Create Defaults')).toBeVisible()

  await other.goto(`/email-management?user=${id}`)
  await expect(picker(other)).toHaveValue(`Mia Stone (${email})`)
  await button(page, 'Create Default Preferences').click()
  await isTold(page, 'Success', 'Default email preferences created successfully.')
  for (const shown of [page, other]) await expect(rowOf(shown, 'Never sent')).toHaveCount(5)
  await expect(rowOf(page, 'Daily Summary').getByRole('combobox')).toHaveValue('daily')

  const row = rowOf(page, 'Ticket Updates')
  for (const [word, hue] of [
    ['Daily', 'blue'],
    ['Weekly', 'green'],
    ['Never', 'gray'],
    ['Immediate', 'red'],
  ] as const) {
    await row.getByRole('combobox', { name: 'Frequency of Ticket Updates' }).selectOption(word)
    await isTold(page, 'Success', 'Email preference updated successfully.')
    const badge = row.locator('.badge')
    await expect(badge).toHaveText(word)
    await expect(badge).toHaveClass(new RegExp(`bg-${hue}-bg`))
    await expect(rowOf(other, 'Ticket Updates').locator('.badge')).toHaveText(word)
  }
  await row.getByRole('switch').click()
  await expect(rowOf(other, 'Ticket Updates').getByRole('switch')).not.toBeChecked()
  await button(page, 'Test Ticket Updates').click()
  await isTold(page, 'Email Not Sent', 'Email was not sent because this preference is disabled.')

  await row.getByRole('switch').click()
  await expect(rowOf(other, 'Ticket Updates').getByRole('switch')).toBeChecked()
  const smtp = await startSmtp()
  await sendThrough(api, smtp)
  await button(page, 'Test Ticket Updates').click()
  await isTold(page, 'Success', 'Test email sent successfully!')
  for (const shown of [page, other]) await expect(rowOf(shown, 'Ticket Updates')).toContainText('Last sent: ')
  const subjects = receivedBy(smtp, email).map(({ mail }) => mail.subject)
  expect(subjects.filter((subject) => subject !== 'The mail server was changed')).toHaveLength(1)
  await smtp.close()

  await button(page, 'Delete Ticket Updates').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await isTold(page, 'Success', 'Email preference deleted successfully.')
  for (const shown of [page, other]) await expect(rowOf(shown, 'Ticket Updates')).toHaveCount(0)

  await button(page, 'Create Defaults').click()
  await isTold(page, 'Success', 'Default email preferences created successfully.')
  await expect(rowOf(page, 'Ticket Updates')).toBeVisible()
})

test('a preference is added in a dialog, once of each type', async ({ person, desk }) => {
  const { page } = await person('super_user', { path: '/email-management' })
  const { id, email } = await desk.person('client', { firstName: 'Uwe', lastName: 'User' })
  await button(page, 'Add Preference').click()
  const dialog = page.getByRole('dialog', { name: 'Add Preference' })
  await dialog.getByRole('button', { name: 'Create Preference' }).click()
  await expect(dialog.getByText('User is required')).toBeVisible()
  await dialog.getByRole('combobox', { name: 'User' }).fill('Uwe User')
  await page.getByRole('option', { name: `Uwe User (${email})` }).click()
  const type = dialog.getByLabel('Notification Type')
  await expect(type.getByRole('option')).toHaveText([
    'Ticket Updates',
    'Daily Summary',
    'Weekly Summary',
    'Assignment Notifications',
    'Status Changes',
  ])
  const frequency = dialog.getByLabel('Frequency')
  await expect(frequency).toHaveValue('immediate')
  await expect(frequency.getByRole('option')).toHaveText(['Never', 'Immediate', 'Daily', 'Weekly'])
  await expect(dialog.getByRole('switch', { name: 'Enabled' })).toBeChecked()
  await type.selectOption('Status Changes')
  await frequency.selectOption('Weekly')
  await dialog.getByRole('button', { name: 'Create Preference' }).click()
  await isTold(page, 'Success', 'Email preference created successfully.')
  await expect(dialog).toHaveCount(0)
  await expect(page).toHaveURL(`/email-management?user=${id}`)
  await expect(rowOf(page, 'Status Changes')).toContainText('Weekly')

  await button(page, 'Add Preference').click()
  await type.selectOption('Status Changes')
  await dialog.getByRole('button', { name: 'Create Preference' }).click()
  await expect(dialog.getByText('This user already has a preference for Status Changes.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toHaveCount(0)
})

test('a preference that cannot be saved says so, in the words of the server or its own', async ({
  person,
  desk,
}) => {
  const { page } = await withDefaults(await person('super_user'), desk)
  const row = rowOf(page, 'Status Changes')
  await expect(row).toBeVisible()
  const repairs = []
  for (const method of ['PUT', 'POST', 'DELETE'])
    repairs.push(await breakCalls(page, '**/api/email-preferences/**', { method }))
  await row.getByRole('switch').click()
  await isTold(page, 'Error', 'Failed to update email preference.')
  await expect(row.getByRole('switch')).toBeChecked()
  await button(page, 'Test Status Changes').click()
  await isTold(page, 'Error', 'Failed to send test email.')
  await button(page, 'Create Defaults').click()
  await isTold(page, 'Error', 'Failed to create default preferences.')
  await button(page, 'Delete Status Changes').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await isTold(page, 'Error', 'Failed to delete email preference.')
  for (const repair of repairs) await repair()
  const answers = [
    { sent: false },
    { sent: false, reason: 'No.' },
    { sent: true },
    { sent: true, message: 'Gone.' },
  ]
  await page.route('**/api/email-preferences/test', (route) => route.fulfill({ json: answers.shift() }))
  for (const [title, text] of [
    ['Email Not Sent', 'Email was not sent because this preference is disabled.'],
    ['Email Not Sent', 'No.'],
    ['Success', 'Test email sent successfully!'],
    ['Success', 'Gone.'],
  ] as const) {
    await button(page, 'Test Status Changes').click()
    await isTold(page, title, text)
  }
  await breakCalls(page, '**/api/email-preferences', { method: 'POST' })
  await button(page, 'Add Preference').click()
  await button(page, 'Create Preference').click()
  await isTold(page, 'Error', 'Failed to create email preference.')
  await expect(page.getByRole('dialog', { name: 'Add Preference' })).toBeVisible()
})

test('quick changes to one preference wait for each other, and all hold', async ({ person, desk }) => {
  const { page, api, id } = await withDefaults(await person('super_user', { path: null }), desk)
  const row = rowOf(page, 'Ticket Updates')
  const frequency = row.getByRole('combobox', { name: 'Frequency of Ticket Updates' })
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'PUT') sent.push(request.url())
  })
  const letGo = await holdCalls(page, '**/api/email-preferences/**', 'PUT')
  await frequency.selectOption('Daily')
  await expect.poll(() => sent.length).toBe(1)
  await row.getByRole('switch').click()
  await frequency.selectOption('Weekly')
  await expect(row.getByRole('switch')).not.toBeChecked()
  await expect(frequency).toHaveValue('weekly')
  expect(sent).toHaveLength(1)
  await letGo()
  await isTold(page, 'Success', 'Email preference updated successfully.')
  expect(sent).toHaveLength(3)
  await expect(frequency).toHaveValue('weekly')
  await expect(row.getByRole('switch')).not.toBeChecked()
  const { body } = await api.get<{ notificationType: string; frequency: string; isEnabled: boolean }[]>(
    `/api/email-preferences/${id}`,
  )
  expect(body.find((one) => one.notificationType === 'ticket_updates')).toMatchObject({
    frequency: 'weekly',
    isEnabled: false,
  })
})

test('preferences that are shown stay there when asking for them again is refused', async ({
  person,
  desk,
}) => {
  const { page, api, id } = await withDefaults(await person('super_user'), desk)
  const { body: preferences } = await api.get<{ id: string }[]>(`/api/email-preferences/${id}`)
  await expect(rowOf(page, 'Status Changes')).toBeVisible()
  await breakCalls(page, `**/api/email-preferences/${id}`, {
    status: 429,
    body: '{"message":"Too many requests"}',
  })
  const refused = page.waitForResponse((response) => response.status() === 429)
  await api.put(`/api/email-preferences/${preferences[0]!.id}`, { isEnabled: false })
  await refused
  await page.waitForTimeout(500)
  await expect(rowOf(page, 'Status Changes')).toBeVisible()
  await expect(page.getByText('User not found')).toHaveCount(0)
})

test('undelivered mails are listed with the last reason, and tried again', async ({ person, desk }) => {
  const { page, api } = await person('super_user', { path: '/email-management' })
  const note = page.getByRole('region', { name: /^Not Delivered/ })
  await expect(page.getByText('Select a User')).toBeVisible()
  await expect(note).toHaveCount(0)
  const refusing = await startSmtp({ refuses: 'recipient' })
  await dropMails(desk)
  await sendThrough(api, refusing)
  const account = { firstName: 'Ina', lastName: 'Vite', companyName: 'Acme', invite: true }
  await api.post('/api/users', { ...account, email: 'ina.vite@example.com' })
  await page.reload()
  await expect(note).toContainText('Not Delivered (1)')
  await expect(note).toContainText('1 email could not be delivered in the last 30 days.')
  await expect(note).toContainText('Last reason: 127.0.0.1 refused the address of the recipient.')
  await note.getByText('Show the emails').focus()
  await page.keyboard.press('Enter')
  await expect(note.getByRole('listitem')).toContainText('Invitation to Ina Vite (ina.vite@example.com)')
  await expect(note.getByRole('listitem')).toContainText('Failed')
  for (const [colorScheme, width] of [
    ['light', 1440],
    ['dark', 390],
  ] as const) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 900 })
    expect(await violationsOf(page)).toEqual([])
  }
  const repair = await breakCalls(page, '**/problems/retry', { method: 'POST' })
  await button(page, 'Try again').click()
  await isTold(page, 'Error', 'Failed to retry the emails.')
  await repair()
  const smtp = await startSmtp()
  await sendThrough(api, smtp)
  await button(page, 'Try again').focus()
  await page.keyboard.press('Enter')
  await isTold(page, 'Success', 'The emails are being retried.')
  await expect(note).toHaveCount(0)
  expect(receivedBy(smtp, 'ina.vite@example.com')).toHaveLength(1)
  await desk.database.pool.query('delete from smtp_settings')
  await smtp.close()
  await refusing.close()
})

test('texts and replies that could not be delivered stand beside the emails, and one is tried again alone', async ({
  person,
  desk,
}) => {
  const { page, api } = await person('super_user')
  const { id } = await desk.person('internal', {
    firstName: 'Ida',
    lastName: 'Lund',
    mobileNumber: '+4915100123456',
  })
  const refusing = await startSmtp({ refuses: 'recipient' })
  await dropMails(desk)
  await sendThrough(api, refusing)
  const account = { lastName: 'Vite', companyName: 'Acme', invite: true }
  for (const firstName of ['Jon', 'Kim'])
    await api.post('/api/users', { ...account, firstName, email: `${firstName}.vite@example.com` })
  const next = new Date(Date.now() + 20 * 60_000)
  await desk.database.pool.query(
    `insert into deliveries (kind, user_id, payload, due_at, attempts, failure) values
      ('text', $1, '{"position": 1}', null, 6, 'The SMS provider answered 400, code 21211'),
      ('reply', null, '{"phoneNumber": "4915100987654", "message": "Hello"}', $2, 3, 'WhatsApp answered 500')`,
    [id, next],
  )
  await page.goto('/email-management')
  const note = page.getByRole('region', { name: /^Not Delivered/ })
  await expect(note).toContainText('Not Delivered (4)')
  await expect(note).toContainText(
    '3 messages could not be delivered in the last 30 days. 1 message is waiting to be retried.',
  )
  await note.getByText('Show the messages').click()
  const rowOfProblem = (text: string) => note.getByRole('listitem').filter({ hasText: text })
  await expect(note.getByRole('listitem')).toHaveCount(4)
  const text = rowOfProblem('Text message to Ida Lund (+4915100123456)')
  for (const said of ['The SMS provider answered 400, code 21211', 'tried 6 times', 'Failed'])
    await expect(text).toContainText(said)
  const reply = rowOfProblem('WhatsApp reply to +4915100987654')
  for (const said of ['WhatsApp answered 500', 'tried 3 times', 'Next try: '])
    await expect(reply).toContainText(said)
  for (const [colorScheme, width] of [
    ['light', 1440],
    ['dark', 1440],
    ['light', 390],
    ['dark', 390],
  ] as const) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 900 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    expect(await violationsOf(page)).toEqual([])
  }

  const again = button(page, 'Retry Invitation to Kim Vite (kim.vite@example.com)')
  const repair = await breakCalls(page, '**/problems/*/retry', { method: 'POST' })
  await again.click()
  await isTold(page, 'Error', 'Failed to retry.')
  await repair()
  const smtp = await startSmtp()
  await sendThrough(api, smtp)
  await again.focus()
  await page.keyboard.press('Enter')
  await isTold(page, 'Success', 'The email is being retried.')
  await expect(again).toHaveCount(0)
  // The button has gone with its row; who works by keyboard goes on in the one that took its place.
  await expect(note.getByRole('button', { name: /^Retry / }).and(page.locator(':focus'))).toHaveCount(1)
  await expect(note.getByRole('listitem')).toHaveCount(3)
  expect(receivedBy(smtp, 'kim.vite@example.com')).toHaveLength(1)
  expect(receivedBy(smtp, 'jon.vite@example.com')).toEqual([])

  // Texts and replies have no provider here.
  await button(page, 'Try again').click()
  await isTold(page, 'Success', 'The emails are being retried.')
  await expect(rowOfProblem('Invitation')).toHaveCount(0)
  expect(receivedBy(smtp, 'jon.vite@example.com')).toHaveLength(1)
  await desk.database.pool.query('delete from deliveries')
  await desk.database.pool.query('delete from smtp_settings')
  await smtp.close()
  await refusing.close()
})

test('on a phone each preference is a card with Delete in its menu, by keyboard too', async ({
  person,
  desk,
}) => {
  const { page, api } = await person('super_user')
  const { id } = await desk.person('client')
  await api.post(`/api/email-preferences/defaults/${id}`)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/email-management?user=${id}`)
  const row = rowOf(page, 'Weekly Summary')
  await expect(row).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  expect(await violationsOf(page)).toEqual([])
  await button(page, 'More for Weekly Summary').focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await isTold(page, 'Success', 'Email preference deleted successfully.')
  await expect(row).toHaveCount(0)
})
