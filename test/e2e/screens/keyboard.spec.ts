import type { Page } from '@playwright/test'
import { aComment, aTicket, change } from '#test/factories.ts'
import { expect } from '#test/browser/desk.ts'
import { goLiveToTickets, rowsOf, several, test } from '#test/browser/tickets.ts'
import { violationsOf } from '#test/browser/axe.ts'
import { hasArrived, isLive, rowOf } from '#test/browser/steps.ts'

const sheetOf = (page: Page) => page.getByRole('dialog', { name: 'Keyboard shortcuts' })

const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key)
}
const linkOf = (page: Page, subject: string) => page.getByRole('link', { name: subject, exact: true })

/** Both keys at once: on a busy machine the second would come too late to belong to the first. */
const goBy = (page: Page, letter: string) => Promise.all(['g', letter].map((key) => page.keyboard.press(key)))

test('people of the desk go to each of their screens by g and a letter, and to no other', async ({
  person,
}) => {
  const { page, become } = await person('helpdesk')
  await hasArrived(page)
  await goBy(page, 't')
  await expect(page).toHaveURL('/tickets')
  await goBy(page, 'm')
  await expect(page).toHaveURL('/')
  await goBy(page, 'u')
  await expect(page).toHaveURL('/')
  await goBy(page, 'd')
  await expect(page).toHaveURL('/dashboard')

  await become('super_user')
  await hasArrived(page)
  for (const [letter, path] of [
    ['u', '/users'],
    ['c', '/clients'],
    ['p', '/products'],
    ['e', '/email-management'],
    ['s', '/email-settings'],
  ] as const) {
    await goBy(page, letter)
    await expect(page).toHaveURL(path)
  }
})

test('a client goes to the portal and creates a ticket there by a key', async ({ person }) => {
  const { page } = await person('client')
  await hasArrived(page)
  await press(page, 'c')
  await expect(page).toHaveURL('/client-portal')
  await expect(page.getByLabel('Subject')).toBeFocused()
  await page.keyboard.type('gm c x')
  await expect(page.getByLabel('Subject')).toHaveValue('gm c x')
  await expect(page).toHaveURL('/client-portal')
})

test('a helpdesk person walks through the list, opens, selects and clears by keys alone', async ({
  person,
}) => {
  const { page, api } = await person('helpdesk', { path: null })
  await several(api, 5)
  await page.goto('/tickets')
  await expect(rowsOf(page)).toHaveCount(5)
  await hasArrived(page)
  await press(page, 'j')
  await expect(linkOf(page, 'Ticket 5')).toBeFocused()
  await press(page, 'j', 'ArrowDown')
  await expect(linkOf(page, 'Ticket 3')).toBeFocused()
  await press(page, 'k')
  await expect(linkOf(page, 'Ticket 4')).toBeFocused()
  await press(page, 'Enter')
  await expect(page.getByRole('heading', { name: 'Ticket 4' })).toBeFocused()
  await press(page, 'j')
  await expect(page.getByRole('heading', { name: 'Ticket 4' })).toBeFocused()
  await press(page, 'Escape')
  await expect(linkOf(page, 'Ticket 4')).toBeFocused()

  const selected = page.getByRole('region', { name: 'Selected tickets' })
  await press(page, 'x')
  await expect(selected).toContainText('1 selected')
  await press(page, 'j', 'j', 'Shift+X')
  await expect(selected).toContainText('3 selected')
  await press(page, 'Control+a')
  await expect(selected).toContainText('5 selected')
  await expect(linkOf(page, 'Ticket 2')).toBeFocused()
  await press(page, 'Escape')
  await expect(selected).toHaveCount(0)

  await press(page, '/')
  await expect(page.getByRole('searchbox', { name: 'Search tickets' })).toBeFocused()
  await page.keyboard.type('jxv?')
  await expect(page.getByRole('searchbox', { name: 'Search tickets' })).toHaveValue('jxv?')
  await expect(sheetOf(page)).toHaveCount(0)
})

