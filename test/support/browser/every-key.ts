import type { Locator, Page } from '@playwright/test'
import { expect, type Person } from './desk.ts'
import { hasArrived } from './steps.ts'
import { test } from './tickets.ts'

/** A place for the focus. */
export interface Place {
  name: string
  /** Brings the focus there, and opens first what the place is in where that is not the screen itself. */
  focus(page: Page): Promise<void>
  /** Enter and Space do what the thing in focus says, such as to choose it. */
  isChoice?: boolean
  /** The one call that the words of a key promise in this place, such as that a comment is added. */
  promises?: Readonly<Record<string, RegExp>>
}

/** A screen, and the places in it and in what opens over it. */
export interface Scene {
  /** Begins the title of its test: "in the list". */
  where: string
  /** Makes what there is to see. @returns the address of the screen */
  prepare(by: Person): Promise<string>
  /** Waits until all that the places need is there. */
  hasOpened(page: Page): Promise<void>
  places: readonly Place[]
}

/** A call that would change something. */
interface Write {
  place: string
  key: string
  call: string
  body: string | null
}

/** Long enough for what has been opened; what a late overlay has taken away is opened again. */
export const briefly = { timeout: 2000 }

/** Focuses an element, for one that cannot have the focus would leave it where it was before. */
export async function focusOn(target: Locator): Promise<void> {
  await target.focus(briefly)
  await expect(target).toBeFocused(briefly)
}

export const at = (
  name: string,
  find: (page: Page) => Locator,
  more: Pick<Place, 'isChoice' | 'promises'> = {},
): Place => ({ name, focus: (page) => focusOn(find(page)), ...more })

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
  const digits = Array.from('123456789', String)
  const keyOf = (sign: string) => names[sign] ?? { Esc: 'Escape', Ctrl: 'Control' }[sign] ?? sign
  const asPressed = (chord: string) => {
    const key = chord.split(' ').filter(Boolean).map(keyOf).join('+')
    return /^[A-Z]$/.test(key) ? key.toLowerCase() : key
  }
  const keys = written
    .flatMap((one) => one.split(' or '))
    .map((one) => one.split(' then ').map(asPressed).join(' '))
    .flatMap((one) => (one.endsWith('1…9') ? digits.map((digit) => one.replace('1…9', digit)) : one))
  return [...new Set(keys)]
}

/** Loads the palette now, for it would open late at its first use. */
async function loadPalette(page: Page) {
  const palette = page.getByRole('dialog', { name: 'Search and commands' })
  await page.keyboard.press('Control+k')
  await expect(palette).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(palette).toHaveCount(0)
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

/**
 * Keeps every call that would change something in the page.
 * @returns the calls, each with where and by which key it was made, as the caller says before
 */
async function keepWrites(page: Page, now: { place: string; key: string }): Promise<Write[]> {
  const writes: Write[] = []
  await page.route('**/api/**', async (route) => {
    const request = route.request()
    const call = `${request.method()} ${new URL(request.url()).pathname}`
    // That a message was seen is no change of anybody's.
    if (request.method() === 'GET' || call.endsWith('/read')) return route.fallback()
    writes.push({ ...now, call, body: request.postData() })
    // A refusal is an answer: a call without one would be made again.
    return route.fulfill({ status: 403, json: { message: 'Not in this test.' } })
  })
  return writes
}

/** Presses every key in every place, and lets none of the calls that would change something out of the page. */
async function pressAll(page: Page, url: string, places: readonly Place[]): Promise<Write[]> {
  const keys = await keysOf(page)
  expect(keys).toEqual(
    expect.arrayContaining(['s', 'p', 'x', 'c', 'g t', 'Shift+X', 'Control+Enter', 'Escape']),
  )
  await loadPalette(page)
  const now = { place: '', key: '' }
  const writes = await keepWrites(page, now)
  const home = await overlays(page)
  const tabs = page.context().pages()

  async function comeBack(place: Place) {
    // Ctrl+Enter opens a link in a new tab, and frames of the tab behind are drawn once a second.
    const opened = page
      .context()
      .pages()
      .filter((tab) => !tabs.includes(tab))
    await Promise.all(opened.map((tab) => tab.close()))
    if (opened.length > 0) await page.bringToFront()
    // A key may open something late, even after the place has been opened: then it is all done again.
    await expect(async () => {
      const isNew = (overlay: string) => !home.includes(overlay)
      const discard = page.getByRole('alertdialog').getByRole('button', { name: 'Discard', exact: true })
      if (await discard.isVisible()) await discard.click(briefly)
      else if ((await overlays(page)).some(isNew)) await page.keyboard.press('Escape')
      else if (page.url() !== url) await page.evaluate((to) => history.pushState({}, '', to), url)
      expect(page.url()).toBe(url)
      expect(await overlays(page)).toEqual(home)
      await place.focus(page)
    }).toPass({ intervals: [20, 50, 100, 200] })
    await page.evaluate(() => {
      const box = document.activeElement
      if (box instanceof HTMLTextAreaElement || (box instanceof HTMLInputElement && box.type !== 'checkbox'))
        box.select()
    })
  }
  for (const place of places) {
    for (const key of keys) {
      // A digit chooses in an open list, also behind another key.
      if (place.isChoice && (['Enter', 'Space'].includes(key) || /\d$/.test(key))) continue
      await comeBack(place)
      Object.assign(now, { place: place.name, key })
      for (const step of key.split(' ')) await page.keyboard.press(step)
      const promised = place.promises?.[key]
      if (!promised) continue
      const kept = () => writes.findIndex((write) => write.key === key && promised.test(write.call))
      await expect.poll(kept, `${key} in ${place.name} keeps its promise`).toBeGreaterThanOrEqual(0)
      writes.splice(kept(), 1)
    }
  }
  // The last keys may still be at work. This call shows that none is missed, and comes after theirs.
  await page.evaluate(async () => {
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done)))
    await fetch('/api/control', { method: 'PUT' }).catch(() => undefined)
  })
  expect(writes.pop()?.call).toBe('PUT /api/control')
  return writes
}

/**
 * Promises of `i` and `e`, and of no other key: the ticket becomes the person's own, or resolved. The call goes out a
 * moment later, when the next key may have been pressed, so it is known by what it says.
 */
const isPromised = ({ api }: Person, { call, body }: Write) =>
  /^PUT \/api\/tickets\/[^/]+$/.test(call) &&
  [{ assignedToId: api.id }, { status: 'resolved' }].some((change) => body === JSON.stringify(change))

/**
 * In each scene every key, pressed in a part of its places, sends nothing but what its words promise.
 * @param part `short`: every other place; `long`: the others
 */
export function pressesKeys(scenes: readonly Scene[], part: 'short' | 'long'): void {
  test.describe.configure({ mode: 'parallel', timeout: 600_000 })
  for (const [turn, { where, prepare, hasOpened, places }] of scenes.entries())
    test(`${where} no key changes anything that its words do not promise`, async ({ person }) => {
      const chosen = places.filter((_, place) => ((turn + place) % 2 === 0) === (part === 'short'))
      const somebody = await person('helpdesk', { path: null })
      const { page } = somebody
      const path = await prepare(somebody)
      await page.goto(path)
      await hasArrived(page)
      await hasOpened(page)
      const writes = await pressAll(page, page.url(), chosen)
      expect(writes.filter((write) => !isPromised(somebody, write))).toEqual([])
      expect(writes.length).toBeLessThanOrEqual(2 * chosen.length)
    })
}
