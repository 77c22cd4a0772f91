import type { Page } from '@playwright/test'
import { receivedBy, settingsFor, type Smtp, smtpLogin, startSmtp } from '#test/services/smtp.ts'
import { expect, test } from '#test/browser/desk.ts'
import { breakCalls, holdCalls, isTold } from '#test/browser/steps.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true })
const settingsPath = '**/api/admin/email-settings'
const healthPath = '**/api/admin/email-health'
/** The newest drawing; the one before is there until this one is. */
const drawn = (page: Page) =>
  page.locator('iframe[title="Preview of the email"]').last().contentFrame().locator('body')

let smtp: Smtp
test.beforeAll(async () => {
  smtp = await startSmtp()
})
test.afterAll(() => smtp.close())
test.beforeEach(async ({ desk }) => {
  await desk.database.pool.query('delete from smtp_settings; delete from mail_templates')
  smtp.received.length = 0
})

test('a super user sets up the mail server, sees it healthy, and a test mail arrives', async ({ person }) => {
  const { page } = await person('super_user', { path: '/email-settings', email: 'grace@example.com' })
  await expect(page.getByRole('heading', { name: 'Email Settings', level: 1 })).toBeVisible()
  const health = card(page, 'Email Service Health')
  await expect(health).toContainText('Unknown')
  await expect(health).toContainText('Never')
  const configuration = card(page, 'Email Configuration')
  await expect(configuration).toContainText('Not set up')

  await button(page, 'Edit Settings').click()
  await expect(field(page, 'SMTP Port')).toHaveValue('587')
  await expect(field(page, 'Company Name')).toHaveValue('IMS')
  await expect(field(page, 'Use SSL')).not.toBeChecked()
  await expect(field(page, 'Use TLS/STARTTLS')).toBeChecked()
  const password = field(page, 'SMTP Password')
  await expect(password).toHaveAttribute('placeholder', 'Leave empty to keep current password')

  await button(page, 'Save SMTP Settings').click()
  await isTold(page, 'Error', 'Please fill in all required fields.')
  await expect(field(page, 'SMTP Host')).toBeFocused()
  await expect(password).toHaveAccessibleDescription(/This field is required/)
  await expect(password).toHaveAttribute('aria-invalid', 'true')
  await password.fill(smtpLogin.password)
  await field(page, 'SMTP Host').fill('127.0.0.1')
  await field(page, 'SMTP Username').fill(smtpLogin.username)
  await field(page, 'From Email').fill('desk@signalbox')
  await field(page, 'Reply To Email').fill('help@signalbox.example')
  await field(page, 'Company Name').fill('Acme Support')
  await button(page, 'Save SMTP Settings').click()
  await isTold(page, 'Error', 'Please enter valid email addresses.')
  await expect(field(page, 'From Email')).toBeFocused()
  await field(page, 'From Email').fill('desk@signalbox.example')
  for (const port of ['0', '65536', 'abc']) {
    await field(page, 'SMTP Port').fill(port)
    await button(page, 'Save SMTP Settings').click()
    await isTold(page, 'Error', 'Please enter a valid port number (1-65535).')
  }
  await field(page, 'SMTP Port').fill(String(smtp.port))
  await field(page, 'Use SSL').check()
  await expect(field(page, 'Use TLS/STARTTLS')).not.toBeChecked()
  await field(page, 'Use TLS/STARTTLS').check()
  await expect(field(page, 'Use SSL')).not.toBeChecked()
  await field(page, 'Use TLS/STARTTLS').uncheck()
  await button(page, 'Save SMTP Settings').click()
  await isTold(page, 'Success', 'Email settings updated successfully.')

  await expect(password).toHaveCount(0)
  for (const shown of [
    '127.0.0.1',
    String(smtp.port),
    'desk',
    'desk@signalbox.example',
    'Acme Support',
    'None',
  ])
    await expect(configuration.getByText(shown, { exact: true })).toBeVisible()
  await expect(configuration).toContainText('Connected')
  await expect(health).toContainText('Healthy')
  await expect(health.getByText(/^\d+ ms$/)).toBeVisible()
  expect(await page.content()).not.toContain('pa55')

  await expect(field(page, 'Email Address')).toHaveValue('')
  await button(page, 'Send Test').click()
  await isTold(page, 'Error', 'Please enter an email address to test.')
  await button(page, 'Use grace@example.com').click()
  await expect(field(page, 'Email Address')).toHaveValue('grace@example.com')
  await expect(field(page, 'Email Address')).toBeFocused()
  await expect(button(page, 'Use grace@example.com')).toHaveCount(0)
  await field(page, 'Email Address').fill('ada@example.com')
  await button(page, 'Send Test').click()
  await isTold(page, 'Test Email Sent', 'Check your inbox for the test email.')
  expect(receivedBy(smtp, 'ada@example.com').map(({ mail }) => mail.from?.name)).toEqual(['Acme Support'])
})