test('a person switches between table and board, and creates a ticket, by one key each', async ({
  person,
}) => {
  const { page, api } = await person('helpdesk', { path: null })
  await several(api, 1)
  await page.goto('/tickets')
  await expect(rowsOf(page)).toHaveCount(1)
  await hasArrived(page)
  await press(page, 'v')
  await expect(page).toHaveURL('/tickets?view=board')
  await expect(page.getByRole('article', { name: 'Ticket 1' })).toBeVisible()
  await press(page, 'j')
  await expect(page.getByRole('article', { name: 'Ticket 1' }).locator(':focus')).toHaveCount(1)
  await press(page, 'v')
  await expect(page).toHaveURL('/tickets')
  await press(page, 'c')
  await expect(page.getByRole('dialog', { name: 'Create Ticket' })).toBeVisible()
})

test('each key in a ticket leads to its part', async ({ person, colleague }) => {
  const { page, api, name } = await person('helpdesk', { path: null })
  const ticket = await aTicket(colleague, { subject: 'By keys' })
  await page.goto(`/?ticket=${ticket.id}`)
  const dialog = page.getByRole('dialog', { name: 'By keys' })
  await expect(dialog).toBeVisible()
  await hasArrived(page)
  await press(page, 'r')
  await expect(dialog.getByLabel('Add a comment')).toBeFocused()
  await page.keyboard.type('spaim')
  await press(page, 'Control+Enter')
  await expect(dialog.getByRole('listitem').filter({ hasText: 'spaim' })).toBeVisible()
  await expect(dialog.getByLabel('Add a comment')).toBeFocused()
  await expect(dialog.getByLabel('Add a comment')).toHaveValue('')
  await dialog.getByRole('heading', { name: 'By keys' }).focus()
  await press(page, 's')
  await expect(page.getByRole('menu', { name: 'Status' })).toBeVisible()
  await press(page, 'Escape')
  await expect(dialog.getByRole('heading', { name: 'By keys' })).toBeFocused()
  await press(page, 'p')
  await expect(page.getByRole('menu', { name: 'Priority' })).toBeVisible()
  await press(page, 'Escape')
  await expect(dialog.getByRole('heading', { name: 'By keys' })).toBeFocused()
  await press(page, 'i')
  await expect(dialog.locator('.dialog-head')).toContainText(`Assigned to ${name}`)
  await expect
    .poll(async () => (await api.get(`/api/tickets/${ticket.id}`)).body)
    .toMatchObject({
      assignedToId: api.id,
    })
  await press(page, 'a')
  await expect(page.getByRole('option', { name: 'Unassigned' })).toBeVisible()
  await press(page, 'Escape')
  await expect(dialog).toBeVisible()

  await page.setViewportSize({ width: 390, height: 800 })
  await dialog.getByRole('heading', { name: 'By keys' }).focus()
  await press(page, 'r')
  await expect(dialog.getByLabel('Add a comment')).toBeFocused()
})

test('a shortcut does nothing with another modifier, while composing and in a menu', async ({ person }) => {
  const { page, api } = await person('helpdesk', { path: null })
  await several(api, 2)
  await page.goto('/tickets')
  await expect(rowsOf(page)).toHaveCount(2)
  await hasArrived(page)
  for (const keys of ['Control+j', 'Alt+j', 'Meta+x', 'Alt+Shift+X']) await press(page, keys)
  await expect(page.locator('main :focus')).toHaveCount(0)
  await page.evaluate(() =>
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'j', bubbles: true, isComposing: true })),
  )
  await expect(page.locator('main :focus')).toHaveCount(0)

  await page
    .getByRole('button', { name: new RegExp(api.id ? 'First|helpdesk' : '') })
    .first()
    .click()
  const menu = page.getByRole('menu')
  await expect(menu).toBeVisible()
  await press(page, 'v', 'c')
  await expect(page).toHaveURL('/tickets')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('a person who switches single keys off has only those with Ctrl, here and on every other machine', async ({
  person,
}) => {
  const { page, api, context } = await person('internal', { path: null })
  await several(api, 2)
  await page.goto('/tickets')
  await expect(rowsOf(page)).toHaveCount(2)
  await hasArrived(page)
  await page
    .getByRole('banner')
    .getByRole('button', { name: /internal/i })
    .click()
  await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click()
  const single = sheetOf(page).getByRole('checkbox', { name: 'Single-key shortcuts' })
  await expect(single).toBeChecked()
  await single.click()
  await expect.poll(async () => (await api.get('/api/settings')).body).toMatchObject({ shortcuts: false })
  await press(page, 'Escape')
  await press(page, 'j', '?', 'g', 'm')
  await expect(page.locator('main a:focus')).toHaveCount(0)
  await expect(page).toHaveURL('/tickets')
  await expect(sheetOf(page)).toHaveCount(0)

  const other = await context.newPage()
  await other.goto('/tickets')
  await expect(rowsOf(other)).toHaveCount(2)
  const palette = other.getByRole('dialog', { name: 'Search and commands' })
  await expect(async () => {
    await other.keyboard.press('Control+k')
    await expect(palette).toBeVisible({ timeout: 500 })
  }).toPass()
  await other.keyboard.press('Escape')
  await press(other, 'j', '?')
  await expect(sheetOf(other)).toHaveCount(0)
})

