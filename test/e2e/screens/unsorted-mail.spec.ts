import type { Page } from '@playwright/test'
import type { InboundPage } from '#features/inbound/contract.ts'
import type { TicketDetail } from '#features/conversation/contract.ts'
import { aClient, assign, aTicket } from '#test/factories.ts'
import type { Caller } from '#test/harness.ts'
import { openPost } from '#test/incoming-mail.ts'
import { expect, test } from '#test/browser/desk.ts'
import { breakCalls, holdCalls, isTold } from '#test/browser/steps.ts'

const entry = (page: Page) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Unsorted Mail/ })
const mailNamed = (page: Page, subject: string) =>
  page.getByRole('region', { name: 'Emails' }).getByRole('button', { name: subject })
/** Chooses a mail, and waits until it is shown. */
async function choose(page: Page, subject: string, standing = 'Unknown sender'): Promise<void> {
  await mailNamed(page, subject).click()
  await expect(page.getByRole('article', { name: subject })).toContainText(standing)
}
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })
const letter = (name: string, subject: string) => ({
  from: `${name} <${name.toLowerCase().replace(' ', '.')}@nowhere.test>`,
  subject,
})

async function pick(page: Page, label: string, text: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).fill(text)
  await page.getByRole('option').filter({ hasText: text }).first().click()
}

const mailsIn = async (by: Caller, state: string) =>
  (await by.get<InboundPage>(`/api/inbound?state=${state}`)).body.mails

test.beforeEach(({ desk }) =>
  desk.database.pool.query('delete from inbound_mails; delete from inbound_rules'),
)

