import { chromium, type Page } from '@playwright/test'
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

interface Visit {
  requests: number
  kib: number
  fetched: Fetched[]
}

/** How long a visit lasts: what is fetched ahead belongs to it. */
const visitMs = 10_000

/** Notes what a page fetches from now on over the network; what it finds in the browser's cache costs nothing. */
async function noteFetched(page: Page): Promise<Fetched[]> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  const fetched: Fetched[] = []
  const begun = new Map<string, Fetched>()
  let first: number | undefined
  session.on('Network.requestWillBeSent', ({ requestId, request, timestamp, initiator }) => {
    first ??= timestamp
    const { pathname, search } = new URL(request.url)
    const by = initiator.url ?? initiator.stack?.callFrames[0]?.url ?? initiator.type
    begun.set(requestId, {
      path: `${pathname}${search}`,
      bytes: 0,
      status: 0,
      startedMs: (timestamp - first) * 1000,
      initiator: by.replace(/^.*\//, ''),
    })
  })
  session.on('Network.requestServedFromCache', ({ requestId }) => begun.delete(requestId))
  session.on('Network.responseReceived', ({ requestId, response }) => {
    const one = begun.get(requestId)
    if (one) one.status = response.status
    if (response.fromDiskCache) begun.delete(requestId)
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const one = begun.get(requestId)
    if (one) fetched.push({ ...one, bytes: encodedDataLength })
  })
  return fetched
}

/** Opens the list as a browser that was never here, and then again, and stays each time. */
export async function visitList(origin: string, cookie: string): Promise<{ cold: Visit; warm: Visit }> {
  const browser = await chromium.launch({ executablePath: await findChromium(), args: ['--no-sandbox'] })
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const [name = '', value = ''] = cookie.split('=')
  await context.addCookies([{ name, value, url: origin }])
  const once = async (): Promise<Visit> => {
    const page = await context.newPage()
    const fetched = await noteFetched(page)
    await page.goto(`${origin}/tickets`)
    await page.waitForTimeout(visitMs)
    await page.close()
    return {
      requests: fetched.length,
      kib: fetched.reduce((sum, { bytes }) => sum + bytes, 0) / 1024,
      fetched,
    }
  }
  const cold = await once()
  const warm = await once()
  await browser.close()
  return { cold, warm }
}
