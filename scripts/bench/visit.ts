import { chromium, type BrowserContext, type Page } from '@playwright/test'
import { findChromium } from '../chromium.ts'

interface Fetched {
  /** Path and query. */
  path: string
  /** On the wire, with the headers of the answer. */
  bytes: number
  status: number
  startedMs: number
  initiator: string
}

export interface Visit {
  requests: number
  /** Of 1000 bytes each. */
  kb: number
  fetched: Fetched[]
  /** When something was seen, and when the first row of the list or whatever else was waited for. */
  paintMs: number
  firstRowMs: number
  /** How far what was there already has moved, as browsers score it. */
  shift: number
}

/** How long a visit lasts: what is fetched ahead belongs to it. */
const visitMs = 10_000

/** Notes what a page fetches from now on over the network, its socket included; what it finds in the browser's cache costs nothing. */
async function noteFetched(page: Page): Promise<Fetched[]> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  const fetched: Fetched[] = []
  const begun = new Map<string, Fetched>()
  let first: number | undefined
  function begin(id: string, url: string, timestamp: number, initiator: string): void {
    first ??= timestamp
    const { pathname, search } = new URL(url)
    const startedMs = (timestamp - first) * 1000
    begun.set(id, { path: `${pathname}${search}`, bytes: 0, status: 0, startedMs, initiator })
  }
  function finish(id: string, bytes: number): void {
    const one = begun.get(id)
    if (one) fetched.push({ ...one, bytes })
  }
  session.on('Network.requestWillBeSent', ({ requestId, request, timestamp, initiator }) => {
    const by = initiator.url ?? initiator.stack?.callFrames[0]?.url ?? initiator.type
    begin(requestId, request.url, timestamp, by.replace(/^.*\//, ''))
  })
  session.on('Network.requestServedFromCache', ({ requestId }) => begun.delete(requestId))
  session.on('Network.responseReceived', ({ requestId, response }) => {
    const one = begun.get(requestId)
    if (one) one.status = response.status
    if (response.fromDiskCache) begun.delete(requestId)
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) =>
    finish(requestId, encodedDataLength),
  )
  const sockets = new Map<string, string>()
  session.on('Network.webSocketCreated', ({ requestId, url }) => sockets.set(requestId, url))
  session.on('Network.webSocketHandshakeResponseReceived', ({ requestId, timestamp, response }) => {
    begin(requestId, sockets.get(requestId) ?? '', timestamp, 'socket')
    const one = begun.get(requestId)
    if (one) one.status = response.status
    finish(requestId, response.headersText?.length ?? 0)
  })
  return fetched
}

/** What the page itself measures of its first moments. */
const watchPaint = () => {
  const seen = { shift: 0 }
  Object.assign(window, { seen })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) seen.shift += (entry as unknown as { value: number }).value
  }).observe({ type: 'layout-shift', buffered: true })
}

export interface Wish {
  origin: string
  /** Of the session; absent: nobody is signed in. */
  cookie?: string | undefined
  path: string
  /** What the visitor has come for. */
  waitFor: string
  viewport?: { width: number; height: number }
}

async function visitOnce(context: BrowserContext, { origin, path, waitFor }: Wish): Promise<Visit> {
  const page = await context.newPage()
  await page.addInitScript(watchPaint)
  const fetched = await noteFetched(page)
  const ended = Date.now() + visitMs
  await page.goto(`${origin}${path}`)
  await page.locator(waitFor).first().waitFor()
  const firstRowMs = await page.evaluate(() => performance.now())
  await page.waitForTimeout(ended - Date.now())
  const { paintMs, shift } = await page.evaluate(() => ({
    paintMs: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN,
    shift: (window as unknown as { seen: { shift: number } }).seen.shift,
  }))
  await page.close()
  const kb = fetched.reduce((sum, { bytes }) => sum + bytes, 0) / 1000
  return { requests: fetched.length, kb, fetched, paintMs, firstRowMs, shift }
}

/** Opens a page in a browser that was never here, and then again, and stays ten seconds each time without touching anything. */
export async function visit(wish: Wish): Promise<{ cold: Visit; warm: Visit }> {
  const browser = await chromium.launch({ executablePath: await findChromium(), args: ['--no-sandbox'] })
  try {
    const context = await browser.newContext({ viewport: wish.viewport ?? { width: 1440, height: 900 } })
    const [name = '', value = ''] = wish.cookie?.split('=') ?? []
    if (name) await context.addCookies([{ name, value, url: wish.origin }])
    const cold = await visitOnce(context, wish)
    return { cold, warm: await visitOnce(context, wish) }
  } finally {
    await browser.close()
  }
}
