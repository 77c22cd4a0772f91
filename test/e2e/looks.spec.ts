import type { Page } from '@playwright/test'
import { priorities, statuses } from '#features/tickets/contract.ts'
import { aClient, aComment, aProduct, assign, aTicket, change } from '#test/factories.ts'
import type { Caller } from '#test/harness.ts'
import { violationsOf } from './axe.ts'
import { logOf, say } from './chat.ts'
import { expect, test } from './desk.ts'

const narrow = 390
const widths = [narrow, 1024, 1440]
/** The narrowest there is; nothing but overflow is looked for. */
const narrowest = 320
const themes = ['light', 'dark'] as const

/** What reaches over the right or left edge of the window and does not scroll within something. */
const overflowOf = (page: Page) =>
  page.evaluate(() => {
    const width = document.documentElement.clientWidth
    const scrolls = (element: Element | null): boolean =>
      element !== null &&
      element !== document.body &&
      element !== document.documentElement &&
      (getComputedStyle(element).overflowX !== 'visible' || scrolls(element.parentElement))
    const over = [...document.body.querySelectorAll('*')].filter((element) => {
      const box = element.getBoundingClientRect()
      const isOver = box.width > 1 && box.height > 1 && (box.right > width + 1 || box.left < -1)
      return isOver && !scrolls(element.parentElement)
    })
    if (document.documentElement.scrollWidth > width) over.push(document.documentElement)
    const panes = [...document.querySelectorAll('[role=dialog], [role=alertdialog], .dialog-body, main')]
    over.push(...panes.filter((pane) => pane.scrollWidth > pane.clientWidth + 1))
    return over.map(
      (element) => `${element.tagName.toLowerCase()}.${(element.getAttribute('class') ?? '').slice(0, 60)}`,
    )
  })

/** What still overflows once the screen has arranged itself for its new width; a few of it tell enough. */
async function lastingOverflowOf(page: Page): Promise<string[]> {
  let overflow: string[] = []
  const isNone = async () => {
    overflow = await overflowOf(page)
    expect(overflow).toEqual([])
  }
  await expect(isNone)
    .toPass({ timeout: 3000 })
    .catch(() => undefined)
  return overflow.slice(0, 5)
}

/** Looks at a screen in every width and theme. What must be opened for it stays open. */
async function lookAt(page: Page, name: string, some = [...widths, narrowest]): Promise<void> {
  const faults: string[] = []
  for (const width of some) {
    await page.setViewportSize({ width, height: 900 })
    const overflow = await lastingOverflowOf(page)
    faults.push(...overflow.map((what) => `${name} at ${width}: overflows: ${what}`))
    if (width === narrowest) continue
    for (const theme of themes) {
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
      await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
      // A theme changes nothing but colours.
      const violations = await violationsOf(page, theme === 'light' ? 'all' : 'colours')
      faults.push(...violations.map((what) => `${name} at ${width}, ${theme}: ${what}`))
    }
  }
  expect.soft(faults, name).toEqual([])
}

const long = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'

/** One ticket of each status and priority, one with words that do not break, and comments of both kinds. */
async function someTickets(by: Caller): Promise<string> {
  for (const [place, status] of statuses.entries()) {
    const { id } = await aTicket(by, {
      subject: `A ticket that is ${status}`,
      priority: priorities[place % priorities.length],
    })
    await change(by, id, { status, assignedToId: place % 2 ? by.id : null })
  }
  const { id } = await aTicket(by, { subject: long, description: long, customerName: long.slice(0, 60) })
  await change(by, id, { assignedToId: by.id })
  await aComment(by, id, long)
  await aComment(by, id, 'They have not paid since May.', true)
  await say(by, id, long)
  return id
}

test.describe.configure({ timeout: 180_000 })

test('somebody signed out can read and use every screen, at any width, in the light and in the dark', async ({
  visitor,
}) => {
  const page = await visitor()
  await page.goto('/')
  await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible()
  await lookAt(page, 'sign-in')
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page.getByText('Email is required')).toBeVisible()
  await page.getByRole('button', { name: /Register/ }).click()
  await page.getByRole('button', { name: 'Register', exact: true }).click()
  await expect(page.getByText('First name is required')).toBeVisible()
  await lookAt(page, 'registration with errors')
  await page.goto('/nope')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await lookAt(page, 'not found, signed out')
})

test('a client can read and use every screen, at any width, in the light and in the dark', async ({
  person,
}) => {
  const { page, api } = await person('client')
  await expect(page.getByText('No tickets assigned')).toBeVisible()
  await lookAt(page, 'My Tickets, empty')
  await page.goto('/nope')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await lookAt(page, 'not found, signed in')
  await page.goto('/client-portal')
  await expect(page.getByText('No tickets found.')).toBeVisible()
  await aTicket(api, { subject: long })
  await expect(page.getByText(long).first()).toBeVisible()
  await page.getByRole('button', { name: 'Submit Ticket' }).click()
  await expect(page.getByText('Subject is required')).toBeVisible()
  await lookAt(page, 'portal with errors')
})

