import type { Locator, Page } from '@playwright/test'
import type { NewTicket, TicketPage } from '#features/tickets/contract.ts'
import type { TicketDetail } from '#features/conversation/contract.ts'
import { aTicket, change } from '#test/factories.ts'
import type { Caller, TestApp } from '#test/harness.ts'
import { expect, test as base } from './desk.ts'
import { isLive } from './steps.ts'

async function deleteAll(by: Caller): Promise<void> {
  const { body } = await by.get<TicketPage>('/api/tickets?limit=100')
  for (const { id } of body.tickets) await by.delete(`/api/tickets/${id}`)
  if (body.total > body.tickets.length) await deleteAll(by)
}

/** The whole product without a ticket at the start of each test, so that counts and pages are the test's own. */
export const test = base.extend<{ noTickets: undefined }>({
  noTickets: [
    async ({ colleague }, use) => {
      await deleteAll(colleague)
      await use(undefined)
    },
    { auto: true },
  ],
})

/** Tickets with the subjects "Ticket 1" and so on, the last one the newest. */
export async function several(by: Caller, count: number, some: Partial<NewTicket> = {}) {
  const made: TicketDetail[] = []
  while (made.length < count) made.push(await aTicket(by, { subject: `Ticket ${made.length + 1}`, ...some }))
  return made
}

export async function assignAll(by: Caller, tickets: readonly { id: string }[], assignedToId: string) {
  for (const { id } of tickets) await change(by, id, { assignedToId })
}

/** Does the work as if it were so many hours ago. */
export async function hoursAgo<T>(desk: TestApp, hours: number, work: () => Promise<T>): Promise<T> {
  desk.clock.advance(-hours * 3_600_000)
  try {
    return await work()
  } finally {
    desk.clock.advance(hours * 3_600_000)
  }
}

interface ListenedCalls {
  /** Queries for the lists, one for each call, such as "status=open&limit=10&offset=0". */
  lists: string[]
  /** Everything else that is read: the path of each call. */
  reads: string[]
  /** The body of each change. */
  puts: unknown[]
  /** The version of what was seen, as each change names it: its `If-Match`. */
  versions: (string | undefined)[]
}

/** The calls of the API a page makes from now on. */
export function listen(page: Page): ListenedCalls {
  const calls: ListenedCalls = { lists: [], reads: [], puts: [], versions: [] }
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (!pathname.startsWith('/api/')) return
    if (request.method() === 'PUT') {
      calls.puts.push(request.postDataJSON())
      calls.versions.push(request.headers()['if-match'])
    } else if (pathname === '/api/tickets' && request.method() === 'GET')
      calls.lists.push(new URLSearchParams(search).toString())
    else if (request.method() === 'GET') calls.reads.push(pathname)
  })
  return calls
}

/** Has lists of tickets answered with other values than the server sends. */
export async function answerListsWith(page: Page, others: Record<string, unknown>): Promise<void> {
  await page.route(/\/api\/tickets\?/, async (route) => {
    const response = await route.fetch()
    const { total, tickets } = (await response.json()) as TicketPage
    await route.fulfill({ json: { total, tickets: tickets.map((ticket) => ({ ...ticket, ...others })) } })
  })
}

/** The table of a list without its head. */
export const rowsOf = (page: Page): Locator => page.getByRole('row').filter({ has: page.getByRole('cell') })

/** The subjects of a list in the order they stand, exactly these. */
export const showsSubjects = (page: Page, subjects: string[]) =>
  expect(rowsOf(page).getByRole('link')).toHaveText(subjects)

export const button = (within: Page | Locator, name: string | RegExp): Locator =>
  within.getByRole('button', { name, exact: true })

export const field = (within: Page | Locator, label: string): Locator =>
  within.getByLabel(label, { exact: true })

export const toastsOf = (page: Page): Locator =>
  page.getByRole('region', { name: 'Notifications' }).getByRole('group')

/** From My Tickets, which says when it is live, to the Tickets page, which does not. */
export async function goLiveToTickets(page: Page): Promise<void> {
  await isLive(page)
  await page.getByRole('link', { name: 'Tickets', exact: true }).click()
}
