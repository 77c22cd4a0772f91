import type { Locator, Page } from '@playwright/test'
import type { TicketDetail } from '#features/conversation/contract.ts'
import { aClient, aProduct, aTicket, assign } from '#test/factories.ts'
import { boardPath, cardOf } from '#test/browser/board.ts'
import { startApp } from '#test/harness.ts'
import { expect, webRoot } from '#test/browser/desk.ts'
import { hasArrived, isTold } from '#test/browser/steps.ts'
import { button, rowsOf, several, test } from '#test/browser/tickets.ts'

/** Does the work of a person and counts it: a chord is one key, and so is what is typed at one go, whatever its length. */
function aHand(page: Page) {
  const effort = { clicks: 0, keys: 0, texts: 0 }
  return {
    effort,
    async click(what: Locator) {
      effort.clicks += 1
      await what.click()
    },
    async press(...keys: string[]) {
      for (const key of keys) {
        effort.keys += 1
        await page.keyboard.press(key)
      }
    },
    async type(text: string) {
      effort.texts += 1
      await page.keyboard.type(text)
    },
    /** Fills in a field that the keyboard reaches by Tab. */
    async fill(what: Locator, text: string) {
      effort.texts += 1
      await what.fill(text)
    },
  }
}

const composerOf = (page: Page) => page.getByRole('textbox', { name: 'Add a comment' })
/** Not the row of Ticket 10 for Ticket 1. */
const rowNamed = (page: Page, subject: string) =>
  rowsOf(page).filter({ has: page.getByRole('link', { name: subject, exact: true }) })
const menu = (page: Page, name: string) => page.getByRole('menu', { name })

test('a ticket is found by its number with two keys', async ({ person }) => {
  const { page, api } = await person('internal', { path: null })
  const [ticket] = await several(api, 2)
  await page.goto('/tickets')
  await hasArrived(page)
  const hand = aHand(page)
  await hand.press('Control+k')
  await expect(page.getByRole('dialog', { name: 'Search and commands' })).toBeVisible()
  await hand.type(ticket!.ticketNumber.replace(/\D+0*/, ''))
  await expect(page.getByRole('option', { name: /Ticket 1/ }).first()).toBeVisible()
  await hand.press('Enter')
  await expect(page.getByRole('dialog', { name: /Ticket 1/ })).toBeVisible()
  expect(hand.effort).toEqual({ clicks: 0, keys: 2, texts: 1 })
})

test('ten tickets are triaged with four keys each: to me, in progress, next', async ({ person }) => {
  const { page, api } = await person('helpdesk', { path: null })
  const tickets = await several(api, 10)
  await page.goto('/tickets')
  await expect(rowsOf(page)).toHaveCount(10)
  await hasArrived(page)
  const hand = aHand(page)
  for (const { subject } of tickets.toReversed()) {
    await hand.press('j')
    const link = page.getByRole('link', { name: subject, exact: true })
    await expect(link).toBeFocused()
    await hand.press('i', 's')
    await expect(menu(page, 'Status')).toBeVisible()
    await hand.press('2')
    await expect(button(rowNamed(page, subject), 'In Progress')).toBeVisible()
    await expect(link).toBeFocused()
  }
  expect(hand.effort).toEqual({ clicks: 0, keys: 40, texts: 0 })
  await expect
    .poll(
      async () =>
        (await api.get<{ total: number }>(`/api/tickets?status=progress&assignedToId=${api.id}`)).body.total,
    )
    .toBe(10)
})

test('ten unassigned tickets are triaged with three keys each and one more, the focus goes on by itself', async ({
  desk,
  person,
}) => {
  const tickets = await several(await desk.signedIn('client'), 10)
  const { page, api } = await person('helpdesk', { path: null })
  await page.goto('/tickets?status=unresolved&assignedToId=unassigned')
  await expect(rowsOf(page)).toHaveCount(10)
  await hasArrived(page)
  const hand = aHand(page)
  await hand.press('j')
  for (const { subject } of tickets.toReversed()) {
    const link = page.getByRole('link', { name: subject, exact: true })
    await expect(link).toBeFocused()
    await hand.press('p')
    await expect(menu(page, 'Priority')).toBeVisible()
    await hand.press('3')
    await expect(button(rowNamed(page, subject), 'High')).toBeVisible()
    // The menu returns the focus a moment after it has closed.
    await expect(link).toBeFocused()
    await hand.press('i')
    await expect(rowNamed(page, subject)).toHaveCount(0)
  }
  expect(hand.effort).toEqual({ clicks: 0, keys: 31, texts: 0 })
  const mine = `/api/tickets?priority=high&assignedToId=${api.id}`
  await expect.poll(async () => (await api.get<{ total: number }>(mine)).body.total).toBe(10)
})

