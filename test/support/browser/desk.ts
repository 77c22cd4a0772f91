import path from 'node:path'
import { expect, test as base, type BrowserContext, type Page } from '@playwright/test'
import type { Role } from '#features/users/contract.ts'
import type { NewUser } from '#features/users/server/service.ts'
import { startPostgresWithTemplate } from '#test/database.ts'
import { startApp, type Caller, type TestApp } from '#test/harness.ts'
import { deskAddress, secondAddress } from '#test/incoming-mail.ts'
import { freePort } from '#test/processes/free-port.ts'
import { keepBrowsers } from './browsers.ts'
import { keepMessages } from './messages.ts'

/** Somebody at a browser of their own: what they see, and the same session for calls of the API. */
export interface Person {
  page: Page
  context: BrowserContext
  api: Caller
  name: string
  /** Leaves this browser to a new person of another role, who opens the same or another screen in it. */
  become(role: Role, some?: Arriving): Promise<Person>
}

/** Anything about a person that matters to the test, and where they go first: to My Tickets, or nowhere yet. */
type Arriving = Partial<NewUser> & { path?: string | null }

interface Fixtures {
  /** Opens a browser in which nobody is signed in, for the desk or another server. It shows nothing yet. */
  visitor(url?: string): Promise<Page>
  /** Opens a browser for a new person of this role, signed in. */
  person(role: Role, some?: Arriving): Promise<Person>
}

export interface OnDatabase {
  /** The kind of database that a project runs on. */
  database: 'pglite' | 'postgres'
}

interface WorkerFixtures extends OnDatabase {
  /** Has tests open databases of that kind. */
  databaseServer: void
  /** Port at which mails come in to the desk. */
  mailPort: number
  desk: TestApp & { url: string }
  browsers: ReturnType<typeof keepBrowsers>
  /** Somebody of the desk without a browser, who does what a test needs done by another. */
  colleague: Caller
}

export const webRoot = path.resolve(import.meta.dirname, '../../../dist/web')

/** Lines of browsers about a refused or broken request; a test that breaks the network on purpose expects them. */
const networkNoise = /Failed to load resource|net::ERR_|WebSocket connection to/

/** The recording of a failed test wants to run in every frame; a sandbox lets nothing run. */
const recordingNoise = /^Blocked script execution in .* document's frame is sandboxed/

/** Noise fails: an error in a console, or a page's policy broken, is a defect. */
function watchConsole(page: Page, noise: string[]): void {
  page.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return
    if (networkNoise.test(message.text()) || recordingNoise.test(message.text())) return
    noise.push(`${message.type()}: ${message.text()}`)
  })
  page.on('pageerror', (error) => noise.push(`uncaught: ${error.message}`))
}

/** Gives a browser the session of somebody who is signed in already. */
export async function addSession(context: BrowserContext, { cookie }: Caller, url: string): Promise<void> {
  const [name = '', value = ''] = cookie.split('=')
  await context.addCookies([{ name, value, url }])
}

/**
 * The whole product: the server on a database of its own, and browsers that use it. What lasts as long as a worker stands here, not
 * beside the tests that use it: for another set of such fixtures Playwright starts another worker, another server and browser.
 */
export const test = base.extend<Fixtures, WorkerFixtures>({
  database: ['pglite', { option: true, scope: 'worker' }],
  databaseServer: [
    async ({ database }, use) => {
      process.env.TEST_DATABASE = database
      const stop = database === 'postgres' ? await startPostgresWithTemplate() : undefined
      await use()
      await stop?.()
    },
    { scope: 'worker', auto: true },
  ],
  mailPort: [async ({ database: _database }, use) => use(await freePort()), { scope: 'worker' }],
  desk: [
    async ({ databaseServer: _databaseServer, mailPort }, use) => {
      const addresses = [deskAddress, secondAddress]
      const inbound = {
        host: '127.0.0.1',
        port: mailPort,
        addresses,
        protocol: 'smtp' as const,
        tls: undefined,
        isFirstHop: false,
      }
      const desk = await startApp({ webRoot, inbound })
      await use(Object.assign(desk, { url: await desk.listen() }))
      await desk.close()
    },
    { scope: 'worker' },
  ],
  browsers: [async ({ browser, desk }, use) => use(keepBrowsers(browser, desk.url)), { scope: 'worker' }],
  colleague: [
    async ({ desk }, use) =>
      use(await desk.signedIn('helpdesk', { firstName: 'Cora', lastName: 'Colleague' })),
    { scope: 'worker' },
  ],
  visitor: async ({ browser, browsers, desk, hasTouch }, use) => {
    const others: BrowserContext[] = []
    const noise: string[] = []
    await use(async (url = desk.url) => {
      let context
      // A browser that is kept has no touch screen.
      if (url === desk.url && !hasTouch) context = await browsers.lend()
      else {
        others.push((context = await browser.newContext({ baseURL: url })))
        await keepMessages(context)
      }
      const page = await context.newPage()
      watchConsole(page, noise)
      return page
    })
    await Promise.all([browsers.takeBackAll(), ...others.map((context) => context.close())])
    expect(noise, 'the console of every browser is quiet').toEqual([])
  },
  person: async ({ desk, visitor }, use) => {
    const arrive = async (page: Page, role: Role, { path: at = '/', ...some }: Arriving): Promise<Person> => {
      const api = await desk.signedIn(role, some)
      const context = page.context()
      await addSession(context, api, desk.url)
      if (at !== null) await page.goto(at)
      const { body } = await api.get<{ firstName: string; lastName: string }>('/api/auth/user')
      return {
        page,
        context,
        api,
        name: `${body.firstName} ${body.lastName}`,
        become: (next, more = {}) => arrive(page, next, { path: at, ...more }),
      }
    }
    await use(async (role, some = {}) => arrive(await visitor(), role, some))
  },
})

export { expect }
