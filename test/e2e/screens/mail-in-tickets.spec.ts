import { aClient, assign, aTicket } from '#test/factories.ts'
import type { TicketDetail } from '#features/conversation/contract.ts'
import { openPost } from '#test/incoming-mail.ts'
import { violationsOf } from '#test/browser/axe.ts'
import { expect, test } from '#test/browser/desk.ts'
import { holdCalls, isLive, isTold } from '#test/browser/steps.ts'

test.beforeEach(({ desk }) => desk.database.pool.query('delete from inbound_mails'))

test('a ticket that came by mail shows its quoted text folded, and its original to staff alone', async ({
  desk,
  colleague,
  person,
  mailPort,
}) => {
  const root = await desk.signedIn('super_user')
  const { id: clientId } = await aClient(root, { name: 'Harbour Inn' })
  const rosie = await person('client', {
    path: null,
    firstName: 'Rosie',
    lastName: 'Hargreaves',
    email: 'rosie@harbour.test',
  })
  await assign(root, clientId, rosie.api.id, 'employee')
  const post = openPost(mailPort, colleague)
  const from = 'Rosie Hargreaves <rosie@harbour.test>'
  const first = await post.deliver({ from, subject: 'The lift is stuck', text: 'Between two floors.' })
  const reply = await post.deliver({
    from,
    subject: 'Re: Another matter',
    text: 'It moves again, but slowly.\n\nOn Fri, 27 Nov 2026, Support wrote:\n> We send somebody.\n> Please wait.',
    inReplyTo: first.messageId ?? '',
  })
  expect(reply).toMatchObject({ outcome: 'comment', ticket: { id: first.ticket?.id } })

  const { page } = await person('helpdesk', { path: `/tickets?ticket=${first.ticket?.id}` })
  const opened = page.getByRole('dialog').first()
  await expect(opened).toContainText('via Email')
  const comment = opened.getByRole('listitem').filter({ hasText: 'It moves again' })
  await expect(comment).toContainText('by email')
  await expect(comment).toContainText('New subject: ')
  await expect(comment.getByText('We send somebody.')).toBeHidden()
  await comment.getByText('Show quoted text').click()
  await expect(comment.getByText('We send somebody.')).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
  await comment.getByRole('button', { name: 'Show original' }).click()
  await expect(page.getByRole('dialog', { name: 'Original email' })).toContainText(
    'Subject: Re: Another matter',
  )
  await page.keyboard.press('Escape')
  await expect(comment.getByRole('button', { name: 'Show original' })).toBeFocused()

  await rosie.page.goto(`/?ticket=${first.ticket?.id}`)
  const own = rosie.page.getByRole('listitem').filter({ hasText: 'It moves again' })
  await expect(own).toContainText('by email')
  await expect(own.getByText('Show quoted text')).toBeVisible()
  await expect(rosie.page.getByRole('button', { name: 'Show original' })).toHaveCount(0)
})

test('a ticket without mails asks for none, until its first one comes', async ({
  desk,
  colleague,
  person,
  mailPort,
}) => {
  const root = await desk.signedIn('super_user')
  const { id: clientId, name } = await aClient(root, { name: 'Tide Inn' })
  const tom = await desk.signedIn('client', { email: 'tom@tide.test' })
  await assign(root, clientId, tom.id, 'employee')
  const { id, ticketNumber } = await aTicket(tom, { customerName: name })
  const { page } = await person('helpdesk', { path: null })
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/received-mails')) asked.push(request.url())
  })
  await page.goto(`/tickets?ticket=${id}`)
  const opened = page.getByRole('dialog').first()
  await expect(opened.getByRole('button', { name: 'Add supplier' })).toBeVisible()
  await expect(opened.getByRole('region', { name: 'Description' })).toContainText('It burns')
  await page.waitForLoadState('networkidle')
  expect(asked).toEqual([])

  const post = openPost(mailPort, colleague)
  const subject = `Re: [${ticketNumber}] Printer on fire`
  const mail = await post.deliver({ from: 'Tom Tide <tom@tide.test>', subject, text: 'It is out.' })
  expect(mail).toMatchObject({ outcome: 'comment', ticket: { id } })
  const comment = opened.getByRole('listitem').filter({ hasText: 'It is out' })
  await expect(comment).toContainText('by email')
  expect(asked.length).toBeGreaterThan(0)
})

