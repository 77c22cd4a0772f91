import type { UnreadComments } from '#features/comments/contract.ts'
import { aComment, aTicket, change } from '#test/factories.ts'
import { violationsOf } from '#test/browser/axe.ts'
import { expect } from '#test/browser/desk.ts'
import { callsOf, hasArrived, holdCalls } from '#test/browser/steps.ts'
import { button, rowsOf, several, test } from '#test/browser/tickets.ts'

const codeOfTickets = /\/assets\/ticket-dialog-/

test('a click draws the head of the ticket from its row, before the code of tickets is there', async ({
  desk,
  person,
  colleague,
}) => {
  const { id, ticketNumber } = await aTicket(await desk.signedIn('client'), {
    subject: 'Till frozen',
    priority: 'critical',
  })
  await change(colleague, id, { status: 'testing' })
  const { page } = await person('helpdesk', { path: '/tickets' })
  const dialog = page.getByRole('dialog')
  const row = rowsOf(page).getByRole('link', { name: 'Till frozen' })
  const letCome = await holdCalls(page, codeOfTickets)
  await row.click()
  await expect(dialog.getByRole('heading', { level: 2 })).toHaveText(`${ticketNumber} Till frozen`)
  for (const part of ['Acme', 'Testing', 'Critical', 'Unassigned']) await expect(dialog).toContainText(part)
  expect(await violationsOf(page)).toEqual([])

  // Leaves again without the code.
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(row).toBeFocused()

  await row.press('Enter')
  await expect(dialog).toContainText('Till frozen')
  await letCome()
  await expect(dialog.getByRole('heading', { name: 'Updates & Comments' })).toBeVisible()
  await expect(dialog.getByRole('heading', { level: 2 })).toBeFocused()
})

test('the code of tickets is loaded when the list is idle, and earlier at a row in focus', async ({
  desk,
  person,
}) => {
  await several(await desk.signedIn('client'), 2)
  for (const hurry of [false, true]) {
    const { page } = await person('helpdesk', { path: null })
    let isAsked = false
    page.on('request', (request) => (isAsked ||= codeOfTickets.test(request.url())))
    await page.clock.install()
    await page.goto('/tickets')
    await hasArrived(page)
    await expect(rowsOf(page)).toHaveCount(2)
    expect(isAsked).toBe(false)
    if (hurry) await page.keyboard.press('j')
    else await page.clock.fastForward(12_000)
    await expect.poll(() => isAsked).toBe(true)
  }
})

test('a ticket whose code is loaded is drawn at once, without a head that goes before it', async ({
  desk,
  person,
}) => {
  await several(await desk.signedIn('client'), 1)
  const { page } = await person('helpdesk', { path: '/tickets' })
  const row = rowsOf(page).getByRole('link', { name: 'Ticket 1' })
  const loaded = page.waitForResponse((response) => codeOfTickets.test(response.url()))
  await row.hover()
  await loaded
  await page.waitForLoadState('networkidle')
  const heads = await page.evaluateHandle(() => {
    const seen: Element[] = []
    new MutationObserver(() => seen.push(...document.querySelectorAll('.ticket-dialog[aria-busy]'))).observe(
      document.body,
      { childList: true, subtree: true },
    )
    return seen
  })
  await row.click()
  await expect(page.getByRole('dialog').getByRole('heading', { name: 'Updates & Comments' })).toBeVisible()
  expect(await heads.evaluate((seen) => seen.length)).toBe(0)
})

test('the head of the next ticket is there at once', async ({ desk, person }) => {
  await several(await desk.signedIn('client'), 3)
  const { page } = await person('helpdesk', { path: '/tickets' })
  const dialog = page.getByRole('dialog')
  const title = dialog.getByRole('heading', { level: 2 })
  await rowsOf(page).getByRole('link', { name: 'Ticket 3' }).click()
  await expect(dialog.getByRole('heading', { name: 'Updates & Comments' })).toBeVisible()
  const answer = await holdCalls(page, /\/api\/tickets\/[0-9a-f-]+$/)
  await page.keyboard.press(']')
  await expect(title).toHaveText(/Ticket 2$/)
  await expect(dialog.getByText('Loading ticket...')).toBeVisible()
  await answer()
  await expect(dialog.getByRole('heading', { name: 'Updates & Comments' })).toBeVisible()
  await expect(title).toBeFocused()
})

