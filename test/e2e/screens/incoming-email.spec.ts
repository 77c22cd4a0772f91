import type { InboundRule, InboundSettings } from '#features/inbound/settings/contract.ts'
import type { Mailbox } from '#features/mailboxes/contract.ts'
import { aClient, aProduct } from '#test/factories.ts'
import { deskAddress, openPost } from '#test/incoming-mail.ts'
import { expect, test } from '#test/browser/desk.ts'
import { holdCalls, isTold } from '#test/browser/steps.ts'

test.beforeEach(({ desk }) =>
  desk.database.pool.query(
    'delete from inbound_mails; delete from inbound_rules; delete from inbound_settings',
  ),
)

test('a super user sees how mails come in, sets how they are judged, and removes a rule', async ({
  colleague,
  person,
  mailPort,
}) => {
  const product = await aProduct(colleague, { name: 'Helpline' })
  const post = openPost(mailPort, colleague)
  const { id } = await post.deliver({ from: 'Spam <spam@bad.test>', subject: 'Cheap pens' })
  const { page, api } = await person('super_user', { path: '/email-settings' })
  const card = page.getByRole('region', { name: 'Incoming Email' })
  await expect(card.getByRole('status')).toHaveText(/On\s*Last email Just now · 1 today · 0 not understood/)
  await expect(card).toContainText(deskAddress)

  const forms = card.getByLabel('Addresses of website forms and lists')
  await forms.fill('web@form.test\nno address')
  await card.getByRole('button', { name: 'Save Incoming Email' }).click()
  await expect(forms).toHaveAccessibleDescription(/Form senders must be addresses/)
  await expect(forms).toHaveValue('web@form.test\nno address')
  await forms.fill('Web@Form.test')
  await card.getByLabel('Trusted relay').fill('mx.desk.test')
  await card.getByLabel(deskAddress).selectOption('Helpline')
  await card.getByRole('button', { name: 'Save Incoming Email' }).click()
  await isTold(page, 'Success', 'The settings are saved.')
  await expect(forms).toHaveValue('web@form.test')
  const { body } = await api.get<InboundSettings>('/api/admin/inbound-settings')
  expect(body).toMatchObject({
    formSenders: ['web@form.test'],
    authenticationServer: 'mx.desk.test',
    products: [{ address: deskAddress, productId: product }],
  })

  const rules = page.getByRole('region', { name: 'Sender Rules' })
  await expect(rules).toContainText('No sender is blocked or remembered.')
  await colleague.post(`/api/inbound/${id}/block`)
  await expect(rules.getByRole('listitem')).toContainText(/spam@bad\.test\s*Blocked/)
  await rules.getByRole('button', { name: 'Remove the rule for spam@bad.test' }).click()
  await isTold(page, 'Success', 'The rule for spam@bad.test is removed.')
  await expect(rules).toContainText('No sender is blocked or remembered.')
  expect((await api.get<InboundRule[]>('/api/inbound/rules')).body).toEqual([])
})

test('a super user names the email domains of a client; those of free mailboxes are refused', async ({
  colleague,
  person,
  mailPort,
}) => {
  const { page, api } = await person('super_user', { path: null })
  const client = await aClient(api, { name: 'Quay Street' })
  await page.goto(`/clients?client=${client.id}`)
  const domains = page.getByLabel('Email Domains')
  await domains.fill('gmail.com')
  await page.getByRole('button', { name: 'Save Domains' }).click()
  await expect(domains).toHaveAccessibleDescription(/gmail\.com/)
  await domains.fill('quay.test, @Quay-Street.test')
  await page.getByRole('button', { name: 'Save Domains' }).click()
  await isTold(page, 'Success', 'The email domains are saved.')
  await expect(domains).toHaveValue('quay-street.test, quay.test')
  const mail = await openPost(mailPort, colleague).deliver({
    from: 'New Person <new.person@quay.test>',
    subject: 'Hello',
  })
  expect(mail).toMatchObject({ outcome: 'ticket' })
})

test('the dashboard and System count the mails that wait', async ({ mailPort, colleague, person }) => {
  await openPost(mailPort, colleague).deliver({ from: 'Sam <sam@nowhere.test>', subject: 'Hello' })
  const { page } = await person('super_user', { path: '/dashboard' })
  await expect(page.getByRole('link', { name: 'Unsorted Mail, 1' })).toHaveAttribute('href', '/inbound')
  await page.goto('/system')
  await expect(page.getByRole('region', { name: 'Incoming Email' })).toContainText(
    /StatusOnLast receivedJust now.*Today1Not understood today0Unsorted1$/,
  )
})

