import type { Locator, Page } from '@playwright/test'
import { expect, type Person } from './desk.ts'
import { boardPath, cardOf } from './board.ts'
import { hasArrived, rowOf } from './steps.ts'
import { button, several, test } from './tickets.ts'

/** Where the focus can stand, and how it gets there. */
interface Place {
  name: string
  focus(page: Page): Promise<void>
  /** Enter and Space do what the thing in focus says, such as to choose it. */
  isChoice?: boolean
}

/** A write that a key brought about. */
interface Write {
  place: string
  key: string
  call: string
  body: string | null
}

const at = (name: string, find: (page: Page) => Locator, isChoice = false): Place => ({
  name,
  focus: (page) => find(page).focus(),
  isChoice,
})

/** The keys that this person has anywhere, as their sheet of shortcuts lists them. */
async function keysOf(page: Page): Promise<string[]> {
  await page.keyboard.press('?')
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(sheet.locator('dd').first()).toBeVisible()
  const written = await sheet
    .locator('dd')
    .evaluateAll((all) => all.map((one) => [...one.children].map((part) => part.textContent).join(' ')))
  await page.keyboard.press('Escape')
  await expect(sheet).toHaveCount(0)
  const names: Record<string, string> = {
    '↓': 'ArrowDown',
    '↑': 'ArrowUp',
    '→': 'ArrowRight',
    '←': 'ArrowLeft',
  }
  const keyOf = (sign: string) => names[sign] ?? { Esc: 'Escape', Ctrl: 'Control' }[sign] ?? sign
  const asPressed = (chord: string) => {
    const key = chord.split(' ').filter(Boolean).map(keyOf).join('+')
    return /^[A-Z]$/.test(key) ? key.toLowerCase() : key
  }
  const keys = written
    .flatMap((one) => one.split(' or '))
    .map((one) => one.split(' then ').map(asPressed).join(' '))
  return [...new Set(keys)]
}

/** Lists, menus and dialogs that lie over the screen, by their roles and names. */
const overlays = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('[role=dialog], [role=alertdialog], [role=menu], select:open')]
      .filter((one) => one.checkVisibility())
      .map(
        (one) =>
          `${one.role ?? one.tagName} ${one.ariaLabel ?? one.className} ${one.getAttribute('data-state')}`,
      ),
  )

/** Presses every key in every place, and lets none of the calls that would change something out of the page. */
async function pressAll({ page }: Person, path: string, places: readonly Place[]): Promise<Write[]> {
  const keys = await keysOf(page)
  expect(keys).toEqual(
    expect.arrayContaining(['s', 'p', 'x', 'c', 'g t', 'Shift+X', 'Control+Enter', 'Escape']),
  )
  const writes: Write[] = []
  let now = { place: '', key: '' }
  await page.route('**/api/**', async (route) => {
    const request = route.request()
    const call = `${request.method()} ${new URL(request.url()).pathname}`
    // That a message was seen is no change of anybody's.
    if (request.method() === 'GET' || call.endsWith('/read')) return route.fallback()
    writes.push({ ...now, call, body: request.postData() })
    return route.abort()
  })
  const home = await overlays(page)
  const url = new URL(path, page.url()).href

  async function comeBack(place: Place) {
    // What is loaded at its first use may open late, so it is looked for until the screen is as it was.
    await expect(async () => {
      if ((await overlays(page)).length > home.length) await page.keyboard.press('Escape')
      else if (page.url() !== url) await page.evaluate((to) => history.pushState({}, '', to), url)
      expect(page.url()).toBe(url)
      expect(await overlays(page)).toEqual(home)
    }).toPass({ intervals: [20, 50, 100, 200] })
    await place.focus(page)
    await page.evaluate(() => {
      const box = document.activeElement
      if (box instanceof HTMLTextAreaElement || (box instanceof HTMLInputElement && box.type !== 'checkbox'))
        box.select()
    })
  }
  for (const place of places) {
    for (const key of keys) {
      if (place.isChoice && ['Enter', 'Space'].includes(key)) continue
      await comeBack(place)
      now = { place: place.name, key }
      for (const step of key.split(' ')) await page.keyboard.press(step)
    }
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))))
  }
  return writes
}

/**
 * What the words of `i` promise, and of no other key: that the ticket becomes the person's own. The call goes out a moment later, when the
 * next key may have been pressed, so it is known by what it says.
 */
const isPromised = ({ api }: Person, { call, body }: Write) =>
  /^PUT \/api\/tickets\/[^/]+$/.test(call) && body === JSON.stringify({ assignedToId: api.id })

/** Nothing goes out but what is promised, and that at most once in each place. */
function expectPromised(somebody: Person, writes: readonly Write[], places: number) {
  expect(writes.filter((write) => !isPromised(somebody, write))).toEqual([])
  expect(writes.length).toBeGreaterThan(0)
  expect(writes.length).toBeLessThanOrEqual(places)
}

const status = (page: Page) => page.getByLabel('Status', { exact: true })

test('in the list no key changes anything that its words do not promise', async ({ person }) => {
  test.slow()
  const somebody = await person('helpdesk', { path: null })
  const { page, api } = somebody
  await several(api, 2)
  await page.goto('/tickets')
  await hasArrived(page)
  const row = () => rowOf(page, 'Ticket 1')
  await expect(row()).toBeVisible()
  const places = [
    at('the link of a row', () => row().getByRole('link')),
    at('the box of a row', () => row().getByRole('checkbox')),
    at('the status of a row', () => button(row(), 'Open')),
    at('the assignment of a row', () => button(row(), /^Assign /)),
    at('a filter', status),
    at('the search', () => page.getByRole('searchbox', { name: 'Search tickets' })),
    at('the head of a column', () => page.getByRole('columnheader', { name: 'Created' }).getByRole('button')),
    {
      name: 'a filter after a choice by mouse',
      async focus() {
        await status(page).click()
        await page.getByRole('option', { name: /^All statuses/ }).click()
      },
    },
  ]
  expectPromised(somebody, await pressAll(somebody, '/tickets', places), places.length)
})

test('on the board no key changes anything that its words do not promise', async ({ person }) => {
  test.slow()
  const somebody = await person('helpdesk', { path: null })
  const { page, api } = somebody
  await several(api, 2)
  await page.goto(boardPath)
  await hasArrived(page)
  const card = () => cardOf(page, 'Ticket 1')
  await expect(card()).toBeVisible()
  const places = [
    at('the title of a card', () => card().getByRole('link')),
    at('the grip', () => button(card(), /^Move /)),
    at('the priority of a card', () => button(card(), 'Medium')),
    at('a status of a card', () => button(card(), 'Testing'), true),
    at('the view button of a card', () => button(card(), /^View /)),
  ]
  expectPromised(somebody, await pressAll(somebody, boardPath, places), places.length)
})