test('a helpdesk person sorts the mails of strangers by keys, and each becomes what was decided', async ({
  desk,
  colleague,
  person,
  mailPort,
}) => {
  const root = await desk.signedIn('super_user')
  const { id: clientId } = await aClient(root, { name: 'Copper Lantern' })
  const ben = await desk.signedIn('client', { firstName: 'Ben', lastName: 'Okoro' })
  await assign(root, clientId, ben.id, 'employee')
  const ticket = await aTicket(ben, { subject: 'The lift is stuck' })
  const post = openPost(mailPort, colleague)
  const { page } = await person('helpdesk', { path: '/tickets' })
  await expect(page.getByRole('heading', { name: 'Tickets', level: 1 })).toBeVisible()
  await expect(entry(page)).toHaveCount(0)

  await post.deliver({ ...letter('Sam Stranger', 'The till is stuck'), text: 'It does not open.' })
  await expect(entry(page)).toHaveAccessibleName('Unsorted Mail 1')
  await post.deliver(letter('Tina Teller', 'About the lift'))
  await post.deliver(letter('Uma Advert', 'Cheap pens'))
  await expect(entry(page)).toHaveAccessibleName('Unsorted Mail 3')
  await entry(page).click()
  await expect(page.getByRole('heading', { name: 'Unsorted Mail', level: 1 })).toBeVisible()
  await expect(page.getByText('Unknown sender')).toHaveCount(3)

  await page.keyboard.press('j')
  await expect(mailNamed(page, 'Cheap pens')).toBeFocused()
  await expect(page.getByRole('article', { name: 'Cheap pens' })).toContainText('uma.advert@nowhere.test')
  await page.keyboard.press('j')
  await page.keyboard.press('k')
  await expect(page.getByRole('article', { name: 'Cheap pens' })).toBeVisible()
  await page.keyboard.press('x')
  const question = page.getByRole('alertdialog', { name: 'Block uma.advert@nowhere.test?' })
  await question.getByRole('button', { name: 'Block', exact: true }).click()
  await isTold(page, 'Success', 'uma.advert@nowhere.test is blocked.')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(mailNamed(page, 'Cheap pens')).toBeVisible()
  await choose(page, 'Cheap pens')
  await page.keyboard.press('x')
  await question.getByRole('button', { name: 'Block', exact: true }).click()
  await expect(mailNamed(page, 'Cheap pens')).toHaveCount(0)
  await expect(mailNamed(page, 'About the lift')).toBeFocused()

  await page.keyboard.press('a')
  await expect(page.getByRole('combobox', { name: 'Ticket' })).toBeFocused()
  await dialog(page, 'Add to ticket').getByRole('button', { name: 'Add to ticket' }).click()
  await expect(page.getByRole('combobox', { name: 'Ticket' })).toHaveAccessibleDescription(
    /Ticket is required/,
  )
  await pick(page, 'Ticket', ticket.ticketNumber)
  await pick(page, 'Comment by', 'Ben Okoro')
  await page
    .getByRole('checkbox', { name: 'Treat later emails from tina.teller@nowhere.test as this person’s' })
    .check()
  await dialog(page, 'Add to ticket').getByRole('button', { name: 'Add to ticket' }).click()
  await isTold(page, 'Success', `Email added to ${ticket.ticketNumber}.`)
  await expect(mailNamed(page, 'The till is stuck')).toBeFocused()
  const { body: detail } = await colleague.get<TicketDetail>(`/api/tickets/${ticket.id}`)
  expect(detail.comments.map(({ user, isInternal }) => [user.id, isInternal])).toEqual([[ben.id, false]])

  await page.keyboard.press('n')
  await expect(page.getByLabel('First name')).toHaveValue('Sam')
  await expect(page.getByLabel('Last name')).toHaveValue('Stranger')
  await pick(page, 'Client', 'Copper Lantern')
  await dialog(page, 'New person').getByRole('button', { name: 'Add person' }).click()
  await isTold(page, 'Success', /Sam Stranger was added. TKT-\d+ created from the email./)
  await expect(page.getByText('All emails are sorted')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Unsorted Mail', level: 1 })).toBeFocused()
  await expect(entry(page)).toHaveCount(0)

  const remembered = await post.deliver(letter('Tina Teller', 'Again the lift'))
  expect(remembered).toMatchObject({ outcome: 'ticket' })
  const { body: later } = await ben.get<TicketDetail>(`/api/tickets/${remembered.ticket?.id}`)
  expect(later).toMatchObject({ createdById: ben.id, source: 'email' })

  await page.getByRole('combobox', { name: 'Show' }).selectOption('Dropped')
  await expect(page.getByText('Dropped: sender blocked')).toBeVisible()
  await page.getByRole('combobox', { name: 'Show' }).selectOption('Sorted')
  await mailNamed(page, 'About the lift').click()
  await expect(page.getByText(`Comment on ${ticket.ticketNumber}`).first()).toBeVisible()
  await page
    .getByRole('article')
    .getByRole('link', { name: /The lift is stuck/ })
    .click()
  await expect(page.getByRole('dialog').getByRole('heading', { name: /The lift is stuck/ })).toBeVisible()
})

test('a mail becomes a ticket of a client, and a refused decision keeps what was typed', async ({
  desk,
  colleague,
  person,
  mailPort,
}) => {
  const root = await desk.signedIn('super_user')
  await aClient(root, { name: 'Blue Door' })
  const post = openPost(mailPort, colleague)
  const taken = await post.deliver(letter('Vera Visitor', 'Opening hours'))
  await post.deliver(letter('Wim Writer', 'The door sticks'))
  const { page } = await person('helpdesk', { path: '/inbound' })
  await choose(page, 'The door sticks')
  await page.keyboard.press('t')
  const form = dialog(page, 'New ticket')
  await form.getByRole('button', { name: 'Create Ticket' }).click()
  await expect(form.getByLabel('Requester')).toHaveAccessibleDescription(
    /Send the person or the client of the new ticket/,
  )
  await pick(page, 'Client', 'Blue Door')
  await form.getByRole('button', { name: 'Create Ticket' }).click()
  await isTold(page, 'Success', /TKT-\d+ created from the email./)
  const [filed] = await mailsIn(colleague, 'done')
  expect(filed).toMatchObject({ outcome: 'ticket', reason: 'by-desk' })

  await expect(mailNamed(page, 'Opening hours')).toBeFocused()
  await page.keyboard.press('t')
  await pick(page, 'Client', 'Blue Door')
  await colleague.post(`/api/inbound/${taken.id}/drop`)
  await form.getByRole('button', { name: 'Create Ticket' }).click()
  await isTold(page, 'Error', 'This mail is not in the tray any more.')
  await expect(form.getByLabel('Client')).toHaveValue('Blue Door')
  await page.keyboard.press('Escape')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByRole('article', { name: 'Opening hours' })).toContainText(/Dropped by/)
})

test('a key that is pressed before a mail has loaded decides about that mail, and what is typed stays', async ({
  desk,
  colleague,
  person,
  mailPort,
}) => {
  await aClient(await desk.signedIn('super_user'), { name: 'Green Gate' })
  const post = openPost(mailPort, colleague)
  await post.deliver(letter('Yara Early', 'The gate squeaks'))
  const { page } = await person('helpdesk', { path: '/inbound' })
  await expect(mailNamed(page, 'The gate squeaks')).toBeVisible()
  const release = await holdCalls(page, /\/api\/inbound\/[^/?]+$/, 'GET')
  await page.keyboard.press('j')
  await expect(mailNamed(page, 'The gate squeaks')).toBeFocused()
  await page.keyboard.press('t')
  await pick(page, 'Client', 'Green Gate')
  await release()
  await expect(page.getByRole('article', { name: 'The gate squeaks', includeHidden: true })).toContainText(
    'Unknown sender',
  )
  const form = dialog(page, 'New ticket')
  await expect(form.getByLabel('Client')).toHaveValue('Green Gate')
  await form.getByRole('button', { name: 'Create Ticket' }).click()
  await isTold(page, 'Success', /TKT-\d+ created from the email./)
})