test('the desk makes the original sender of a forwarded mail the requester by one key', async ({
  desk,
  colleague,
  person,
  mailPort,
}) => {
  const root = await desk.signedIn('super_user')
  const { id: clientId } = await aClient(root, { name: 'Lamp Works' })
  await root.put(`/api/clients/${clientId}/domains`, { domains: ['lamps.test'] })
  const fred = await desk.signedIn('helpdesk', {
    email: 'fred@staff.test',
    firstName: 'Fred',
    lastName: 'Ford',
  })
  const post = openPost(mailPort, colleague)
  const mail = await post.deliver({
    from: 'Fred Ford <fred@staff.test>',
    subject: 'Fwd: No light',
    text: '---------- Forwarded message ---------\nFrom: Lena Lamp <lena@lamps.test>\nDate: Fri, 27 Nov 2026 at 10:00\nSubject: No light\nTo: <fred@staff.test>\n\nIt is dark here.',
  })
  const { page } = await person('helpdesk', { path: `/tickets?ticket=${mail.ticket?.id}` })
  const opened = page.getByRole('dialog').first()
  await expect(opened).toContainText('Forwarded by Fred Ford · Original sender: Lena Lamp <lena@lamps.test>')
  expect(await violationsOf(page)).toEqual([])
  await opened.getByRole('heading', { name: /No light/ }).click()
  await page.keyboard.press('o')
  await isTold(page, 'Success', 'Lena Lamp is the requester now.')
  await expect(opened.getByRole('button', { name: 'Make requester' })).toHaveCount(0)
  await expect(opened.getByRole('region', { name: 'Description' })).toContainText('Lena Lamp')
  const { body } = await fred.get<TicketDetail>(`/api/tickets/${mail.ticket?.id}`)
  expect(body).toMatchObject({ createdBy: { firstName: 'Lena' }, clientId })
})

test('the desk makes a ticket of a reply under a new subject, and each leads to the other', async ({
  desk,
  colleague,
  person,
  mailPort,
}) => {
  const root = await desk.signedIn('super_user')
  const { id: clientId } = await aClient(root, { name: 'Mill Inn' })
  await root.put(`/api/clients/${clientId}/domains`, { domains: ['mill.test'] })
  const post = openPost(mailPort, colleague)
  const from = 'Mona Mill <mona@mill.test>'
  const first = await post.deliver({ from, subject: 'The wheel is stuck' })
  await post.deliver({
    from,
    subject: 'The flour is wet',
    text: 'All sacks of it.',
    inReplyTo: first.messageId ?? '',
  })
  const { page } = await person('helpdesk', { path: `/tickets?ticket=${first.ticket?.id}` })
  const comment = page.getByRole('dialog').first().getByRole('listitem').filter({ hasText: 'All sacks' })
  await expect(comment).toContainText('New subject: The flour is wet')
  await comment.getByRole('button', { name: 'Make a ticket of this' }).click()
  await isTold(page, 'Success', /TKT-\d+ created from the comment./)
  await comment.getByRole('link', { name: /Became TKT-/ }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: /The flour is wet/ })).toBeVisible()
  await expect(page.getByRole('dialog').first()).toContainText('All sacks of it.')
})

