import { isDeepStrictEqual } from 'node:util'
import type { Found } from '#features/search/contract.ts'
import type { Stats } from '#features/stats/contract.ts'
import { priorities, type TicketPage } from '#features/tickets/contract.ts'
import type { TicketCounts } from '#features/ticket-list/contract.ts'
import { canExport } from '#features/tickets/policy.ts'
import type { Viewer } from '#features/users/contract.ts'
import { isStaff } from '#features/users/policy.ts'
import { aComment, aTicket, change } from '#test/factories.ts'
import type { Caller, TestApp } from '#test/harness.ts'
import { playDesk, vocabulary, type Known, type Person, type RandomDesk } from './random-desk.ts'
import { joined } from '#test/socket.ts'

interface Compared {
  /** The path, and who asked. */
  what: string
  answered: unknown
  byPolicy: unknown
}

const idsOf = (some: readonly { id: string }[]) => some.map(({ id }) => id).toSorted()

function countBy(some: readonly Known[], key: 'priority' | 'clientId'): Record<string, number> {
  const groups = Map.groupBy(some, (one) => one[key])
  return Object.fromEntries([...groups].map(([value, own]) => [value, own.length]))
}

/** One letter left out of the middle. */
const mistyped = (word: string) => word.slice(0, 4) + word.slice(5)

async function compareSearches({ caller, viewer }: Person, model: RandomDesk): Promise<Compared[]> {
  const compared: Compared[] = []
  for (const word of vocabulary) {
    const byPolicy = idsOf(model.withWord(viewer, word))
    const list = await caller.get<TicketPage>(`/api/tickets?limit=100&search=${word}`)
    compared.push({
      what: `list, search ${word}`,
      answered: [idsOf(list.body.tickets), list.body.total],
      byPolicy: [byPolicy, byPolicy.length],
    })
    const counted = await caller.get<TicketCounts>(`/api/tickets/counts?search=${word}`)
    compared.push({
      what: `counts, search ${word}`,
      answered: counted.body.priority ?? {},
      byPolicy: countBy(model.withWord(viewer, word), 'priority'),
    })
    for (const q of [word, mistyped(word)]) {
      const { body } = await caller.get<Found>(`/api/search?limit=20&q=${q}`)
      compared.push({ what: `search ${q}`, answered: idsOf(body.tickets), byPolicy })
    }
  }
  return compared
}

async function compareLists({ caller, viewer }: Person, model: RandomDesk): Promise<Compared[]> {
  const compared: Compared[] = []
  const seen = model.seenBy(viewer)
  const filters = [
    '',
    ...priorities.map((one) => `priority=${one}`),
    ...seen.map((one) => `clientId=${one.clientId}`),
  ]
  for (const filter of new Set(filters)) {
    const [key, value] = filter.split('=')
    const wanted = seen.filter((ticket) => !filter || ticket[key as 'priority' | 'clientId'] === value)
    const { body } = await caller.get<TicketPage>(`/api/tickets?limit=100&${filter}`)
    compared.push({
      what: `list ${filter}`,
      answered: [idsOf(body.tickets), body.total],
      byPolicy: [idsOf(wanted), wanted.length],
    })
  }
  const counts = await caller.get<TicketCounts>('/api/tickets/counts')
  const { priority = {}, clientId = {}, status = {}, category = {} } = counts.body
  compared.push({
    what: 'counts',
    answered: [priority, clientId, status, category],
    byPolicy: [
      countBy(seen, 'priority'),
      countBy(seen, 'clientId'),
      seen.length === 0 ? {} : { open: seen.length },
      seen.length === 0 ? {} : { other: seen.length },
    ],
  })
  return compared
}

/** Compares the export and the figures of all tickets: for the desk alone, which sees all. */
async function compareWholes({ caller, viewer }: Person, model: RandomDesk): Promise<Compared[]> {
  const mayExport = canExport(viewer)
  const file = await caller.get<string>('/api/tickets/export?columns=ticketNumber')
  const numbers = (mayExport && file.body.match(/TKT-\d+/g)) || []
  const stats = await caller.get<Stats>('/api/stats')
  const seen = model.seenBy(viewer)
  return [
    {
      what: 'export',
      answered: [file.status, numbers.toSorted()],
      byPolicy: mayExport ? [200, seen.map(({ ticketNumber }) => ticketNumber).toSorted()] : [403, []],
    },
    {
      what: 'stats',
      answered: [stats.status, stats.body.totalTickets],
      byPolicy: mayExport ? [200, seen.length] : [403, undefined],
    },
  ]
}

/** Changes each ticket, every second one by an internal comment alone, and gathers which of it reaches whom. */
async function compareLive(base: string, root: Caller, model: RandomDesk): Promise<Compared[]> {
  const before = [...model.tickets]
  const sockets = await Promise.all(model.people.map(({ caller }) => joined(base, caller)))
  const isPublic = (place: number) => place % 2 === 0
  for (const [place, { id }] of before.entries())
    await (isPublic(place)
      ? change(root, id, { status: 'progress' })
      : aComment(root, id, 'For colleagues', true))
  const own: string[] = []
  for (const { caller } of model.people) {
    const ticket = await aTicket(caller, { subject: 'The last of all' })
    model.add(ticket)
    own.push(ticket.id)
  }
  const compared: Compared[] = []
  for (const [at, { viewer }] of model.people.entries()) {
    const socket = sockets[at]!
    // In the order of the log: with the last ticket that this person sees, all before it has come.
    const last = model.seenBy(viewer).findLast(({ id }) => own.includes(id))!
    await socket.hears(({ ticket }) => ticket?.id === last.id)
    const heard = await socket.said('ticket:update')
    const mayHear = (id: string) => {
      const place = before.findIndex((one) => one.id === id)
      return place === -1 || isPublic(place) || isStaff(viewer)
    }
    compared.push({
      what: `live, ${viewer.role}`,
      answered: [...new Set(heard.map(({ ticket }) => String(ticket?.id)))].toSorted(),
      byPolicy: idsOf(model.seenBy(viewer).filter(({ id }) => mayHear(id))),
    })
    await socket.close()
  }
  return compared
}

const describeViewer = ({ role, managedClientIds }: Viewer) => `${role} of ${managedClientIds.length}`

/**
 * Plays a random desk and asks every path as every viewer.
 * @param desk an empty one, listening at `base`
 * @returns where an answer is not what the pure policy says
 */
export async function compareWithPolicy(desk: TestApp, base: string, seed: number): Promise<Compared[]> {
  const root = await desk.signedIn('super_user')
  const model = await playDesk(desk, root, seed)
  const compared: Compared[] = []
  for (const person of model.people)
    for (const compare of [compareLists, compareSearches, compareWholes])
      for (const one of await compare(person, model))
        compared.push({ ...one, what: `${one.what}, ${describeViewer(person.viewer)}` })
  compared.push(...(await compareLive(base, root, model)))
  return compared.filter(({ answered, byPolicy }) => !isDeepStrictEqual(answered, byPolicy))
}
