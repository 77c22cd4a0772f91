import type { Locator, Page } from '@playwright/test'
import type { Client } from '#features/clients/contract.ts'
import { mailVariables } from '#features/mail-settings/contract.ts'
import type { Product } from '#features/products/contract.ts'
import type { Role, User } from '#features/users/contract.ts'
import { aTicket } from '#test/factories.ts'
import type { Caller } from '#test/harness.ts'
import { boardPath } from '#test/browser/board.ts'
import { expect } from '#test/browser/desk.ts'
import { hasArrived } from '#test/browser/steps.ts'
import { test } from '#test/browser/tickets.ts'

/** One run names all that is bare. */
const softly = expect.configure({ soft: true })

/** Every text from right to left, longer than in English, and between marks. */
const choosePseudoLocale = (page: Page) =>
  page.addInitScript(() => {
    // A sandboxed frame has no storage.
    if (window === window.top) localStorage.setItem('signalbox.language', 'ar-XB')
  })

/** Names that are the same in every language. */
const nobodysWords =
  /^(Signalbox|WhatsApp|HTML|SMTP|SSL|TLS|CSV|QR|SMS|API|Esc|Enter|Ctrl|Shift|Alt|Tab|GMT|UTC)$/

/** Texts of controls and headings that have not gone through the catalogue. */
const bareTextsOf = (page: Page) =>
  page.evaluate((left) => {
    const parts = 'button, a, label, legend, th, h1, h2, h3, option, summary, [role=tab], [role=menuitem], dt'
    const isShown = (one: Element) =>
      one.checkVisibility() && !one.closest('[data-written], body [lang], tbody')
    const textOf = (one: Element) =>
      [...one.childNodes]
        .filter((node) => node.nodeType === Node.TEXT_NODE)
        .map((node) => node.textContent)
        .join('')
        .trim()
    const said = [...document.querySelectorAll(parts)]
      .filter(isShown)
      .flatMap((one) => [textOf(one), one.getAttribute('aria-label') ?? '', one.getAttribute('title') ?? ''])
    const named = [...document.querySelectorAll('[aria-label], [placeholder]')]
      .filter(isShown)
      .flatMap((one) => [one.getAttribute('aria-label') ?? '', one.getAttribute('placeholder') ?? ''])
    const isBare = (text: string) =>
      /[a-z]{2,}/i.test(text) && !text.includes('\u2067') && !new RegExp(left).test(text)
    return [...new Set([...said, ...named])].filter(isBare)
  }, nobodysWords.source)

/** Finds parts beyond the edge of a page that then moves sideways. */
const sidewaysOf = (page: Page) =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth <= clientWidth) return []
    return [...document.querySelectorAll('body *')]
      .filter(
        (one) => one.getBoundingClientRect().left < 0 || one.getBoundingClientRect().right > clientWidth,
      )
      .slice(0, 5)
      .map((one) => `${one.tagName} ${one.className} ${one.textContent?.slice(0, 40)}`)
  })

test('before anybody has signed in every text comes from the catalogue, and fits from right to left', async ({
  visitor,
}) => {
  const page = await visitor()
  await choosePseudoLocale(page)
  for (const path of ['/', '/reset', '/nowhere'])
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 })
      await page.goto(path)
      await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
      await expect(page.getByRole('heading').first()).toBeVisible()
      expect(await bareTextsOf(page), path).toEqual([])
      await expect.poll(() => sidewaysOf(page), `${path} at ${width}`).toEqual([])
    }
})

/** Everybody there is, however many other tests have made. */
async function listPeople(api: Caller, from = 0): Promise<User[]> {
  const { body } = await api.get<User[]>(`/api/users?limit=100&offset=${from}`)
  return body.length < 100 ? body : [...body, ...(await listPeople(api, from + 100))]
}

/** Names that people of the desk have given, in other tests, too. */
async function listWritten(api: Caller): Promise<string[]> {
  const users = await listPeople(api)
  const { body: clients } = await api.get<Client[]>('/api/clients')
  const { body: products } = await api.get<Product[]>('/api/products')
  return [
    ...users.flatMap(({ firstName, lastName, email }) => [`${firstName} ${lastName}`, email]),
    ...[...clients, ...products].map(({ name }) => name),
  ]
}

async function lookAt(page: Page, where: string, listOwn: () => Promise<string[]>): Promise<void> {
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  const texts = await bareTextsOf(page)
  const written = await listOwn()
  const bare = texts.filter((text) => !written.some((one) => text.includes(one)))
  softly(bare, where).toEqual([])
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 })
    // The parts of a wide window leave a moment after it has become narrow.
    await softly.poll(() => sidewaysOf(page), `${where} at ${width}`).toEqual([])
  }
  await page.setViewportSize({ width: 1440, height: 900 })
}

