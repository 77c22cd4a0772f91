import type { Locator, Page } from '@playwright/test'
import { aClient, aComment, aTicket, assign } from '#test/factories.ts'
import { content } from '#test/files.ts'
import { breakCalls, hasArrived, holdCalls, holdMessages, isTold, stopTime } from '#test/browser/steps.ts'
import { expect } from '#test/browser/desk.ts'
import { file } from '#test/browser/files.ts'
import { button, listen, several, test, toastsOf } from '#test/browser/tickets.ts'

const paletteOf = (page: Page): Locator => page.getByRole('dialog', { name: 'Search and commands' })
const optionOf = (page: Page, name: string | RegExp) => paletteOf(page).getByRole('option', { name })

async function openPalette(page: Page): Promise<Locator> {
  await hasArrived(page)
  await page.keyboard.press('Control+k')
  await expect(paletteOf(page).getByRole('combobox')).toBeFocused()
  return paletteOf(page)
}
const type = (page: Page, text: string) => paletteOf(page).getByRole('combobox').fill(text)

test('a helpdesk person finds a ticket by a word of a comment, sees where it stands, and opens it by keys alone', async ({
  person,
}) => {
  const { page, api } = await person('helpdesk')
  const ticket = await aTicket(api, { subject: 'Scanner is silent' })
  await aComment(api, ticket.id, 'The fuse of the oscilloscope blew.', true)
  await openPalette(page)
  await type(page, 'oscilloscope')
  const hit = optionOf(page, /Scanner is silent/)
  await expect(hit).toContainText('Internal comment: The fuse of the oscilloscope blew.')
  await expect(hit.locator('mark')).toHaveText('oscilloscope')
  await expect(hit).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(paletteOf(page)).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Scanner is silent' })).toBeFocused()
  await expect(page).toHaveURL(`/?ticket=${ticket.id}`)
})

test('a person opens a ticket by its number alone, and finds it again among the recent ones', async ({
  person,
}) => {
  const { page, api } = await person('internal')
  const [ticket] = await several(api, 1)
  await openPalette(page)
  await type(page, `#${Number(ticket!.ticketNumber.slice(4))}`)
  await optionOf(page, `Open ${ticket!.ticketNumber}`).click()
  await expect(page.getByRole('heading', { name: 'Ticket 1' })).toBeVisible()
  await page.keyboard.press('Escape')
  await openPalette(page)
  await expect(paletteOf(page).getByRole('group', { name: 'Recent tickets' })).toContainText('Ticket 1')
})

test('a typing mistake is forgiven, and similar hits are called so', async ({ person }) => {
  const { page, api } = await person('helpdesk')
  await aTicket(api, { subject: 'Thermostat stuck' })
  await openPalette(page)
  await type(page, 'themrostat')
  await expect(paletteOf(page).getByRole('group', { name: 'Tickets with similar words' })).toContainText(
    'Thermostat stuck',
  )
})

test('a client finds their own tickets and nothing internal, goes where they may, and nowhere else', async ({
  person,
  colleague,
}) => {
  const { page, api } = await person('client')
  const ticket = await aTicket(api, { subject: 'Mine is heavy' })
  await aComment(colleague, ticket.id, 'heavyweight debtor', true)
  await aTicket(colleague, { subject: 'Heavy of another' })
  await openPalette(page)
  await type(page, 'heavy')
  await expect(optionOf(page, /Mine is heavy/)).toBeVisible()
  await expect(optionOf(page, /Heavy of another/)).toHaveCount(0)
  await type(page, 'heavyweight')
  await expect(paletteOf(page)).toContainText('Nothing found for “heavyweight”.')
  await type(page, '')
  await expect(paletteOf(page).getByRole('group', { name: 'Go to' }).getByRole('option')).toHaveText([
    /My Tickets/,
    /Support Portal/,
  ])
})

test('a helpdesk person goes from a company, a colleague and a product to their tickets', async ({
  desk,
  person,
}) => {
  const { page } = await person('helpdesk')
  const root = await desk.signedIn('super_user', { firstName: 'Rosalind', lastName: 'Franklin' })
  const { id } = await aClient(root, { name: 'Palette Paints' })
  const painter = await desk.person('client', { firstName: 'Pia', lastName: 'Painter' })
  await assign(root, id, painter.id, 'employee')
  await openPalette(page)
  await type(page, 'palette paints')
  await optionOf(page, 'Palette Paints').click()
  await expect(page).toHaveURL(`/tickets?clientId=${id}`)
  await openPalette(page)
  await type(page, 'rosalind')
  await optionOf(page, /Rosalind Franklin/).click()
  await expect(page).toHaveURL(`/tickets?assignedToId=${root.id}`)
})