test('the desk sets a supplier in place, whose mails only the team reads', async ({
  desk,
  colleague,
  person,
  mailPort,
}) => {
  const root = await desk.signedIn('super_user')
  const { id: clientId } = await aClient(root, { name: 'Pump House' })
  await root.put(`/api/clients/${clientId}/domains`, { domains: ['pump.test'] })
  const paul = await person('client', { path: null, email: 'paul@pump.test' })
  await assign(root, clientId, paul.api.id, 'employee')
  const post = openPost(mailPort, colleague)
  const first = await post.deliver({ from: 'Paul <paul@pump.test>', subject: 'The pump is dry' })
  const { page } = await person('helpdesk', { path: `/tickets?ticket=${first.ticket?.id}` })
  const supplier = page.getByRole('region', { name: 'Supplier' })
  await supplier.getByRole('button', { name: 'Add supplier' }).click()
  await supplier.getByLabel('Email address').fill('nowhere')
  await page.keyboard.press('Enter')
  await expect(supplier.getByLabel('Email address')).toHaveAccessibleDescription(/valid email address/)
  await supplier.getByLabel('Email address').fill('Parts@Supplier.test')
  await page.keyboard.press('Tab')
  await page.keyboard.type('RMA-12')
  await page.keyboard.press('Enter')
  await isTold(page, 'Success', 'The supplier is saved.')
  await expect(supplier).toContainText('parts@supplier.test')
  await expect(supplier).toContainText('Their number: RMA-12')

  const text = 'The part comes on Monday.'
  await post.deliver({ from: 'Petra Parts <parts@supplier.test>', subject: 'Re: rma-12', text })
  const entry = page.getByRole('listitem').filter({ hasText: text })
  await expect(entry).toContainText('Petra Parts <parts@supplier.test>')
  await expect(entry).toContainText('Supplier, for the team alone')
  expect(await violationsOf(page)).toEqual([])
  await entry.getByRole('button', { name: 'Show original' }).click()
  await expect(page.getByRole('dialog', { name: 'Original email' })).toContainText('Subject: Re: rma-12')
  await page.keyboard.press('Escape')

  await paul.page.goto(`/?ticket=${first.ticket?.id}`)
  await expect(paul.page.getByRole('heading', { name: /The pump is dry/ })).toBeVisible()
  await expect(paul.page.getByRole('region', { name: 'Description' })).toBeVisible()
  await expect(paul.page.getByText(text)).toHaveCount(0)
  await expect(paul.page.getByText(/supplier/i)).toHaveCount(0)

  await supplier.getByRole('button', { name: 'Edit the supplier' }).click()
  await supplier.getByLabel('Email address').fill('')
  await supplier.getByRole('button', { name: 'Save' }).click()
  await isTold(page, 'Success', 'The supplier is removed.')
  await expect(supplier.getByRole('button', { name: 'Add supplier' })).toBeVisible()
})

test('a supplier that is being typed stays when the first mail of its ticket arrives', async ({
  desk,
  colleague,
  person,
  mailPort,
}) => {
  const root = await desk.signedIn('super_user')
  const { id: clientId } = await aClient(root, { name: 'Valve House' })
  await root.put(`/api/clients/${clientId}/domains`, { domains: ['valve.test'] })
  const vera = await desk.signedIn('client', { email: 'vera@valve.test' })
  await assign(root, clientId, vera.id, 'employee')
  const { id, ticketNumber } = await aTicket(vera, { subject: 'The valve drips', clientId })
  const { page } = await person('helpdesk', { path: `/tickets?ticket=${id}` })
  const supplier = page.getByRole('region', { name: 'Supplier' })
  await supplier.getByRole('button', { name: 'Add supplier' }).click()
  const address = supplier.getByLabel('Email address')
  await address.fill('parts@supplier')
  await isLive(page)
  const letGo = await holdCalls(page, `**/api/tickets/${id}/received-mails`)
  await page.getByLabel('Add a comment').focus()
  const post = openPost(mailPort, colleague)
  const text = 'It drips more now.'
  await post.deliver({
    from: 'Vera <vera@valve.test>',
    subject: `Re: [${ticketNumber}] The valve drips`,
    text,
  })
  await expect(page.getByText(text)).toBeVisible()
  await expect(address).toHaveValue('parts@supplier')
  await letGo()
  await expect(page.getByRole('button', { name: 'Show original' })).toBeVisible()
  await expect(address).toHaveValue('parts@supplier')
  await expect(page.getByLabel('Add a comment')).toBeFocused()
})
