import type { Page } from '@playwright/test'
import { aTicket } from '#test/factories.ts'
import { password } from '#test/harness.ts'
import { addSession, expect } from '#test/browser/desk.ts'
import { breakCalls, holdMessages, isLive, isTold, rowOf } from '#test/browser/steps.ts'
import { button, listen, several, showsSubjects, test } from '#test/browser/tickets.ts'

/** The calls of the API a page makes from now on, each as method and path. */
function callsIn(page: Page): string[] {
  const calls: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/')) calls.push(`${request.method()} ${pathname}`)
  })
  return calls
}

test('each call carries the session of the person, and a body is sent as JSON', async ({ person }) => {
  const { page, api } = await person('helpdesk', { path: '/tickets' })
  const ticket = await aTicket(api)
  const requests: { method: string; path: string; cookie: string; type: string | undefined }[] = []
  page.on('requestfinished', (request) => {
    const path = new URL(request.url()).pathname
    if (!path.startsWith('/api/')) return
    const note = (headers: Record<string, string>) =>
      requests.push({
        method: request.method(),
        path,
        cookie: headers['cookie'] ?? '',
        type: headers['content-type'],
      })
    // A call that ends as the page is closed has no headers to tell any more.
    void request.allHeaders().then(note, () => undefined)
  })
  await page.goto(`/tickets?ticket=${ticket.id}`)
  await page.getByRole('dialog').getByLabel('Status', { exact: true }).selectOption('Testing')
  await isTold(page, 'Success', 'Ticket updated successfully.')
  await expect
    .poll(() => requests.map(({ method, path }) => `${method} ${path}`))
    .toEqual(
      expect.arrayContaining([
        'GET /api/auth/user',
        'GET /api/tickets',
        `GET /api/tickets/${ticket.id}`,
        `PUT /api/tickets/${ticket.id}`,
      ]),
    )
  for (const { method, path, cookie, type } of requests) {
    expect([path, cookie.includes(api.cookie)]).toEqual([path, true])
    expect([path, type]).toEqual([path, method === 'GET' ? undefined : 'application/json'])
  }
})

test('nothing is loaded again because time passes, the window comes back or another screen was open', async ({
  person,
  colleague,
}) => {
  await several(colleague, 1)
  const { page } = await person('super_user', { path: null })
  await page.clock.install()
  const calls = callsIn(page)
  await page.goto('/tickets')
  await showsSubjects(page, ['Ticket 1'])
  await expect.poll(() => calls).toContain('GET /api/tickets/unread')
  await page.waitForLoadState('networkidle')
  calls.length = 0
  await page.evaluate(() => {
    for (const type of ['blur', 'focus']) window.dispatchEvent(new Event(type))
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  })
  await page.clock.runFor(20_000)
  await page.getByRole('link', { name: 'My Tickets', exact: true }).click()
  await expect(page.getByText('No tickets assigned')).toBeVisible()
  const known = calls.length
  await page.getByRole('link', { name: 'Tickets', exact: true }).click()
  await showsSubjects(page, ['Ticket 1'])
  await page.waitForLoadState('networkidle')
  expect(calls.slice(known)).toEqual([])
  // The one question that was new.
  expect(calls).toEqual(['GET /api/tickets'])
})

test('a failed call is made once, and the screen stays', async ({ person, colleague }) => {
  await several(colleague, 1)
  const { page } = await person('helpdesk', { path: null })
  await page.clock.install()
  const calls = callsIn(page)
  const broken = ['/api/team', '/api/clients', '/api/products']
  for (const path of broken) await breakCalls(page, `**${path}`)
  await page.goto('/tickets')
  await showsSubjects(page, ['Ticket 1'])
  await button(page, 'Filters').click()
  await expect(page.getByLabel('Product', { exact: true })).toBeVisible()
  await page.clock.runFor(20_000)
  for (const path of broken) expect(calls.filter((call) => call === `GET ${path}`)).toHaveLength(1)
  await expect(rowOf(page, 'Ticket 1')).toBeVisible()

  await breakCalls(page, '**/api/auth/user')
  calls.length = 0
  await page.goto('/')
  await expect(page.getByText('The server cannot be reached.')).toBeVisible()
  await page.clock.runFor(20_000)
  expect(calls.filter((call) => call === 'GET /api/auth/user')).toHaveLength(1)
})

test('a person who signs in gets the page loaded anew', async ({ desk, visitor }) => {
  const { email } = await desk.person('helpdesk')
  const page = await visitor()
  await page.goto('/')
  await page.evaluate(() => Object.assign(window, { isOld: true }))
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  const calls = callsIn(page)
  await button(page, 'Sign In').click()
  await expect(page.getByRole('heading', { name: 'My Tickets', level: 1 })).toBeVisible()
  await expect(page).toHaveURL('/')
  expect(await page.evaluate(() => 'isOld' in window)).toBe(false)
  expect(calls).toContain('GET /api/auth/user')
})