test('on an open ticket a person changes its status, takes it, and copies its link', async ({ person }) => {
  const { page, api, context } = await person('helpdesk', { path: null })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const ticket = await aTicket(api)
  await page.goto(`/?ticket=${ticket.id}`)
  const dialog = page.getByRole('dialog', { name: ticket.subject })
  await expect(dialog).toBeVisible()
  const { versions } = listen(page)
  await holdMessages(page)
  await openPalette(page)
  await type(page, 'status test')
  await optionOf(page, 'Set status to Testing').click()
  await expect(dialog.locator('.dialog-head')).toContainText('Testing')
  await isTold(page, 'Success', 'Ticket updated successfully.')
  await button(toastsOf(page), 'Dismiss').click()
  await openPalette(page)
  await type(page, 'assign me')
  await page.keyboard.press('Enter')
  await isTold(page, 'Success', 'Ticket updated successfully.')
  expect((await api.get(`/api/tickets/${ticket.id}`)).body).toMatchObject({
    status: 'testing',
    assignedToId: api.id,
  })
  expect(versions).toEqual(['"1"', '"2"'])
  await openPalette(page)
  await type(page, 'copy link')
  await page.keyboard.press('Enter')
  await isTold(page, 'Success', 'Link copied.')
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(new URL(copied).pathname + new URL(copied).search).toBe(`/my-tickets?ticket=${ticket.ticketNumber}`)
  await expect(dialog).toBeVisible()
})

test('a person changes theme and density, creates a ticket and signs out from the palette', async ({
  person,
}) => {
  const { page } = await person('helpdesk')
  const root = page.locator('html')
  for (const [text, attribute, value] of [
    ['theme dark', 'data-theme', 'dark'],
    ['compact', 'data-density', 'compact'],
  ] as const) {
    await openPalette(page)
    await type(page, text)
    await page.keyboard.press('Enter')
    await expect(root).toHaveAttribute(attribute, value)
  }
  await openPalette(page)
  await type(page, 'create')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Create Ticket' })).toBeVisible()
  await page.keyboard.press('Escape')
  await openPalette(page)
  await type(page, 'sign out')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Sign In' }).first()).toBeVisible()
})

test('the palette does not search for every letter, keeps its hits meanwhile, and says when nothing answers', async ({
  person,
}) => {
  const { page, api } = await person('helpdesk', { path: null })
  await several(api, 1, { description: 'The barometer fell.' })
  const calls = listen(page)
  await page.clock.install()
  await page.goto('/tickets')
  await openPalette(page)
  // The time stands still, so that nobody pauses between two letters, however slow the machine is.
  await stopTime(page)
  await page.keyboard.type('barometer')
  await page.clock.resume()
  await expect(optionOf(page, /Ticket 1/)).toBeVisible()
  expect(calls.reads.filter((path) => path === '/api/search')).toHaveLength(1)

  const letGo = await holdCalls(page, '**/api/search*')
  await page.keyboard.type(' fell')
  const hits = paletteOf(page).locator('[cmdk-group]').filter({ hasText: 'Ticket 1' })
  await expect(hits).toHaveCSS('opacity', '0.6')
  await page.keyboard.press('Enter')
  await expect(paletteOf(page)).toBeVisible()
  expect(page.url()).not.toContain('ticket=')
  await expect(optionOf(page, /Ticket 1/)).toBeVisible()
  await letGo()
  await expect(hits).toHaveCSS('opacity', '1')

  const repair = await breakCalls(page, '**/api/search*')
  await page.keyboard.type(' x')
  await expect(paletteOf(page).getByRole('alert')).toContainText('Search did not respond.')
  await repair()
  await paletteOf(page).getByRole('button', { name: 'Retry' }).click()
  await expect(paletteOf(page)).toContainText('Nothing found for “barometer fell x”.')
})

test('the palette opens by a button, too, gives the focus back, and fills a phone', async ({ person }) => {
  const { page } = await person('helpdesk')
  const button = page.getByRole('button', { name: 'Search and commands' })
  await button.click()
  await expect(paletteOf(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(button).toBeFocused()
  await page.setViewportSize({ width: 390, height: 800 })
  await button.click()
  await expect(paletteOf(page)).toHaveCSS('border-radius', '0px')
  await expect.poll(() => paletteOf(page).boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 800 })
  await paletteOf(page).getByRole('button', { name: 'Close' }).click()
  await expect(paletteOf(page)).toHaveCount(0)
})

test('the palette leaves a form alone that somebody writes in, with its text and the file that is uploaded', async ({
  person,
}) => {
  const { page } = await person('helpdesk', { path: '/tickets' })
  await hasArrived(page)
  await page.keyboard.press('c')
  const form = page.getByRole('dialog', { name: 'Create Ticket' })
  const release = await holdCalls(page, /\/api\/uploads\/object/, 'PUT')
  await form.getByLabel('Attachments', { exact: true }).setInputFiles([file('plan.txt', content.txt)])
  const row = form.getByRole('listitem').filter({ hasText: 'plan.txt' })
  await expect(row).toBeVisible()
  const subject = form.getByLabel('Subject', { exact: true })
  await subject.fill('The sign')
  await page.keyboard.press('Control+k')
  await page.keyboard.type(' is dark')
  await expect(subject).toHaveValue('The sign is dark')
  await release()
  await expect(row).toContainText('Uploaded')
  await expect(paletteOf(page)).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(form).toHaveCount(0)
  await openPalette(page)
})
