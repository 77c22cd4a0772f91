import { aTicket } from '#test/factories.ts'
import { expect } from '#test/browser/desk.ts'
import { test } from '#test/browser/tickets.ts'

for (const { locale, timeZone, looks, exactly } of [
  {
    locale: 'en-GB',
    timeZone: 'Europe/London',
    looks: /^\d{1,2} \p{L}{3,4}, \d\d:\d\d$/u,
    exactly: /^\p{L}{3}, \d{1,2} \p{L}{3,4} \d{4}, \d\d:\d\d (GMT|BST|UTC)/u,
  },
  {
    locale: 'en-US',
    timeZone: 'America/New_York',
    looks: /^\p{L}{3} \d{1,2}, \d{1,2}:\d\d\s[AP]M$/u,
    exactly: /^\p{L}{3}, \p{L}{3} \d{1,2}, \d{4}, \d{1,2}:\d\d\s[AP]M E[SD]T$/u,
  },
])
  test(`a person whose browser is set to ${locale} reads dates and times as they are written there`, async ({
    browser,
    desk,
  }) => {
    const api = await desk.signedIn('super_user', { firstName: 'Zora', lastName: 'Zeit' })
    const ticket = await aTicket(api, { subject: 'When?' })
    const context = await browser.newContext({ baseURL: desk.url, locale, timezoneId: timeZone })
    const [name = '', value = ''] = api.cookie.split('=')
    await context.addCookies([{ name, value, url: desk.url }])
    const page = await context.newPage()

    await page.goto(`/?ticket=${ticket.id}`)
    const details = page.getByRole('region', { name: 'Details', exact: true })
    const created = details.locator('time').first()
    await expect(created.locator('span').first()).toHaveText(looks)
    const clock = new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone })
    await expect(created.locator('span').first()).toContainText(clock.format(new Date(ticket.createdAt)))
    await expect(created).toHaveAttribute('title', exactly)

    const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone })
    await page.goto('/users?search=Zora+Zeit')
    const card = page
      .getByRole('list', { name: 'Users' })
      .getByRole('listitem')
      .filter({ hasText: 'Zora Zeit' })
    const { body: me } = await api.get<{ id: string }>('/api/auth/user')
    const { rows } = await desk.database.pool.query<{ at: Date }>(
      'select created_at as at from users where id = $1',
      [me.id],
    )
    await expect(card.locator('time').first()).toHaveText(day.format(rows[0]?.at))

    await page.goto('/audit')
    const second = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium', timeZone })
    const submitted = page.getByRole('row').filter({ hasText: ticket.ticketNumber }).first()
    const { rows: events } = await desk.database.pool.query<{ at: Date }>(
      `select at from events where ticket_id = $1 and type = 'ticket.created'`,
      [ticket.id],
    )
    await expect(submitted.getByText(second.format(events[0]?.at), { exact: true })).toBeVisible()
    await context.close()
  })