test('the sheet of shortcuts shows each role its own keys, and is accessible', async ({ person }) => {
  const expected = {
    client: {
      has: ['Go to Support Portal', 'Write a comment', 'Create a ticket'],
      hasNot: ['Assign', 'Status', 'Go to Tickets'],
    },
    internal: {
      has: ['Status', 'Go to Tickets'],
      hasNot: ['Assign to me', 'Go to Support Portal', 'Create a ticket'],
    },
    helpdesk: {
      has: ['Assign to me', 'Table or board', 'Create a ticket'],
      hasNot: ['Go to User Management'],
    },
  } as const
  const { page, become } = await person('client')
  for (const [role, { has, hasNot }] of Object.entries(expected)) {
    if (role !== 'client') await become(role as keyof typeof expected)
    await hasArrived(page)
    await press(page, '?')
    for (const text of has)
      await expect(sheetOf(page).getByText(text, { exact: true }), `${role}: ${text}`).toBeVisible()
    for (const text of hasNot)
      await expect(sheetOf(page).getByText(text, { exact: true }), `${role}: ${text}`).toHaveCount(0)
    expect(await violationsOf(page)).toEqual([])
  }
})

test('the focus stays on a ticket while others change it', async ({ person, colleague }) => {
  const { page, api } = await person('helpdesk')
  const made = await several(api, 4)
  await goLiveToTickets(page)
  await expect(rowsOf(page)).toHaveCount(4)
  await hasArrived(page)
  for (const subject of ['Ticket 4', 'Ticket 3']) {
    await press(page, 'j')
    await expect(linkOf(page, subject)).toBeFocused()
  }
  await change(colleague, made[2]!.id, { status: 'progress', priority: 'critical' })
  await expect(rowOf(page, 'Ticket 3')).toContainText('In Progress')
  await expect(linkOf(page, 'Ticket 3')).toBeFocused()
  await aComment(colleague, made[3]!.id, 'Something')
  await press(page, 'j')
  await expect(linkOf(page, 'Ticket 2')).toBeFocused()
  await press(page, 'k')
  await expect(linkOf(page, 'Ticket 3')).toBeFocused()
})

test('the brackets lead from a ticket through the list it was opened from, over its pages too', async ({
  person,
}) => {
  const { page, api } = await person('helpdesk', { path: null })
  await several(api, 12)
  await page.goto('/tickets')
  await expect(rowsOf(page)).toHaveCount(10)
  await hasArrived(page)
  await linkOf(page, 'Ticket 4').click()
  const title = (subject: string) => page.getByRole('heading', { level: 2, name: new RegExp(`${subject}$`) })
  await expect(title('Ticket 4')).toBeFocused()
  await press(page, '[')
  await expect(title('Ticket 5')).toBeFocused()
  await press(page, ']')
  await expect(title('Ticket 4')).toBeFocused()
  for (const subject of ['Ticket 3', 'Ticket 2', 'Ticket 1']) {
    await expect(page.getByRole('button', { name: 'Next ticket' })).toBeEnabled()
    await press(page, ']')
    await expect(title(subject)).toBeFocused()
  }
  await expect(page.getByRole('button', { name: 'Next ticket' })).toBeDisabled()
  await press(page, ']')
  await expect(title('Ticket 1')).toBeFocused()
  await page.getByRole('button', { name: 'Previous ticket' }).click()
  await expect(title('Ticket 2')).toBeFocused()
  await press(page, 'Escape')
  await expect(page).toHaveURL('/tickets')
})