test('each failure of the email settings is told in its place', async ({ person }) => {
  const { page, api } = await person('super_user', { path: null })
  await api.put('/api/admin/email-settings', settingsFor(smtp, { password: 'wrong' }))
  await page.goto('/admin/email-settings')
  await expect(card(page, 'Email Service Health')).toContainText('Error')
  await expect(card(page, 'Email Service Health')).toContainText(
    '127.0.0.1 refused the SMTP username or password.',
  )
  await expect(card(page, 'Email Configuration')).toContainText('Not connected')
  await field(page, 'Email Address').fill('ada@example.com')
  await button(page, 'Send Test').click()
  await isTold(page, 'Test Email Failed', '127.0.0.1 refused the SMTP username or password.')
  await breakCalls(page, '**/api/admin/test-email', { method: 'POST' })
  await button(page, 'Send Test').click()
  await isTold(page, 'Test Email Failed', 'Failed to send test email.')

  const repair = await breakCalls(page, settingsPath, { method: 'PUT' })
  await button(page, 'Edit Settings').click()
  await field(page, 'Company Name').fill('Half typed')
  await button(page, 'Save SMTP Settings').click()
  await isTold(page, 'Error', 'Failed to update email settings.')
  await expect(field(page, 'Company Name')).toHaveValue('Half typed')
  await field(page, 'Subject Template').fill('Kept: {{subject}}')
  await button(page, 'Save Settings').click()
  await isTold(page, 'Error', 'Failed to update email settings.')
  await expect(field(page, 'Subject Template')).toHaveValue('Kept: {{subject}}')
  await repair()
  await button(page, 'Save Settings').click()
  await isTold(page, 'Success', 'Email settings updated successfully.')
  await expect(field(page, 'Company Name')).toHaveValue('Half typed')

  await breakCalls(page, healthPath)
  // While a form is being posted into the frame of the preview, another page may never begin to load.
  await page.waitForLoadState('networkidle')
  await page.goto('/admin/email-settings')
  await expect(card(page, 'Email Service Health')).toContainText('Unable to check email service status')
  await breakCalls(page, settingsPath)
  await page.goto('/admin/email-settings')
  await expect(page.getByRole('main').getByRole('alert')).toContainText('could not be loaded')
})

