import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aClient, aComment, assign, aTicket, change } from '#test/factories.ts'
import { startApp, type Caller, type TestApp } from '#test/harness.ts'
import { ageWords, categories, priorities, statuses, type TicketPage } from '#features/tickets/contract.ts'
import { facets } from '#features/tickets/list/contract.ts'
import type { TicketCounts } from '../contract.ts'

let desk: TestApp
let root: Caller
let zoe: Caller
let ana: Caller
let acme = ''
let other = ''

const counts = async (query: string, by = root) => {
  const { status, body } = await by.get<TicketCounts>(`/api/tickets/counts?${query}`)
  expect([query, status]).toEqual([query, 200])
  return body
}

beforeAll(async () => {
  desk = await startApp()
  root = await desk.signedIn('super_user')
  zoe = await desk.signedIn('helpdesk')
  ana = await desk.signedIn('client')
  acme = (await aClient(root, { name: 'Acme' })).id
  other = (await aClient(root, { name: 'Other' })).id
  await assign(root, acme, ana.id, 'admin')
  const ago = (days: number) => desk.clock.set(new Date(Date.now() - days * 24 * 60 * 60 * 1000))
  ago(40)
  zoe = await desk.signIn((await desk.person('helpdesk')).email)
  await aTicket(zoe, { clientId: acme, priority: 'low', subject: 'scanner' })
  ago(3)
  root = await desk.signIn((await desk.person('super_user')).email)
  const two = await aTicket(root, { clientId: acme, priority: 'high', category: 'email', subject: 'scanner' })
  await change(root, two.id, { status: 'progress', assignedToId: zoe.id })
  desk.clock.set(new Date())
  const three = await aTicket(root, { clientId: other, priority: 'high', subject: 'screen' })
  await aComment(root, three.id, 'The scanner again.', true)
  await aTicket(ana, { priority: 'critical', subject: 'mouse' })
  ana = await desk.signIn((await desk.person('client')).email)
  await assign(root, acme, ana.id, 'contact')
})
afterAll(() => desk.close())

describe('each choice of a filter is counted', () => {
  test('without filters each choice is counted over all tickets', async () => {
    expect(await counts('')).toEqual({
      status: { open: 3, progress: 1 },
      priority: { low: 1, high: 2, critical: 1 },
      category: { other: 3, email: 1 },
      assignedToId: { unassigned: 3, [zoe.id]: 1 },
      clientId: { [acme]: 3, [other]: 1 },
      ageFilter: { today: 2, week: 3, month: 3, '2-7': 1, older: 1 },
      turn: { us: 4 },
      label: { none: 4 },
    })
  })

  test('each choice is counted with the other filters set, not with its own', async () => {
    expect(await counts('status=progress&priority=high')).toMatchObject({
      status: { open: 1, progress: 1 },
      priority: { high: 1 },
      clientId: { [acme]: 1 },
    })
  })

  test('the counts can be asked for one filter only', async () => {
    expect(await counts('by=status&priority=high')).toEqual({ status: { open: 1, progress: 1 } })
    expect((await root.get('/api/tickets/counts?by=search')).status).toBe(400)
  })

  test('each count equals the number of tickets that the list then shows', async () => {
    const choices: Record<string, readonly string[]> = {
      status: statuses,
      priority: priorities,
      category: categories,
      assignedToId: ['unassigned', zoe.id],
      clientId: [acme, other],
      ageFilter: Object.keys(ageWords),
    }
    for (const by of [root, ana])
      for (const query of [
        '',
        'search=scanner',
        'search=scanner&status=open',
        'priority=high',
        'ageFilter=week',
        'search=scanner&ageFilter=2-7',
        'productName=print&clientId=' + acme,
      ]) {
        const found = await counts(query, by)
        for (const facet of facets)
          for (const choice of choices[facet] ?? []) {
            const params = new URLSearchParams(query)
            params.set(facet, choice)
            const { body } = await by.get<TicketPage>(`/api/tickets?${String(params)}`)
            expect([query, facet, choice, found[facet]?.[choice] ?? 0]).toEqual([
              query,
              facet,
              choice,
              body.total,
            ])
          }
      }
  })
})

test('a client’s counts cover only tickets that the client may see', async () => {
  expect((await counts('', ana)).clientId).toEqual({ [acme]: 3 })
  expect(await counts('by=status&search=scanner', ana)).toEqual({ status: { open: 1, progress: 1 } })
  expect(await counts('by=status&search=scanner')).toEqual({ status: { open: 2, progress: 1 } })
  const stranger = await desk.signedIn('client')
  // Clients know of no labels.
  const known = facets.filter((facet) => facet !== 'label')
  expect(await counts('', stranger)).toEqual(Object.fromEntries(known.map((facet) => [facet, {}])))
})

test('the counts are never older than the last change', async () => {
  const { id } = await aTicket(root, { projectName: 'Fresh' })
  expect(await counts('by=status&projectName=fresh')).toEqual({ status: { open: 1 } })
  await change(root, id, { status: 'testing' })
  expect(await counts('by=status&projectName=fresh')).toEqual({ status: { testing: 1 } })
})