test('the brackets lead nowhere from a ticket that was opened from no list', async ({
  person,
  colleague,
}) => {
  const { page, api } = await person('helpdesk')
  await isLive(page)
  const ticket = await aTicket(colleague, { subject: 'On its own' })
  await page.goto(`/?ticket=${ticket.id}`)
  await expect(page.getByRole('dialog', { name: 'On its own' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Next ticket' })).toHaveCount(0)
  expect(api.id).toBeTruthy()
})

test('m leads to the chat of a ticket: beside it, behind its tab, over it, and closed', async ({
  person,
}) => {
  const { page, api } = await person('client', { path: null })
  const ticket = await aTicket(api, { subject: 'By keys' })
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`/?ticket=${ticket.id}`)
  const heading = page.getByRole('heading', { name: 'By keys' })
  await expect(heading).toBeVisible()
  const message = page.getByRole('textbox', { name: 'Message', includeHidden: true })
  await hasArrived(page)
  await heading.focus()
  await press(page, 'm')
  const arranged = [
    [1440, page.getByRole('button', { name: /^Live Chat/ })],
    [1024, page.getByRole('tab', { name: /^Live Chat/ })],
    [390, page.getByRole('button', { name: /^Details/ })],
  ] as const
  for (const [width, sign] of arranged) {
    await page.setViewportSize({ width, height: 900 })
    await expect(sign).toBeVisible()
    await expect(message).toBeEnabled()
    await heading.focus()
    await press(page, 'm')
    await expect(message).toBeFocused()
    await expect(message).toHaveValue('')
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('button', { name: /^Live Chat/ }).click()
  await expect(message).toHaveCount(0)
  await heading.focus()
  await press(page, 'm')
  await expect(message).toBeFocused()
  await expect(message).toHaveValue('')
})

test('a person who presses Escape twice quickly closes the ticket and stays where they were', async ({
  person,
}) => {
  const { page, api } = await person('helpdesk', { path: null })
  await aTicket(api, { subject: 'Left in haste', priority: 'critical' })
  await page.goto('/dashboard')
  await page.getByRole('link', { name: 'Tickets', exact: true }).click()
  await page.getByRole('row').getByRole('link', { name: 'Left in haste' }).click()
  await expect(page.getByRole('dialog', { name: 'Left in haste' })).toBeVisible()
  await page.evaluate(() => {
    for (let time = 0; time < 2; time++)
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
  })
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL('/tickets')
  await page.goForward()
  await expect(page.getByRole('dialog', { name: 'Left in haste' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL('/tickets')
})

test('shortcuts work on keyboards of other alphabets, by the place of the key', async ({ person, desk }) => {
  await aTicket(await desk.signedIn('client'), { subject: 'Printed on a Cyrillic keyboard' })
  const { page } = await person('helpdesk', { path: '/tickets' })
  await isLive(page)
  const pressForeign = (key: string, code: string, ctrlKey = false) =>
    page.evaluate(
      (init) =>
        (document.activeElement ?? document.body).dispatchEvent(
          new KeyboardEvent('keydown', { ...init, bubbles: true, cancelable: true }),
        ),
      { key, code, ctrlKey },
    )
  await pressForeign('о', 'KeyJ')
  await expect(rowsOf(page).first().getByRole('link').first()).toBeFocused()
  await pressForeign('л', 'KeyK', true)
  await expect(page.getByRole('dialog', { name: 'Search and commands' })).toBeVisible()
  await page.keyboard.press('Escape')
  // A sign of another alphabet may stand on the key of a bracket, too.
  await pressForeign('с', 'KeyC')
  await expect(page.getByRole('dialog', { name: 'Create Ticket' })).toBeVisible()
})

test('Ctrl+B leaves the sidebar alone while somebody writes, and is listed', async ({ person, desk }) => {
  const ticket = await aTicket(await desk.signedIn('client'), { subject: 'Written in bold' })
  const { page } = await person('helpdesk', { path: `/tickets?ticket=${ticket.id}` })
  await page.getByRole('textbox', { name: 'Add a comment' }).focus()
  await page.keyboard.press('Control+b')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Collapse sidebar' })).toBeVisible()
  await page.keyboard.press('?')
  await expect(sheetOf(page)).toContainText('Show or hide the sidebar')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+b')
  await expect(page.getByRole('button', { name: 'Expand sidebar' })).toBeVisible()
})