test('the health of the mail server is asked every half minute and shown', async ({ person }) => {
  const { page } = await person('super_user', { path: null })
  await page.clock.install()
  let asked = 0
  const answers = [
    { status: 'healthy', message: 'Fine', responseTime: 12, lastChecked: '2026-11-21T10:00:00.000Z' },
    { status: 'error', message: 'Broken', responseTime: null, lastChecked: '2026-11-21T10:00:30.000Z' },
    { status: 'unknown', message: 'Who knows', responseTime: null, lastChecked: null },
    { status: 'degraded', message: 'Half of it', responseTime: 80, lastChecked: '2026-11-21T10:01:30.000Z' },
  ]
  await page.route(healthPath, (route) => route.fulfill({ json: answers[asked++ % answers.length] }))
  await page.goto('/email-settings')
  const health = card(page, 'Email Service Health')
  await expect(health).toContainText('Fine')
  await expect(health).toContainText('12 ms')
  // Beside what is told to it, the clock goes on, and a busy machine takes seconds.
  await page.clock.runFor(5000)
  expect(asked).toBe(1)
  await page.clock.runFor(26_000)
  await expect(health).toContainText('Broken')
  await page.clock.runFor(30_000)
  await expect(health).toContainText('Who knows')
  await expect(health).toContainText('Never')
  await page.clock.runFor(30_000)
  for (const text of ['Unknown', 'Half of it', '80 ms', '21 Nov 2026'])
    await expect(health, 'a word that is not known').toContainText(text)
})

test('the security reads as it is set', async ({ person }) => {
  const { page, api } = await person('super_user', { path: null })
  for (const [useSSL, useTLS, word] of [
    [true, true, 'SSL'],
    [false, true, 'TLS'],
    [false, false, 'None'],
  ] as const)
    await test.step(word, async () => {
      await api.put('/api/admin/email-settings', settingsFor(smtp, { useSSL, useTLS }))
      await page.goto('/email-settings')
      await expect(card(page, 'Email Configuration').getByText(word, { exact: true })).toBeVisible()
    })
})

test('a template is written with a keyboard beside its preview, saved and used', async ({ person }) => {
  const { page, api } = await person('super_user', { path: null })
  await api.put('/api/admin/email-settings', settingsFor(smtp))
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/email-settings')
  await expect(drawn(page)).toContainText('A technician is on the way.')
  expect(await drawn(page).innerHTML()).not.toContain('{{')

  const html = field(page, 'HTML Template')
  await html.focus()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('<h1>About </h1>')
  for (let left = 0; left < '</h1>'.length; left++) await page.keyboard.press('ArrowLeft')
  await button(page, 'ticketNumber').focus()
  await page.keyboard.press('Enter')
  await expect(html).toHaveValue('<h1>About {{ticketNumber}}</h1>')
  await expect(html).toBeFocused()
  await page.keyboard.type('!')
  await expect(html).toHaveValue('<h1>About {{ticketNumber}}!</h1>')
  await expect(drawn(page)).toHaveText('About TKT-000123!')

  await field(page, 'Subject Template').fill('News: ')
  await button(page, 'subject').click()
  await expect(field(page, 'Subject Template')).toHaveValue('News: {{subject}}')

  await tab(page, 'HTML Editor').focus()
  await page.keyboard.press('ArrowRight')
  const text = field(page, 'Text Template')
  await expect(text).toBeVisible()
  await text.fill('')
  await button(page, 'message').click()
  await expect(text).toHaveValue('{{message}}')
  await expect(page.getByLabel('Preview of the text')).toHaveValue(/^A technician is on the way/)
  await tab(page, 'Email Preview').click()
  await expect(drawn(page)).toHaveText('About TKT-000123!')
  await expect(page.getByText('News: The printer on the second floor does not print')).toBeVisible()

  await button(page, 'Save Settings').click()
  await isTold(page, 'Success', 'Email settings updated successfully.')
  await expect(page.getByText('You have unsaved changes.')).toBeHidden()
  await field(page, 'Email Address').fill('ada@example.com')
  await page.keyboard.press('Enter')
  await isTold(page, 'Test Email Sent', 'Check your inbox')
  const [received] = receivedBy(smtp, 'ada@example.com')
  expect(received?.mail.subject).toBe('News: The printer on the second floor does not print')
  expect(received?.mail.html).toContain('<h1>About TKT-000123!</h1>')
})

