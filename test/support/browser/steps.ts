import { expect, type Locator, type Page, type Route } from '@playwright/test'
import type { TestApp } from '#test/harness.ts'
import { messagesOf } from './messages.ts'

/**
 * Waits until somebody is told this in the corner of their screen, or has been since they were last asked. Messages are asked for in their order:
 * those before it are over with it.
 */
export async function isTold(page: Page, title: string, text: string | RegExp): Promise<void> {
  const messages = messagesOf(page)
  const place = () =>
    messages.findIndex(
      (message) =>
        message.title === title &&
        (typeof text === 'string' ? message.text.includes(text) : text.test(message.text)),
    )
  await expect
    .poll(() => (place() >= 0 ? 'told' : [...messages]), {
      message: `A person is to be told: ${title}. ${String(text)}`,
      intervals: [20, 50, 100],
    })
    .toBe('told')
  messages.splice(0, place() + 1)
}

/** The page believes that nobody looks at it, or that somebody does again. */
export const look = (page: Page, how: { hidden: boolean; focused: boolean }) =>
  page.evaluate(({ hidden, focused }) => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden })
    document.hasFocus = () => focused
    document.dispatchEvent(new Event('visibilitychange'))
  }, how)

/**
 * From now on messages stay until something is done about them, as in a tab that nobody looks at: their five seconds may be over before a busy
 * machine has pressed their button.
 */
export const holdMessages = (page: Page) => look(page, { hidden: true, focused: true })

/** Answers calls with a failure of the server, until the returned function ends it. */
export async function breakCalls(
  page: Page,
  address: string | RegExp | ((url: URL) => boolean),
  { method = 'GET', status = 500, body = '' } = {},
): Promise<() => Promise<void>> {
  const fail = (route: Route) =>
    route.request().method() === method ? route.fulfill({ status, body }) : route.fallback()
  await page.route(address, fail)
  return () => page.unroute(address, fail)
}

/** Keeps calls waiting, until the returned function lets them go to the server. */
export async function holdCalls(
  page: Page,
  address: string | RegExp | ((url: URL) => boolean),
  method = 'GET',
): Promise<() => Promise<void>> {
  const gate = Promise.withResolvers<undefined>()
  const hold = async (route: Route) => {
    if (route.request().method() === method) await gate.promise
    await route.fallback()
  }
  await page.route(address, hold)
  return async () => {
    gate.resolve(undefined)
    await page.unroute(address, hold)
  }
}

/** Has these calls made whose answers never come. @returns a function after which they come again */
export async function loseAnswers(
  page: Page,
  address: string | RegExp,
  method = 'POST',
): Promise<() => Promise<void>> {
  const lose = async (route: Route) => {
    if (route.request().method() !== method) return route.fallback()
    await route.fetch()
    await route.abort()
  }
  await page.route(address, lose)
  return () => page.unroute(address, lose)
}

/** Addresses of the calls of one method that a page makes from now on. */
export function callsOf(page: Page, method: string): string[] {
  const calls: string[] = []
  page.on('request', (request) => {
    if (request.method() === method) calls.push(new URL(request.url()).pathname)
  })
  return calls
}

/** Collects the messages of a page's live connection from now on; call it before the page is opened. */
export function framesOf(page: Page): string[] {
  const frames: string[] = []
  page.on('websocket', (socket) => {
    socket.on('framereceived', ({ payload }) => frames.push(String(payload)))
  })
  return frames
}

/** Waits until a page has heard of a change of this ticket. @param frames see `framesOf` */
export const hearsOf = (frames: readonly string[], { id }: { id: string }) =>
  expect.poll(() => frames.some((frame) => frame.includes('ticket:update') && frame.includes(id))).toBe(true)

/**
 * From now on time passes in the page only when `page.clock` is told so, whatever the machine is busy with. Install the clock
 * first. Half a minute goes by: enough for a slow machine, and less than what the page takes for the sleep of its machine.
 */
export const stopTime = (page: Page) => page.clock.pauseAt(Date.now() + 30_000)

/** The screen around the page's content is there; from here on no key is lost. */
export const hasArrived = (page: Page) => expect(page.locator('#main')).toBeVisible()

export const isLive = (page: Page) =>
  expect(page.getByRole('status').filter({ hasText: 'Live' })).toBeVisible()

export const rowOf = (page: Page, text: string): Locator => page.getByRole('row').filter({ hasText: text })

/** The part of an open ticket that tells of news comes after it, and takes for known what the history has by then. */
export async function isFollowed(page: Page): Promise<void> {
  await expect(page.getByRole('dialog').locator('p.sr-only[role=status]')).toBeAttached()
  await expect(page.getByText('submitted the ticket').first()).toBeAttached()
}

/** Comments can be taken back for some seconds more: a slow browser does not get to that in their ten. */
export const undoLonger = ({ clock }: TestApp) => clock.advance(-8000)

/** Opens another tab of the same browser and returns to the first one: frames of the tab behind are drawn once a second. */
export async function openTabBehind(page: Page, path: string): Promise<Page> {
  const other = await page.context().newPage()
  await other.goto(path)
  await page.bringToFront()
  return other
}