test('a mail is dropped by one key, and its original can be read and saved', async ({
  colleague,
  person,
  mailPort,
}) => {
  const post = openPost(mailPort, colleague)
  const html = '<p>Look <b>here</b></p><img src="https://tracker.test/pixel.png"><script>alert(1)</script>'
  await post.deliver({ ...letter('Xeno Mailer', 'Newsletter'), html, replyTo: 'Other <other@else.test>' })
  const { page } = await person('helpdesk', { path: '/inbound' })
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).host))
  await choose(page, 'Newsletter')
  const mail = page.getByRole('article', { name: 'Newsletter' })
  await expect(mail).toContainText('Look here')
  await expect(mail).toContainText('Other <other@else.test>: not the sender’s address')
  await page.getByRole('button', { name: 'Show original' }).click()
  const original = dialog(page, 'Original email')
  await expect(original).toContainText('Subject: Newsletter')
  const saving = page.waitForEvent('download')
  await original.getByRole('link', { name: 'Download' }).click()
  expect((await saving).suggestedFilename()).toMatch(/[.]eml$/)
  await page.keyboard.press('Escape')
  expect(asked.filter((host) => host.includes('tracker'))).toEqual([])

  await page.keyboard.press('d')
  await isTold(page, 'Success', 'Email dropped.')
  await page.getByRole('button', { name: 'Undo' }).click()
  await isTold(page, 'Success', 'The email waits in Unsorted Mail again.')
  await choose(page, 'Newsletter')
  await page.keyboard.press('d')
  await expect(mailNamed(page, 'Newsletter')).toHaveCount(0)
  await page.keyboard.press('z')
  await expect(mailNamed(page, 'Newsletter')).toBeVisible()
  await choose(page, 'Newsletter')
  await page.keyboard.press('d')
  await page.getByRole('combobox', { name: 'Show' }).selectOption('Dropped')
  await choose(page, 'Newsletter', 'Dropped by')
  await page.keyboard.press('u')
  await isTold(page, 'Success', 'The email waits in Unsorted Mail again.')
  await page.getByRole('combobox', { name: 'Show' }).selectOption('Unsorted')
  await choose(page, 'Newsletter')
  await page.getByRole('button', { name: 'Drop' }).click()
  await expect(page.getByText('All emails are sorted')).toBeVisible()
  expect(await mailsIn(colleague, 'dropped')).toMatchObject([{ subject: 'Newsletter' }])
})

test('mails that could not be loaded are loaded again, and only the desk sorts them', async ({ person }) => {
  const { page, become } = await person('super_user', { path: null })
  const repair = await breakCalls(page, /\/api\/inbound[?]/)
  await page.goto('/inbound')
  await expect(page.getByText('The emails could not be loaded.')).toBeVisible()
  await repair()
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText('All emails are sorted')).toBeVisible()
  for (const role of ['internal', 'client'] as const) {
    await become(role, { path: '/inbound' })
    await expect(page.getByText('Only helpdesk and super users can sort incoming emails.')).toBeVisible()
    await expect(entry(page)).toHaveCount(0)
  }
})

test('a mail that is dropped late leaves the one alone that somebody has gone on to', async ({
  colleague,
  person,
  mailPort,
}) => {
  const post = openPost(mailPort, colleague)
  for (const subject of ['Third', 'Second', 'First'])
    await post.deliver(letter(`${subject} Writer`, `${subject} letter`))
  const { page } = await person('helpdesk', { path: '/inbound' })
  await choose(page, 'First letter')
  const letGo = await holdCalls(page, '**/api/inbound/*/drop', 'POST')
  await page.keyboard.press('d')
  await choose(page, 'Third letter')
  await page.getByRole('button', { name: 'New person' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('First Name').fill('Typed')
  await letGo()
  await isTold(page, 'Success', 'Email dropped.')
  await expect(mailNamed(page, 'First letter')).toHaveCount(0)
  await expect(form.getByLabel('First Name')).toHaveValue('Typed')
})

test('on a phone the focus goes to the next mail when one is sorted, and back to its row', async ({
  colleague,
  person,
  mailPort,
}) => {
  const post = openPost(mailPort, colleague)
  for (const subject of ['Below', 'Middle', 'Above'])
    await post.deliver(letter(`${subject} Caller`, `${subject} letter`))
  const { page } = await person('helpdesk', { path: null })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/inbound')
  await choose(page, 'Above letter')
  await page.keyboard.press('d')
  await expect(page.getByRole('article', { name: 'Middle letter' })).toBeFocused()
  await page.getByRole('button', { name: 'All emails' }).click()
  await expect(mailNamed(page, 'Middle letter')).toBeFocused()
})