test('a faulty template is told with its place, and the last preview stays', async ({ person }) => {
  const { page } = await person('super_user', { path: '/email-settings' })
  await page.setViewportSize({ width: 1440, height: 900 })
  await expect(drawn(page)).toContainText('A technician')
  await field(page, 'HTML Template').fill('<p>\n  {{nobody}}</p>')
  const words = 'HTML template, line 2, column 5: undefined variable: nobody'
  await expect(page.getByRole('alert').filter({ hasText: words })).toBeVisible()
  await expect(drawn(page)).toContainText('A technician')
  await button(page, 'Save Settings').click()
  await isTold(page, 'Error', words)
  await expect(field(page, 'HTML Template')).toHaveAttribute('aria-invalid', 'true')
})

test('nothing in a template runs, is loaded or leads anybody away', async ({ browser, desk }) => {
  // A browser that nobody listens to: it says of each part that it was refused.
  const { cookie } = await desk.signedIn('super_user')
  const [name = '', value = ''] = cookie.split('=')
  const context = await browser.newContext({ baseURL: desk.url })
  await context.addCookies([{ name, value, url: desk.url }])
  const page = await context.newPage()
  const answered: string[] = []
  context.on('response', (response) => answered.push(response.url()))
  await page.goto('/email-settings')
  await tab(page, 'HTML Editor').click()
  await field(page, 'HTML Template').fill(
    `<p style="color: rgb(1, 2, 3)">Styled</p><script>parent.document.title = 'taken'</script>
    <img src="/api/logout" onerror="document.title = 'taken'"><img src="https://evil.example/pixel.png">
    <link rel="stylesheet" href="https://evil.example/style.css"><meta http-equiv="refresh" content="0;url=https://evil.example/">
    <form action="https://evil.example/" method="post"><button>Send</button></form>`,
  )
  await tab(page, 'Email Preview').click()
  await expect(drawn(page).locator('p')).toHaveCSS('color', 'rgb(1, 2, 3)')
  await page.waitForTimeout(500)
  expect(answered.filter((url) => /evil|logout/.test(url))).toEqual([])
  await expect(page).toHaveTitle(/Email Settings/)
  expect((await page.reload())?.ok()).toBe(true)
  await expect(page.getByRole('heading', { name: 'Email Settings', level: 1 })).toBeVisible()
  await context.close()
})

test('unsaved changes are asked about before leaving, and Reset Changes loads the saved settings', async ({
  person,
}) => {
  const { page, api } = await person('super_user', { path: '/email-settings' })
  const subject = field(page, 'Subject Template')
  await subject.fill('Not saved')
  await page.getByRole('link', { name: 'My Tickets' }).click()
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(page).toHaveURL(/email-settings/)
  await expect(subject).toHaveValue('Not saved')

  const { body } = await api.get<{ emailTemplate: object }>('/api/admin/email-settings')
  await api.put('/api/admin/email-settings', {
    emailTemplate: { ...body.emailTemplate, subject: 'By another' },
  })
  await button(page, 'Edit Settings').click()
  await field(page, 'SMTP Host').fill('elsewhere')
  await button(page, 'Reset Changes').click()
  await expect(subject).toHaveValue('By another')
  await expect(button(page, 'Edit Settings')).toBeVisible()

  await button(page, 'Edit Settings').click()
  await field(page, 'SMTP Host').fill('elsewhere')
  await page.getByRole('link', { name: 'My Tickets' }).click()
  await question.getByRole('button', { name: 'Leave' }).click()
  await expect(page.getByRole('heading', { name: 'My Tickets', level: 1 })).toBeVisible()
  await page.goto('/email-settings')
  await button(page, 'Edit Settings').click()
  await button(page, 'Cancel').click()
  await page.getByRole('link', { name: 'My Tickets' }).click()
  await expect(page.getByRole('heading', { name: 'My Tickets', level: 1 })).toBeVisible()
})