test('the registration form leaves it to the server to judge number and password', async ({ visitor }) => {
  const page = await visitor()
  await page.goto('/')
  await button(page, "Don't have an account? Register").click()
  const values = { 'First Name': 'Nora', 'Last Name': 'Berg', Email: 'nora@fjord.example', Password: '1' }
  for (const [label, value] of Object.entries({ ...values, 'Mobile Number (Optional)': 'call me' }))
    await page.getByLabel(label, { exact: true }).fill(value)
  const calls = callsIn(page)
  await button(page, 'Register').click()
  await isTold(page, 'Registration Failed', /\w/)
  expect(calls).toContain('POST /api/auth/register')
})

test('the Tickets page offers the desk an empty form and the API page, and internal staff neither', async ({
  person,
}) => {
  const internal = await person('internal', { path: '/tickets' })
  await expect(internal.page.getByText('No tickets yet')).toBeVisible()
  for (const name of ['Create Ticket', 'API Documentation'])
    await expect(button(internal.page, name)).toHaveCount(0)
  const { page } = internal
  for (const role of ['helpdesk', 'super_user'] as const) {
    await internal.become(role)
    await button(page, 'Create Ticket').first().click()
    const form = page.getByRole('dialog')
    const empty = { Category: 'other', Priority: 'medium', Subject: '', Description: '', Customer: '' }
    for (const [label, value] of Object.entries({ ...empty, Product: '', Project: '' }))
      await expect(form.getByLabel(label, { exact: true }), label).toHaveValue(value)
    await expect(form.getByLabel('Customer', { exact: true })).toBeEditable()
    await page.keyboard.press('Escape')
    await expect(form).toHaveCount(0)
    await button(page, 'API Documentation').click()
    const documentation = page.getByRole('dialog', { name: 'API Documentation' })
    await expect(documentation.locator('iframe')).toHaveAttribute('src', '/api-docs')
    expect((await documentation.boundingBox())!.width).toBeGreaterThan(900)
  }
  const frame = page.getByRole('dialog', { name: 'API Documentation' }).frameLocator('iframe')
  await expect(frame.getByRole('heading', { name: 'Signalbox API' })).toBeVisible()
})

test('a company without a name is shown by its address, and every company by the icon of its website', async ({
  desk,
  person,
}) => {
  const root = await desk.signedIn('super_user')
  const { body } = await root.post<{ id: string }>('/api/clients', {
    name: `Skerry ${root.id.slice(0, 8)}`,
    website: 'https://skerry.example',
    contactEmail: 'help@skerry.example',
  })
  const ticket = await aTicket(root, { subject: 'With an icon', clientId: body.id })
  const { page } = await person('helpdesk', { path: null })
  await page.route('**/api/clients/*/icon', (route) =>
    route.fulfill({
      contentType: 'image/svg+xml',
      body: '<svg xmlns="http://www.w3.org/2000/svg" width="32" height="32"/>',
    }),
  )
  await page.goto('/tickets?view=board')
  const icon = page.getByRole('article', { name: 'With an icon' }).locator('img')
  await expect(icon).toHaveAttribute('src', `/api/clients/${body.id}/icon`)
  await expect(icon).toHaveCSS('opacity', '1')
  expect(await icon.boundingBox()).toMatchObject({ width: 16, height: 16 })

  await page.route(`**/api/tickets/${ticket.id}`, async (route) => {
    const answer = await route.fetch()
    const known = (await answer.json()) as typeof ticket
    await route.fulfill({ json: { ...known, client: { ...known.client, name: '', companyName: '' } } })
  })
  await page.goto(`/?ticket=${ticket.id}`)
  await expect(page.getByRole('dialog').locator('.dialog-head')).toContainText('help@skerry.example')
})

test('only one toast is there at a time, however many things happen', async ({ person, colleague }) => {
  const tickets = await several(colleague, 3)
  const { page } = await person('helpdesk')
  await isLive(page)
  const { reads } = listen(page)
  await holdMessages(page)
  await Promise.all(tickets.map(({ id }) => colleague.put(`/api/tickets/${id}`, { status: 'testing' })))
  const toasts = page.getByRole('region', { name: 'Notifications' }).getByRole('group')
  await expect(toasts).toHaveCount(1)
  await expect(toasts).toContainText(/ha(s|ve) been updated\./)
  expect(reads.filter((path) => path === '/api/auth/user')).toEqual([])
})

test('a part that is gone loads the page anew at most once, then says so and is tried again', async ({
  browser,
  desk,
}) => {
  // A context of its own, for the console names what is missing.
  const context = await browser.newContext({ baseURL: desk.url })
  await addSession(context, await desk.signedIn('helpdesk'), desk.url)
  const page = await context.newPage()
  await page.goto('/tickets')
  await expect(page.getByRole('heading', { name: 'Tickets', level: 1 })).toBeVisible()
  let loads = 0
  page.on('load', () => void (loads += 1))
  const part = '**/assets/dashboard-*.js'
  await page.route(part, (route) => route.fulfill({ status: 404, body: '' }))
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click()
  const note = page.getByRole('alert').filter({ hasText: 'A part of the page did not load.' })
  await expect(note).toBeVisible()
  expect(loads).toBeLessThanOrEqual(1)
  await expect(page.getByRole('link', { name: 'Tickets', exact: true })).toBeVisible()

  await page.unroute(part)
  await note.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('heading', { name: /Dashboard/, level: 1 })).toBeVisible()
  await context.close()
})