for (const colorScheme of ['light', 'dark'] as const)
  test(`an expanded ticket stands between its list and its facts, as the person left it (${colorScheme})`, async ({
    desk,
    person,
  }) => {
    await several(await desk.signedIn('client'), 3)
    const { page } = await person('helpdesk', { path: null })
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto('/tickets')
    const row = rowsOf(page).getByRole('link', { name: 'Ticket 3' })
    await row.click()
    const dialog = page.getByRole('dialog')
    const box = dialog.getByRole('textbox', { name: 'Add a comment' })
    await box.fill('Half a word')
    await button(dialog, 'Expand').click()
    const queue = dialog.getByRole('region', { name: 'List beside the ticket' })
    await expect(queue.getByRole('link')).toHaveText([/Ticket 3/, /Ticket 2/, /Ticket 1/])
    await expect(queue.getByRole('link', { name: /Ticket 3/ })).toHaveAttribute('aria-current', 'true')
    await expect(box).toHaveValue('Half a word')
    await expect(page).toHaveURL(/\?ticket=/)
    expect(await violationsOf(page)).toEqual([])

    // The list is in use, and the navigation beside it.
    await dialog.getByRole('heading', { level: 2 }).focus()
    await page.keyboard.press('j')
    await expect(queue.getByRole('link', { name: /Ticket 2/ })).toBeFocused()
    await page.keyboard.press('Enter')
    const title = dialog.getByRole('heading', { level: 2 })
    await expect(title).toHaveText(/Ticket 2$/)
    await expect(title).toBeFocused()
    await expect(queue.getByRole('link', { name: /Ticket 2/ })).toHaveAttribute('aria-current', 'true')
    await expect(page.getByRole('link', { name: 'My Tickets' })).toBeVisible()

    // Both sides go and come by a key, for every browser of the person.
    const facts = dialog.getByRole('region', { name: 'Ticket Management' })
    await expect(facts).toBeVisible()
    await page.keyboard.press('b')
    await expect(queue).toHaveCount(0)
    await page.keyboard.press('d')
    await expect(facts).toBeHidden()
    await page.reload()
    await expect(title).toHaveText(/Ticket 2$/)
    await expect(dialog.getByRole('heading', { name: 'Updates & Comments' })).toBeVisible()
    await expect(facts).toBeHidden()
    await page.keyboard.press('d')
    await expect(facts).toBeVisible()

    // Escape gives the list its width back.
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(row).toBeVisible()
    await row.click()
    await page.getByRole('link', { name: 'My Tickets' }).click()
    await expect(dialog).toHaveCount(0)
  })

test('a ticket has its list beside it, however late the list comes', async ({ desk, person }) => {
  const client = await desk.signedIn('client')
  await several(client, 2)
  const { id } = await aTicket(client, { subject: 'Till frozen' })
  const { page, api } = await person('helpdesk', { path: null })
  await api.send('PATCH', '/api/settings', { ticketExpanded: true })
  await page.setViewportSize({ width: 1440, height: 900 })
  const letCome = await holdCalls(page, /\/api\/tickets\?/)
  await page.goto(`/tickets?ticket=${id}`)
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('heading', { name: 'Updates & Comments' })).toBeVisible()
  const queue = dialog.getByRole('region', { name: 'List beside the ticket' })
  await expect(queue).toHaveCount(0)
  await letCome()
  await expect(queue.getByRole('link', { name: /Till frozen/ })).toHaveAttribute('aria-current', 'true')
  await expect(dialog.getByText('1 of 3')).toBeVisible()
})

test('a ticket that has left the list in this moment is opened beside it', async ({
  desk,
  person,
  colleague,
}) => {
  const [, { id } = { id: '' }] = await several(await desk.signedIn('client'), 3)
  const { page, api } = await person('helpdesk', { path: null })
  await api.send('PATCH', '/api/settings', { ticketExpanded: true })
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/tickets?status=open')
  await rowsOf(page).getByRole('link', { name: 'Ticket 3' }).click()
  const dialog = page.getByRole('dialog')
  const queue = dialog.getByRole('region', { name: 'List beside the ticket' })
  const second = queue.getByRole('link', { name: /Ticket 2/ })
  // Rows keep their places under the mouse.
  await second.hover()
  await change(colleague, id, { status: 'resolved' })
  await expect(second).toContainText('Resolved')
  await second.click()
  await expect(dialog.getByRole('heading', { level: 2 })).toHaveText(/Ticket 2$/)
  await expect(queue.getByRole('link', { name: /Ticket 3/ })).toBeVisible()
  await expect(button(dialog, 'Next ticket')).toBeEnabled()
})

