import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test'
import { keepMessages } from './messages.ts'

/** A browser that is handed from test to test. */
interface Kept {
  context: BrowserContext
  /** A page without scripts that is never closed, so that the next one finds the process and what it has compiled. */
  anchor: Page
  devTools: CDPSession
}

const hasItsClock = (anchor: Page) =>
  anchor.evaluate(() => Function.prototype.toString.call(Date).includes('[native code]'))

/**
 * Browsers of one origin that outlive a test: opening one, and the application in it for the first time, costs more than most
 * tests do. Pages, cookies, storage and permissions end with the test; what was fetched and compiled stays.
 */
export function keepBrowsers(browser: Browser, url: string) {
  const free: Kept[] = []
  const lent = new Map<BrowserContext, Kept>()

  async function open(): Promise<Kept> {
    const context = await browser.newContext({ baseURL: url, reducedMotion: 'reduce' })
    await keepMessages(context)
    const anchor = await context.newPage()
    await anchor.goto('/favicon.svg')
    return { context, anchor, devTools: await context.newCDPSession(anchor) }
  }

  async function giveBack(kept: Kept): Promise<void> {
    const { context, anchor, devTools } = kept
    const others = context.pages().filter((page) => page !== anchor)
    await Promise.all(others.map((page) => page.close()))
    // Time that a test holds cannot be let go again.
    if (!(await hasItsClock(anchor))) return context.close()
    await context.setOffline(false)
    await context.clearPermissions()
    await context.clearCookies()
    await devTools.send('Storage.clearDataForOrigin', { origin: url, storageTypes: 'all' })
    free.push(kept)
  }

  return {
    async lend(): Promise<BrowserContext> {
      const kept = free.pop() ?? (await open())
      lent.set(kept.context, kept)
      return kept.context
    },
    async takeBackAll(): Promise<void> {
      const all = [...lent.values()]
      lent.clear()
      await Promise.all(all.map(giveBack))
    },
  }
}