test('a helpdesk person can read and use the lists, at any width, in the light and in the dark', async ({
  person,
}) => {
  const { page, api, name } = await person('helpdesk')
  await someTickets(api)
  await page.goto('/')
  await expect(page.getByText(long).first()).toBeVisible()
  await lookAt(page, 'My Tickets, full')
  await page.setViewportSize({ width: 1024, height: 900 })
  await page.getByRole('button', { name }).click()
  await expect(page.getByRole('menu')).toBeVisible()
  await lookAt(page, 'user menu', [1024, 1440])
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: narrow, height: 844 })
  await page.getByRole('button', { name: 'Open menu' }).click()
  await page.getByRole('dialog').getByRole('button', { name }).click()
  await expect(page.getByRole('menu')).toBeVisible()
  await lookAt(page, 'menu on a phone', [narrow, narrowest])

  await page.goto('/tickets')
  await expect(page.getByText(long).first()).toBeVisible()
  await lookAt(page, 'Tickets, table')
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    await page.getByRole('button', { name: 'Filters' }).click()
    await expect(page.getByRole('dialog', { name: 'Filters' })).toBeVisible()
    await lookAt(page, 'filters', width === narrow ? [narrow, narrowest] : [width])
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
  await page.goto('/tickets?view=board')
  await expect(page.getByText(long).first()).toBeVisible()
  await lookAt(page, 'Tickets, board')
})

test('a super user can read and use every dialog, at any width, in the light and in the dark', async ({
  person,
}) => {
  const { page, api } = await person('super_user')
  const id = await someTickets(api)
  await page.goto(`/tickets?ticket=${id}`)
  const ticket = page.getByRole('dialog', { name: long })
  await expect(ticket.getByRole('listitem').filter({ hasText: 'They have not paid' })).toBeVisible()
  await expect(logOf(page)).toContainText(long)
  await lookAt(page, 'ticket')
  await page.setViewportSize({ width: narrow, height: 900 })
  await ticket.getByRole('tab', { name: 'Live Chat' }).click()
  await expect(logOf(page)).toContainText(long)
  await lookAt(page, 'ticket, chat', [narrow, narrowest])
  await ticket.getByRole('tab', { name: 'Updates & Comments' }).click()
  await lookAt(page, 'ticket, updates', [narrow, narrowest])
  await ticket.getByRole('button', { name: 'Delete Ticket' }).click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await lookAt(page, 'question before deleting')

  await page.goto('/tickets')
  await page.getByRole('button', { name: 'Create Ticket' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Submit Ticket' }).click()
  await expect(page.getByText('Subject is required')).toBeVisible()
  await lookAt(page, 'create dialog with errors')
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('button', { name: 'API Documentation' }).click()
  await expect(page.frameLocator('iframe').getByRole('heading', { name: 'Users' })).toBeVisible()
  await lookAt(page, 'API page', [1440])
})

test('somebody who administers can read and use every screen, at any width, in the light and in the dark', async ({
  person,
}) => {
  const { page, api } = await person('super_user')
  await someTickets(api)
  const client = await aClient(api, { name: long, website: 'https://example.com' })
  await assign(api, client.id, (await person('client')).api.id, 'admin')
  await aProduct(api, { name: long, clientId: client.id })
  const screens = {
    '/dashboard': 'Team Performance',
    '/users': 'First1',
    [`/clients?client=${client.id}`]: long,
    '/products': long,
  }
  for (const [path, text] of Object.entries(screens)) {
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(path)
    await expect(page.getByText(text).first()).toBeVisible()
    await lookAt(page, path, [narrow, 1440, narrowest])
  }
})

test('a person can read and use what opens over the lists, in the light and in the dark', async ({
  person,
}) => {
  const { page, api } = await person('helpdesk', { path: '/tickets' })
  await someTickets(api)
  const over = page.getByRole('dialog')
  await page.setViewportSize({ width: 1024, height: 900 })
  for (const name of ['Columns', 'Views']) {
    await page.getByRole('button', { name, exact: true }).click()
    await expect(page.getByRole('dialog', { name })).toBeVisible()
    await lookAt(page, name, [1024])
    await page.keyboard.press('Escape')
    await expect(over).toHaveCount(0)
  }
  await page.keyboard.press('?')
  await expect(over).toBeVisible()
  await lookAt(page, 'shortcuts', [narrow, 1440])
  await page.keyboard.press('Escape')
  await expect(over).toHaveCount(0)
  await page.keyboard.press('Control+k')
  await over.getByRole('combobox').fill('ticket')
  await expect(over.getByRole('option').nth(2)).toBeVisible()
  await lookAt(page, 'palette', [narrow, 1440])
})