test('ten tickets are triaged by mouse with two clicks a field: to me, high, in progress', async ({
  person,
}) => {
  const { page, api, name } = await person('helpdesk', { path: null })
  const tickets = await several(api, 10)
  await page.goto('/tickets')
  await expect(rowsOf(page)).toHaveCount(10)
  await hasArrived(page)
  const hand = aHand(page)
  for (const { subject, ticketNumber } of tickets.toReversed()) {
    const row = rowNamed(page, subject)
    await row.hover()
    await hand.click(button(row, `Assign ${ticketNumber}`))
    await hand.click(page.getByRole('listbox', { name: 'People' }).getByRole('option', { name, exact: true }))
    await expect(row).toContainText(name)
    await hand.click(button(row, 'Medium'))
    await hand.click(menu(page, 'Priority').getByRole('menuitem', { name: 'High' }))
    await hand.click(button(row, 'Open'))
    await hand.click(menu(page, 'Status').getByRole('menuitem', { name: 'In Progress' }))
    await expect(button(row, 'In Progress')).toBeVisible()
  }
  expect(hand.effort).toEqual({ clicks: 60, keys: 0, texts: 0 })
  const done = `/api/tickets?status=progress&priority=high&assignedToId=${api.id}`
  await expect.poll(async () => (await api.get<{ total: number }>(done)).body.total).toBe(10)
})

test('a status is set in the list with two clicks, or two keys', async ({ person }) => {
  const { page, api } = await person('internal', { path: null })
  await several(api, 1)
  await page.goto('/tickets')
  await hasArrived(page)
  const byMouse = aHand(page)
  const row = rowNamed(page, 'Ticket 1')
  await byMouse.click(button(row, 'Open'))
  await byMouse.click(menu(page, 'Status').getByRole('menuitem', { name: 'Resolved' }))
  await expect(button(row, 'Resolved')).toBeFocused()
  expect(byMouse.effort).toEqual({ clicks: 2, keys: 0, texts: 0 })
  const byKeys = aHand(page)
  await byKeys.press('s')
  await expect(menu(page, 'Status')).toBeVisible()
  await byKeys.press('1')
  await expect(button(row, 'Open')).toBeVisible()
  expect(byKeys.effort).toEqual({ clicks: 0, keys: 2, texts: 0 })
})

test('an open ticket is answered with two keys, and answered and resolved with two', async ({
  desk,
  person,
}) => {
  const client = await desk.signedIn('client')
  const ticket = await aTicket(client)
  const { page } = await person('helpdesk', { path: null })
  await page.goto(`/?ticket=${ticket.id}`)
  await expect(composerOf(page)).toBeVisible()
  await hasArrived(page)
  const answering = aHand(page)
  await answering.press('r')
  await expect(composerOf(page)).toBeFocused()
  await answering.type('We are on it')
  await answering.press('Control+Enter')
  await isTold(page, 'Success', 'Comment added successfully.')
  expect(answering.effort).toEqual({ clicks: 0, keys: 2, texts: 1 })

  const resolving = aHand(page)
  await composerOf(page).blur()
  await resolving.press('r')
  await expect(composerOf(page)).toBeFocused()
  await resolving.type('It is mended')
  await resolving.press('Control+Shift+Enter')
  await isTold(page, 'Success', 'The status is Resolved now.')
  expect(resolving.effort).toEqual({ clicks: 0, keys: 2, texts: 1 })
})