test('two super users who save a template keep the parts that each has changed', async ({ person }) => {
  const { page } = await person('super_user', { path: '/email-settings' })
  const { api: other } = await person('super_user', { path: '/email-settings' })
  const subject = field(page, 'Subject Template')
  await expect(subject).toHaveValue(/\{\{/)
  const theirs = { emailTemplate: { htmlTemplate: '<p>By another</p>' } }
  expect((await other.put('/api/admin/email-settings', theirs)).status).toBe(200)

  // Saved as it is, and then with another part.
  await button(page, 'Save Settings').click()
  await isTold(page, 'Success', 'Email settings updated successfully.')
  await subject.fill('By one')
  await button(page, 'Save Settings').click()
  await expect(field(page, 'HTML Template')).toHaveValue('<p>By another</p>')
  await expect(subject).toHaveValue('By one')
  const { body } = await other.get('/api/admin/email-settings')
  expect(body).toMatchObject({ emailTemplate: { subject: 'By one', htmlTemplate: '<p>By another</p>' } })
})

test('two super users who edit the mail server keep the fields that each has changed', async ({ person }) => {
  const { page, api } = await person('super_user', { path: null })
  const path = '/api/admin/email-settings'
  await api.put(path, settingsFor(smtp))
  await page.goto('/email-settings')
  await button(page, 'Edit Settings').click()
  const company = field(page, 'Company Name')
  await company.fill('Mine')
  await api.put(path, settingsFor(smtp, { replyToEmail: 'theirs@signalbox.example' }))
  await button(page, 'Save SMTP Settings').click()
  await isTold(page, 'Success', 'Email settings updated successfully.')
  const both = { companyName: 'Mine', replyToEmail: 'theirs@signalbox.example' }
  expect((await api.get(path)).body).toMatchObject(both)

  await button(page, 'Edit Settings').click()
  await company.fill('Mine again')
  await api.put(path, settingsFor(smtp, { companyName: 'Theirs' }))
  await button(page, 'Save SMTP Settings').click()
  await isTold(page, 'Error', 'Someone else has changed the same in the meantime.')
  await expect(company).toHaveAccessibleDescription(/changed this to “Theirs”. Save again to replace it/)
  await expect(company).toBeFocused()
  await button(page, 'Save SMTP Settings').click()
  await isTold(page, 'Success', 'Email settings updated successfully.')
  expect((await api.get(path)).body).toMatchObject({ companyName: 'Mine again' })
})

test('text typed while the mail server is being saved stays for the next time', async ({ person }) => {
  const { page, api } = await person('super_user', { path: null })
  await api.put('/api/admin/email-settings', settingsFor(smtp))
  await page.goto('/email-settings')
  await button(page, 'Edit Settings').click()
  const company = field(page, 'Company Name')
  await company.fill('Sent')
  const letGo = await holdCalls(page, settingsPath, 'PUT')
  const sent = page.waitForRequest((request) => request.method() === 'PUT')
  await button(page, 'Save SMTP Settings').click()
  await sent
  await company.fill('Typed meanwhile')
  await letGo()
  await isTold(page, 'Success', 'Email settings updated successfully.')
  await expect(company).toHaveValue('Typed meanwhile')
  await button(page, 'Save SMTP Settings').click()
  await isTold(page, 'Success', 'Email settings updated successfully.')
  await expect(company).toHaveCount(0)
  await expect(card(page, 'Email Configuration')).toContainText('Typed meanwhile')
})

test('the button below the template says that it saves no mail server', async ({ person }) => {
  const { page } = await person('super_user', { path: '/email-settings' })
  await button(page, 'Edit Settings').click()
  await field(page, 'SMTP Host').fill('elsewhere')
  await button(page, 'Save Settings').click()
  await isTold(page, 'Error', 'not saved yet: use “Save SMTP Settings”')
  await expect(field(page, 'SMTP Host')).toHaveValue('elsewhere')
})