const screens: [Role, string[]][] = [
  [
    'super_user',
    [
      '/',
      '/tickets',
      '/kanban',
      '/inbound',
      '/clients',
      '/products',
      '/users',
      '/email-management',
      '/email-settings',
      '/system',
      '/desk-settings',
      '/audit',
      '/deleted',
      '/import',
      '/retention',
      '/dashboard',
      '/profile',
    ],
  ],
  ['client', ['/client-portal', '/profile']],
]

for (const [role, paths] of screens)
  test(`controls for a ${role} take their words from the catalogue, and fit from right to left`, async ({
    person,
    colleague,
  }) => {
    const ticket = await aTicket(colleague, { subject: 'Zebra' })
    const { page } = await person(role, { path: null })
    const own = ['Acme', 'Zebra', '@desk.test', ticket.ticketNumber, ...mailVariables]
    const look = (where: string) =>
      lookAt(page, where, async () => [...own, ...(await listWritten(colleague))])
    await choosePseudoLocale(page)
    for (const path of paths) {
      await page.goto(path)
      await hasArrived(page)
      await look(path)
    }
    if (role === 'client') return
    await page.goto(`/tickets?ticket=${ticket.id}`)
    await expect(page.getByRole('heading', { name: 'Zebra' })).toBeVisible()
    await look('a ticket')
    await page.goto('/tickets')
    await hasArrived(page)
    for (const [key, what] of [
      ['c', 'the form of a new ticket'],
      ['?', 'the keys'],
      ['ControlOrMeta+k', 'the palette'],
    ] as const) {
      await page.keyboard.press(key)
      await expect(page.getByRole('dialog').first()).toBeVisible()
      await look(what)
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
    }
  })

test('from right to left list, board, ticket and forms begin at the right', async ({ person, colleague }) => {
  const ticket = await aTicket(colleague, { subject: 'Zebra' })
  const { page } = await person('helpdesk', { path: null })
  await choosePseudoLocale(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  // The head of a ticket is drawn anew once its details are there.
  const boxOf = async (one: Locator) => {
    let box: Awaited<ReturnType<Locator['boundingBox']>> = null
    await expect.poll(async () => (box = await one.boundingBox())).not.toBeNull()
    return box!
  }
  /** The one ends at the right of where the other begins. */
  const stands = async (first: Locator, second: Locator) => {
    const [one, other] = [await boxOf(first), await boxOf(second)]
    expect(one.x).toBeGreaterThanOrEqual(other.x + other.width)
  }
  await page.goto('/tickets')
  const main = page.getByRole('main')
  await stands(page.getByRole('navigation', { name: /Main/ }), main)
  await stands(
    page.getByRole('columnheader', { name: /Subject/ }),
    page.getByRole('columnheader', { name: /Status/ }),
  )
  // An empty field begins where its words will, and what is typed stays clear of the sign in it.
  const search = page.getByRole('searchbox', { name: /Search tickets/ })
  await expect(search).toHaveCSS('direction', 'rtl')
  await search.fill('Zebra')
  for (const side of ['padding-left', 'padding-right']) await expect(search).toHaveCSS(side, '32px')

  await page.goto(boardPath)
  await stands(page.getByRole('region', { name: /Open/ }), page.getByRole('region', { name: /Testing/ }))

  await page.goto(`/tickets?ticket=${ticket.id}`)
  const dialog = page.getByRole('dialog')
  const title = dialog.getByRole('heading', { level: 2 })
  await stands(title, dialog.getByRole('button', { name: /Close/ }).first())
  await stands(
    dialog.getByRole('heading', { name: /Updates & Comments/ }),
    dialog.getByRole('region', { name: /Ticket Management/ }),
  )
  const labels = dialog.getByLabel(/^\W*Labels/)
  // The open list has the same label.
  const field = await boxOf(labels)
  await labels.click()
  const list = await boxOf(page.getByRole('dialog', { name: /Labels/ }))
  expect([Math.round(list.x), Math.round(list.width)]).toEqual([Math.round(field.x), Math.round(field.width)])
  await page.keyboard.press('Escape')

  await page.goto('/tickets')
  await hasArrived(page)
  await page.keyboard.press('c')
  const form = page.getByRole('dialog')
  await stands(form.getByLabel(/Category/), form.getByLabel(/Priority/))
})