test('a key that leads to hidden details brings them back', async ({ person }) => {
  const { page, api } = await person('helpdesk', { path: null })
  const { id } = await aTicket(api)
  await api.send('PATCH', '/api/settings', { ticketExpanded: true, factsBeside: false })
  await page.setViewportSize({ width: 1024, height: 768 })
  await page.goto(`/tickets?ticket=${id}`)
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('heading', { name: 'Updates & Comments' })).toBeVisible()
  const facts = dialog.getByRole('region', { name: 'Ticket Management' })
  await expect(facts).toBeHidden()
  await page.keyboard.press('s')
  await expect(facts).toBeVisible()
  await expect(page.getByRole('listbox').or(page.getByRole('menu'))).toBeVisible()
})

for (const [width, height, headPx] of [
  [390, 844, 96],
  [844, 390, 40],
] as const)
  test(`at ${width} by ${height} a ticket is its conversation, and its chips open the details`, async ({
    person,
    colleague,
  }) => {
    const { page, api } = await person('helpdesk', { path: null })
    const { id } = await aTicket(api, {
      subject: 'A printer with a very long story '.repeat(3),
      description: 'Long.\n\n'.repeat(40),
    })
    await aComment(colleague, id, 'The newest word')
    await page.setViewportSize({ width, height })
    await page.goto(`/tickets?ticket=${id}`)
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByText('The newest word')).toBeInViewport()
    expect((await dialog.locator('.dialog-head').boundingBox())?.height).toBe(headPx)
    const chips = dialog.getByRole('button', { name: /^Details: Open Medium Unassigned/ })
    await chips.click()
    const sheet = dialog.getByRole('group', { name: 'Details' })
    await expect(sheet.getByRole('heading', { name: 'Details' }).first()).toBeFocused()
    await expect(sheet.getByRole('region', { name: 'Ticket Management' })).toBeVisible()
    await expect(button(sheet, 'Print Ticket')).toBeVisible()
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      expect(await violationsOf(page)).toEqual([])
    }
    await page.keyboard.press('Escape')
    await expect(chips).toBeFocused()
    await expect(chips).toHaveAttribute('aria-expanded', 'false')
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      expect(await violationsOf(page)).toEqual([])
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
  })

test('Space on a row shows the newest of its conversation while it is held, and reads nothing', async ({
  desk,
  person,
}) => {
  const client = await desk.signedIn('client')
  const { page, api } = await person('helpdesk', { path: null })
  desk.clock.advance(60_000)
  const { id, ticketNumber } = await aTicket(client, { subject: 'Till frozen' })
  for (let at = 1; at <= 20; at++) await aComment(client, id, `Comment ${at}`)
  const posts = callsOf(page, 'POST')
  await page.goto('/tickets')
  const row = rowsOf(page).getByRole('link', { name: 'Till frozen' })
  await row.focus()
  const peek = page.getByRole('dialog', { name: `${ticketNumber} Till frozen` })
  for (const end of ['release', 'Escape']) {
    await page.keyboard.down(' ')
    await expect(peek.getByText('Comment 20', { exact: true })).toBeInViewport()
    await expect(peek.getByRole('button')).toHaveCount(0)
    expect(await violationsOf(page)).toEqual([])
    if (end === 'Escape') await page.keyboard.press('Escape')
    await page.keyboard.up(' ')
    await expect(peek).toHaveCount(0)
    await expect(row).toBeFocused()
  }
  await expect(page).toHaveURL('/tickets')
  expect(posts.filter((path) => path.endsWith('/read'))).toEqual([])
  const { body } = await api.get<UnreadComments>(`/api/tickets/unread?ids=${id}`)
  expect(body.tickets).toMatchObject([{ unread: 20 }])
})

test('the keyboard of a tablet leaves the comment box in its place, and a low window has the layout of one', async ({
  person,
}) => {
  const { page, api } = await person('helpdesk', { path: null })
  const { id } = await aTicket(api)
  const [tall, low] = [800, 440].map((height) => ({ width: 1100, height }))
  await page.setViewportSize(tall!)
  await page.goto(`/tickets?ticket=${id}`)
  const dialog = page.getByRole('dialog')
  const facts = dialog.getByRole('region', { name: 'About this ticket' })
  const box = dialog.getByLabel('Add a comment')
  await expect(facts).toBeVisible()
  await box.fill('Half a ')
  await page.setViewportSize(low!)
  await page.keyboard.type('thought')
  await expect(box).toBeFocused()
  await expect(box).toHaveValue('Half a thought')
  await expect(facts).toBeVisible()

  await page.setViewportSize(tall!)
  await dialog.getByRole('heading', { level: 2 }).focus()
  await page.setViewportSize(low!)
  await expect(facts).toBeHidden()
  await expect(box).toHaveValue('Half a thought')
})