test('the form of a mailbox removes a stored refresh token, by keyboard, too', async ({ person }) => {
  const { page, api } = await person('super_user', { path: null })
  const { body: made } = await api.post<Mailbox>('/api/admin/mailboxes', {
    address: 'token@desk.test',
    host: '127.0.0.1',
    port: 9,
    username: 'token',
    signIn: 'oauth2',
    tokenUrl: 'http://127.0.0.1:9/token',
    clientId: 'desk',
    clientSecret: 'secret',
    refreshToken: 'token',
    isActive: false,
  })
  await page.goto('/email-settings')
  await page.getByRole('button', { name: 'Edit token@desk.test' }).click()
  const token = page.getByLabel('Refresh token', { exact: true })
  await expect(token).toHaveAttribute('placeholder', 'Leave empty to keep the stored one')
  const remove = page.getByRole('checkbox', { name: /^Remove the stored refresh token/ })
  await remove.click()
  await expect(token).toHaveCount(0)
  await remove.press(' ')
  await expect(token).toHaveValue('')
  await remove.press(' ')
  await page.getByRole('button', { name: 'Save Mailbox' }).press('Enter')
  await isTold(page, 'Success', 'The mailbox is saved.')
  const { body } = await api.get<Mailbox[]>('/api/admin/mailboxes')
  expect(body.find(({ id }) => id === made.id)?.hasRefreshToken).toBe(false)
  await api.delete(`/api/admin/mailboxes/${made.id}`)
})

test('two super users who edit a mailbox keep the fields that each has changed', async ({ person }) => {
  const { page, api } = await person('super_user', { path: null })
  const at = '/api/admin/mailboxes'
  const mailbox = {
    address: 'two@desk.test',
    host: '127.0.0.1',
    port: 9,
    username: 'two',
    password: 'secret',
    isActive: false,
  }
  const { body: made } = await api.post<Mailbox>(at, mailbox)
  const stored = async () => (await api.get<Mailbox[]>(at)).body.find(({ id }) => id === made.id)
  await page.goto('/email-settings')
  await page.getByRole('button', { name: 'Edit two@desk.test' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Mailbox' })
  const name = dialog.getByLabel('Sender name')
  await name.fill('Mine')
  const theirs = { ...mailbox, password: '', folder: 'Support' }
  expect((await api.put(`${at}/${made.id}`, theirs)).status).toBe(200)
  await dialog.getByRole('button', { name: 'Save Mailbox' }).click()
  await isTold(page, 'Success', 'The mailbox is saved.')
  expect(await stored()).toMatchObject({ senderName: 'Mine', folder: 'Support' })

  await page.getByRole('button', { name: 'Edit two@desk.test' }).click()
  await name.fill('Mine again')
  await api.put(`${at}/${made.id}`, { ...theirs, senderName: 'Theirs' })
  await dialog.getByRole('button', { name: 'Save Mailbox' }).click()
  await isTold(page, 'Error', 'Someone else has changed the same in the meantime.')
  await expect(name).toHaveAccessibleDescription(/changed this to “Theirs”. Save again to replace it/)
  await dialog.getByRole('button', { name: 'Save Mailbox' }).click()
  await isTold(page, 'Success', 'The mailbox is saved.')
  expect(await stored()).toMatchObject({ senderName: 'Mine again', folder: 'Support' })
  await api.delete(`${at}/${made.id}`)
})

test('settings of incoming email keep what each of two super users has changed, and are asked about before leaving', async ({
  person,
}) => {
  const { page, api } = await person('super_user', { path: '/email-settings' })
  const at = '/api/admin/inbound-settings'
  const card = page.getByRole('region', { name: 'Incoming Email' })
  const forms = card.getByLabel('Addresses of website forms and lists')
  const save = card.getByRole('button', { name: 'Save Incoming Email' })
  await forms.fill('web@mine.test')
  await page.getByRole('link', { name: 'My Tickets' }).click()
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(forms).toHaveValue('web@mine.test')
  const theirs = { formSenders: [], authenticationServer: 'mx.theirs.test', products: [] }
  expect((await api.put(at, theirs)).status).toBe(200)
  await save.click()
  await isTold(page, 'Success', 'The settings are saved.')
  const both = { formSenders: ['web@mine.test'], authenticationServer: 'mx.theirs.test' }
  expect((await api.get(at)).body).toMatchObject(both)

  const letGo = await holdCalls(page, `**${at}`, 'PUT')
  await forms.fill('web@mine.test\nfirst@mine.test')
  await save.click()
  await expect(card.getByRole('button', { name: 'Saving...' })).toBeVisible()
  await forms.fill('web@mine.test\nsecond@mine.test')
  await letGo()
  await isTold(page, 'Success', 'The settings are saved.')
  await expect(forms).toHaveValue('web@mine.test\nsecond@mine.test')

  // A person's own change is no conflict.
  await forms.fill('web@mine.test\nlist@mine.test')
  await save.click()
  await isTold(page, 'Success', 'The settings are saved.')
  await forms.fill('web@mine.test')
  await api.put(at, { ...theirs, formSenders: ['web@theirs.test'] })
  await save.click()
  await isTold(page, 'Error', 'Someone else has changed the same in the meantime.')
  await expect(forms).toHaveAccessibleDescription(/changed this to “web@theirs.test”/)
  await save.click()
  await isTold(page, 'Success', 'The settings are saved.')
  expect((await api.get(at)).body).toMatchObject(both)
  await page.getByRole('link', { name: 'My Tickets' }).click()
  await expect(page.getByRole('heading', { name: 'My Tickets', level: 1 })).toBeVisible()
})
