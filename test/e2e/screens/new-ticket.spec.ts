import { aTicket } from '#test/factories.ts'
import { violationsOf } from '#test/browser/axe.ts'
import { expect } from '#test/browser/desk.ts'
import { holdCalls, holdMessages } from '#test/browser/steps.ts'
import { button, test } from '#test/browser/tickets.ts'
import { aCompany, field, form, open, option, submit } from '#test/browser/new-ticket-screen.ts'

test('open tickets with a similar subject are offered to whoever writes one, as far as they may see them', async ({
  desk,
  person,
}) => {
  const ana = await desk.signedIn('client')
  const known = await aTicket(ana, { subject: 'Turnstile refuses every badge' })
  const { page, become } = await person('helpdesk', { path: '/tickets' })
  await open(page, 'Turnstile refuses badges')
  const similar = page.getByRole('region', { name: 'Similar open tickets' })
  await expect(page.getByText('Similar open tickets are listed below the subject.')).toBeAttached()
  const popup = page.waitForEvent('popup')
  await similar.getByRole('link', { name: known.ticketNumber }).click()
  await expect((await popup).getByRole('dialog', { name: known.subject })).toBeVisible()
  await (await popup).close()
  await expect(field(page, 'Subject')).toHaveValue('Turnstile refuses badges')
  expect(await violationsOf(page)).toEqual([])
  // A list for another subject says nothing of one that is too short to be looked for.
  await field(page, 'Subject').fill('Fax')
  await expect(similar).toHaveCount(0)

  await become('client', { path: '/client-portal' })
  const asked = page.waitForResponse((response) => response.url().includes('/api/search/similar'))
  await page.getByLabel('Subject', { exact: true }).fill('Turnstile refuses badges')
  await asked
  await expect(similar).toHaveCount(0)
})

for (const width of [1440, 390])
  test(`a press on the message of a new ticket opens it, though the form is still fading away, ${width} px wide`, async ({
    desk,
    person,
  }) => {
    const { name } = await aCompany(await desk.signedIn('super_user'))
    const { page } = await person('helpdesk', { path: '/tickets' })
    await page.evaluate(() => {
      const slowly = new CSSStyleSheet()
      slowly.replaceSync(".dialog[data-state='closed'] { animation-duration: 1s !important }")
      document.adoptedStyleSheets.push(slowly)
    })
    await open(page, 'Badge reader is dark')
    await field(page, 'Product').fill('Badge readers')
    await field(page, 'Customer').fill(name)
    await page.keyboard.press('Tab')
    await page.setViewportSize({ width, height: 844 })
    await holdMessages(page)
    await button(page, 'Submit Ticket').click()
    await button(page.getByRole('group', { name: 'Success' }), 'Open').hover()
    await page.mouse.down()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.waitForTimeout(300)
    await page.mouse.up()
    await expect(page.getByRole('dialog', { name: 'Badge reader is dark' })).toBeVisible()
  })

test('a mistyped client is not invented: a new one is created only by those who choose to', async ({
  desk,
  person,
}) => {
  const root = await desk.signedIn('super_user')
  const company = await aCompany(root)
  const mistyped = company.name.replace('Clinics', 'Clincs')
  const { page } = await person('super_user', { path: '/tickets' })
  await open(page, 'Scanner sends empty pages')
  await field(page, 'Product').fill('Scanners')
  await field(page, 'Customer').fill(mistyped)
  await page.keyboard.press('Tab')
  await expect(field(page, 'Customer')).toHaveValue(mistyped)
  await button(page, 'Submit Ticket').click()
  await expect(form(page).getByText('No client has this name.', { exact: false })).toBeVisible()
  await expect(field(page, 'Customer')).toBeFocused()
  await button(form(page), company.name).click()
  await expect(field(page, 'Customer')).toHaveValue(company.name)
  await expect(form(page).getByText('No client has this name.', { exact: false })).toHaveCount(0)
  await field(page, 'Customer').fill(mistyped)
  await button(form(page), `create “${mistyped}”`).click()
  await expect(form(page).getByText('New client. It is created with the ticket.')).toBeVisible()

  await field(page, 'Customer').focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Control+a')
  await page.keyboard.type(`${mistyped} Ltd`)
  await option(page, `Create client “${mistyped} Ltd”`).click()
  await expect(form(page).getByText('New client. It is created with the ticket.')).toBeVisible()
  const ticket = await submit(page)
  expect(ticket).toMatchObject({ client: { name: `${mistyped} Ltd` }, assignedToId: null })

  await open(page, 'A name like no other')
  await field(page, 'Product').fill('Scanners')
  const unlike = `Zwieback ${crypto.randomUUID().slice(0, 8)}`
  await field(page, 'Customer').fill(unlike)
  await expect(form(page).getByText('New client. It is created with the ticket.')).toBeVisible()
  expect((await submit(page)).client.name).toBe(unlike)

  await open(page, 'And again')
  await expect(field(page, 'Customer')).toHaveValue('')
  await field(page, 'Product').fill('Scanners')
  await field(page, 'Customer').fill(company.name.toUpperCase())
  await expect(option(page, company.name)).toBeVisible()
  await expect(option(page, /^Create client/)).toHaveCount(0)
  expect((await submit(page)).clientId).toBe(company.id)

  const asleep = await aCompany(root)
  await root.send('PATCH', `/api/clients/${asleep.id}`, { isActive: false })
  await page.reload()
  await open(page, 'For nobody')
  await field(page, 'Product').fill('Scanners')
  await field(page, 'Customer').fill(asleep.name)
  await expect(option(page, /^Create client/)).toHaveCount(0)
  await button(page, 'Submit Ticket').click()
  await expect(form(page).getByText('Tickets can only be submitted for active clients')).toBeVisible()
})

test('the client that a fast person names is found as soon as the clients are loaded', async ({
  desk,
  person,
}) => {
  const company = await aCompany(await desk.signedIn('super_user'))
  const { page } = await person('helpdesk', { path: null })
  const letCome = await holdCalls(page, /\/api\/clients(\?|$)/)
  await page.goto('/tickets')
  await open(page, 'Gate is stuck')
  await field(page, 'Product').fill('Gates')
  await field(page, 'Customer').fill(company.name)
  await page.keyboard.press('Tab')
  const isLoaded = page.waitForResponse((response) => /\/api\/clients(\?|$)/.test(response.url()))
  await letCome()
  await isLoaded
  await field(page, 'Requester').click()
  await expect(page.getByText('No one found at this client')).toBeVisible()
  expect((await submit(page)).clientId).toBe(company.id)
})