test('an internal note takes one click more than an answer, each time', async ({ person }) => {
  const { page, api } = await person('helpdesk', { path: null })
  const ticket = await aTicket(api)
  await page.goto(`/?ticket=${ticket.id}`)
  const first = aHand(page)
  await first.click(page.getByRole('checkbox', { name: 'Internal comment', exact: true }))
  await first.click(composerOf(page))
  await first.type('They have not paid')
  await first.press('Control+Enter')
  await expect(composerOf(page)).toHaveValue('')
  expect(first.effort).toEqual({ clicks: 2, keys: 1, texts: 1 })
  const second = aHand(page)
  await second.click(page.getByRole('checkbox', { name: 'Internal comment', exact: true }))
  await second.click(composerOf(page))
  await second.type('Nor for the last one')
  await second.press('Control+Enter')
  await expect(composerOf(page)).toHaveValue('')
  expect(second.effort).toEqual({ clicks: 2, keys: 1, texts: 1 })
  await expect
    .poll(async () =>
      (await api.get<TicketDetail>(`/api/tickets/${ticket.id}`)).body.comments.map((one) => one.isInternal),
    )
    .toEqual([true, true])
})

test('a card goes to another column with two keys', async ({ person }) => {
  const { page, api } = await person('internal', { path: null })
  await several(api, 1)
  await page.goto(boardPath)
  await expect(cardOf(page, 'Ticket 1')).toBeVisible()
  await hasArrived(page)
  await page.keyboard.press('j')
  await expect(cardOf(page, 'Ticket 1').getByRole('link', { name: 'Ticket 1' })).toBeFocused()
  const hand = aHand(page)
  await hand.press('s')
  await expect(menu(page, 'Status')).toBeVisible()
  await hand.press('3')
  await expect(page.getByRole('region', { name: 'Testing' }).getByText('Ticket 1')).toBeVisible()
  expect(hand.effort).toEqual({ clicks: 0, keys: 2, texts: 0 })
})

test('everything unresolved is one click, and a queue of one’s own two and its name', async ({ person }) => {
  const { page, api } = await person('helpdesk', { path: null })
  await several(api, 1)
  await page.goto('/tickets')
  await hasArrived(page)
  const shipped = aHand(page)
  const queues = page.getByRole('navigation', { name: 'Ticket views' })
  await shipped.click(queues.getByRole('link', { name: 'All unresolved' }))
  await expect(page).toHaveURL('/tickets?status=unresolved&sort=urgency')
  expect(shipped.effort).toEqual({ clicks: 1, keys: 0, texts: 0 })

  const own = aHand(page)
  await own.click(button(page, 'Views'))
  await own.click(button(page.getByRole('dialog', { name: 'Views' }), 'Save this view…'))
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused()
  await own.type('To do')
  await own.press('Enter')
  await expect(queues.getByRole('link', { name: 'To do' })).toBeVisible()
  expect(own.effort).toEqual({ clicks: 2, keys: 1, texts: 1 })
})

test('a ticket for a client who called takes seven keys, four clicks and three texts', async ({
  desk,
  person,
}) => {
  const root = await desk.signedIn('super_user')
  const rosie = await desk.signedIn('client', { firstName: 'Rosie', lastName: 'Hargreaves' })
  const company = await aClient(root, { name: `Brightwater Clinics ${rosie.id.slice(0, 8)}` })
  await assign(root, company.id, rosie.id, 'employee')
  const product = `Fleet Tracker ${rosie.id.slice(0, 8)}`
  await aProduct(root, { name: product, clientId: company.id })
  const { page } = await person('helpdesk', { path: '/tickets' })
  await hasArrived(page)
  const form = page.getByRole('dialog', { name: 'Create Ticket' })
  const field = (label: string) => form.getByLabel(label, { exact: true })
  const hand = aHand(page)
  await hand.press('c')
  await expect(field('Subject')).toBeFocused()
  await hand.type('Printer on fire')
  await hand.click(field('Description'))
  await hand.type('She called at nine.')
  await hand.click(field('Customer'))
  await hand.type(company.name.slice(0, -2))
  await expect(page.getByRole('option', { name: company.name })).toBeVisible()
  await hand.press('Tab')
  await expect(field('Requester')).toBeFocused()
  await hand.press('ArrowDown')
  await expect(page.getByRole('option', { name: /^Rosie Hargreaves/ })).toBeVisible()
  await hand.press('ArrowDown', 'Enter')
  await hand.click(field('Product'))
  await expect(page.getByRole('option', { name: product })).toBeVisible()
  await hand.press('ArrowDown', 'Enter')
  await hand.click(button(form, 'Submit Ticket'))
  await isTold(page, 'Success', 'has been submitted successfully.')
  expect(hand.effort).toEqual({ clicks: 4, keys: 7, texts: 3 })
  const { body } = await rosie.get<{ total: number }>('/api/tickets?search=Printer')
  expect(body.total).toBe(1)
})

test('a ticket is found by half-remembered words, in any order, with two keys', async ({ desk, person }) => {
  const rosie = await desk.signedIn('client', { firstName: 'Rosie', lastName: 'Halfway' })
  const { ticketNumber } = await aTicket(rosie, { subject: 'Lost phone: on the train' })
  const { page } = await person('helpdesk', { path: '/tickets' })
  await hasArrived(page)
  const hand = aHand(page)
  await hand.press('Control+k')
  await expect(page.getByRole('dialog', { name: 'Search and commands' })).toBeVisible()
  await hand.type('halfway pho')
  await expect(page.getByRole('option', { name: /Lost phone/ }).first()).toBeVisible()
  await hand.press('Enter')
  await expect(page.getByRole('dialog', { name: new RegExp(ticketNumber) })).toBeVisible()
  expect(hand.effort).toEqual({ clicks: 0, keys: 2, texts: 1 })
})

test('from an empty desk to the first answered ticket it takes twelve clicks, a key and fifteen fields', async ({
  visitor,
}) => {
  const fresh = await startApp({ webRoot })
  const origin = await fresh.listen()
  const page = await visitor(origin)
  const field = (label: string) => page.getByLabel(label, { exact: true })
  const hand = aHand(page)
  await page.goto('/')
  await hand.click(button(page, 'Create the administrator account'))
  await hand.fill(field('First Name'), 'Ada')
  await hand.fill(field('Last Name'), 'Berg')
  await hand.fill(field('Email'), 'ada@desk.test')
  await hand.fill(field('Password'), 'secret-1')
  await hand.click(button(page, 'Register'))

  const list = page.getByRole('region', { name: 'Get started' })
  await hand.click(list.getByRole('link', { name: 'Add a client' }))
  await hand.fill(field('Name'), 'Brightwater Clinics')
  await hand.click(button(page, 'Add Client').last())
  await hand.click(page.getByRole('tab', { name: /^Users/ }))
  await hand.click(button(page, 'Add person'))
  const form = page.getByRole('dialog', { name: 'Create User' })
  await hand.fill(form.getByLabel('Email'), 'rosie@brightwater.test')
  await hand.fill(form.getByLabel('First Name'), 'Rosie')
  await hand.fill(form.getByLabel('Last Name'), 'Hargreaves')
  await hand.fill(form.getByLabel('Password'), 'secret-2')
  await hand.click(button(form, 'Create User'))
  await isTold(page, 'Success', 'User created successfully.')

  const client = await visitor(origin)
  const theirs = aHand(client)
  await client.goto('/')
  await theirs.fill(client.getByLabel('Email'), 'rosie@brightwater.test')
  await theirs.fill(client.getByLabel('Password', { exact: true }), 'secret-2')
  await theirs.press('Enter')
  await theirs.click(client.getByRole('link', { name: 'Submit Ticket' }).first())
  await theirs.fill(client.getByLabel('Subject', { exact: true }), 'Printer on fire')
  await theirs.fill(client.getByLabel('Description', { exact: true }), 'Since nine.')
  await theirs.fill(client.getByLabel('Product', { exact: true }), 'Printer')
  await theirs.click(button(client, 'Submit Ticket'))
  await isTold(client, 'Success', 'has been submitted successfully.')

  await hand.click(
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Tickets', exact: true }),
  )
  await hand.click(rowNamed(page, 'Printer on fire').getByRole('link'))
  await hand.fill(composerOf(page), 'It is mended.')
  await hand.click(button(page, 'Add Comment'))
  await isTold(page, 'Success', 'Comment added successfully.')
  expect([hand.effort, theirs.effort]).toEqual([
    { clicks: 10, keys: 0, texts: 10 },
    { clicks: 2, keys: 1, texts: 5 },
  ])
  await fresh.close()
})
