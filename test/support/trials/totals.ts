import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { changeUser, deleteUser } from '#features/users/server/service.ts'
import type { Role, Viewer } from '#features/users/contract.ts'
import {
  assignToClient,
  changeClient,
  createClient,
  removeFromClient,
} from '#features/clients/server/service.ts'
import { findHead } from '#features/event-log/server/queries.ts'
import { NewProduct } from '#features/products/contract.ts'
import { restoreThing } from '#features/deleted/server/service.ts'
import { createProduct } from '#features/products/server/service.ts'
import { deleteProduct } from '#features/products/server/public/deletion.ts'
import { findClientFigures, findProductFigures } from '#features/stats/server/figures.ts'
import { findNeeds, findOverview, findStats } from '#features/stats/server/queries.ts'
import { addComment } from '#features/comments/server/service.ts'
import { ageWords, categories, priorities, statuses, turns } from '#features/tickets/contract.ts'
import { sorts } from '#features/tickets/list/columns/contract.ts'
import { TicketQuery } from '#features/tickets/list/contract.ts'
import { CountsQuery } from '#features/ticket-list/contract.ts'
import { createLabel, deleteLabel, putLabelOn, takeLabelOff } from '#features/labels/server/service.ts'
import { listParticipants } from '#features/participants/server/queries.ts'
import { addParticipant, removeParticipant } from '#features/participants/server/service.ts'
import { requireWholeTicket } from '#features/tickets/server/queries.ts'
import { changeTicket } from '#features/tickets/server/service.ts'
import { createTicket } from '#features/conversation/server/service.ts'
import { deleteTicket, restoreTicket } from '#features/conversation/server/public/deletion.ts'
import { createTotals } from '#features/ticket-list/server/public/totals.ts'
import { createTicketList } from '#features/ticket-list/server/public/ticket-list.ts'
import { createViewCounts } from '#features/views/server/counts.ts'
import type { Database } from '#platform/server/database/query-builder.ts'
import { keysOf } from '#platform/contract/records.ts'
import type { RecentLog } from '#features/ticket-list/server/totals/recent-log.ts'
import type { Work } from '#platform/server/work.ts'
import type { Caller, TestApp } from '#test/harness.ts'

const timeZone = 'UTC'
/** With this nothing is carried forward: each answer is found by the database at its own position. */
const withoutMemory = (db: Database): RecentLog => ({
  newest: async () => (await findHead(db)).position,
  between: async () => undefined,
})

/** Random numbers without end. */
function* numbersOf(seed: number): Generator<number, never> {
  for (let more = 0; ; more++)
    yield* fc.sample(fc.noBias(fc.nat(1_000_000)), { seed: (seed + more * 7919) % 2 ** 31, numRuns: 10_000 })
}

function createChance(seed: number) {
  const numbers = numbersOf(seed)
  const below = (most: number) => numbers.next().value % most
  const of = <T>(some: readonly T[]): T => some[below(some.length)]!
  return { below, of, some: <T>(all: readonly T[]): T[] => all.filter(() => below(2) === 0) }
}
type Chance = ReturnType<typeof createChance>

interface Asker {
  caller: Caller
  viewer: Viewer
}

interface Cast {
  desk: Viewer
  askers: Asker[]
  /** Authors of tickets, who change roles and companies meanwhile. */
  people: Viewer[]
  companies: string[]
  products: string[]
  labels: string[]
  /** Colleagues who can be deleted, with a ticket. */
  leaving: string[]
  /** Sees tickets of the first company as a participant only. */
  member: Viewer
}

async function castOf(desk: TestApp): Promise<Cast> {
  const askers: Asker[] = []
  const as = async (role: Role) => {
    const caller = await desk.signedIn(role)
    askers.push({ caller, viewer: { id: caller.id, role, managedClientIds: [], clientIds: [] } })
    return askers.at(-1)!
  }
  const { viewer } = await as('super_user')
  const manager = await as('client')
  const own = await as('client')
  const member = await as('client')
  const people = [manager.viewer, own.viewer, viewer]
  for (const role of ['client', 'client', 'internal'] as const)
    people.push({ id: (await desk.person(role)).id, role, managedClientIds: [], clientIds: [] })
  return desk.work(async (unit) => {
    const companies = []
    for (const name of ['One', 'Two', 'Three'])
      companies.push((await createClient(unit, viewer, { name })).id)
    await assignToClient(unit, viewer, companies[0]!, { userId: manager.viewer.id, role: 'contact' })
    manager.viewer.managedClientIds = [companies[0]!]
    manager.viewer.clientIds = [companies[0]!]
    await assignToClient(unit, viewer, companies[0]!, { userId: member.viewer.id, role: 'employee' })
    member.viewer.clientIds = [companies[0]!]
    const products = []
    for (const name of ['Printer', 'Scanner'])
      products.push((await createProduct(unit, viewer, NewProduct.parse({ name }))).id)
    const labels = []
    for (const name of ['Refund', 'Outage'])
      labels.push((await createLabel(unit, viewer, { name, color: 'blue' })).id)
    return { desk: viewer, askers, people, companies, products, labels, leaving: [], member: member.viewer }
  })
}

/** Plays a desk by chance, in units of work of its own. */
function createPlayer(desk: TestApp, cast: Cast, chance: Chance) {
  const tickets: string[] = []
  const deleted: string[] = []
  const by = cast.desk

  async function ofTicket(unit: Work): Promise<void> {
    const dice = chance.below(14)
    if (tickets.length < 5 || (dice < 2 && tickets.length < 60)) {
      const names = {
        customerName: chance.of(['One', 'Two', 'Four']),
        productName: chance.of(['Printer', 'Scanner', 'Lamp 0', 'Lamp 1', 'Lamp 7']),
      }
      const words = { subject: chance.of(['It burns', 'It smokes']), description: 'Please come.' }
      const input = { ...names, ...words, category: chance.of(categories), priority: chance.of(priorities) }
      const source = chance.of(['web', 'whatsapp'] as const)
      const { ticket } = await createTicket(unit, chance.of(cast.people), input, { source })
      tickets.push(ticket.id)
      return
    }
    const id = chance.of(tickets)
    if (dice === 2 || dice === 3) await changeTicket(unit, by, id, { status: chance.of(statuses) })
    else if (dice === 4) await changeTicket(unit, by, id, { priority: chance.of(priorities) })
    else if (dice === 5) await changeTicket(unit, by, id, { turn: chance.of(turns) })
    else if (dice === 6)
      await changeTicket(unit, by, id, { assignedToId: chance.of([by.id, null, ...cast.leaving]) })
    else if (dice === 7) await changeTicket(unit, by, id, { clientId: chance.of(cast.companies) })
    else if (dice === 8) {
      const [gone] = deleted
      if (gone !== undefined && chance.below(2) === 0) {
        await restoreTicket(unit, by, gone)
        tickets.push(...deleted.splice(0, 1))
      } else {
        await deleteTicket(unit, by, id)
        deleted.push(...tickets.splice(tickets.indexOf(id), 1))
      }
    } else if (dice === 10) await toggleMember(unit, id)
    else if (dice > 11)
      await (chance.below(3) === 0 ? takeLabelOff : putLabelOn)(unit, by, id, chance.of(cast.labels))
    else
      await addComment(unit, by, id, {
        content: chance.of(['It burns on.', 'Done.']),
        isInternal: dice === 9,
      })
  }

  /** A ticket of another company has room for no participant of this one. */
  async function toggleMember(unit: Work, id: string): Promise<void> {
    const { clientId } = await requireWholeTicket(unit.tx, id)
    const present = await listParticipants(unit.tx, id)
    if (present[0]) await removeParticipant(unit, by, id, present[0].id)
    else if (clientId === cast.companies[0]) await addParticipant(unit, by, id, cast.member.id)
  }

  /** Changes who sees a ticket, or takes something from it, without being a fact of the ticket. */
  async function ofPeople(unit: Work): Promise<void> {
    const dice = chance.below(8)
    const [, , , wanderer, , colleague] = cast.people
    const company = cast.companies[0]!
    if (dice < 3 && wanderer) {
      const found = await unit.tx.execute(
        `select 1 from client_users where user_id = '${wanderer.id}' and client_id = '${company}'`,
      )
      if (found.rows.length > 0) await removeFromClient(unit, by, company, wanderer.id)
      else await assignToClient(unit, by, company, { userId: wanderer.id, role: 'employee' })
    } else if (dice === 3 && colleague) {
      colleague.role = colleague.role === 'client' ? 'internal' : 'client'
      await changeUser(unit, colleague.id, { role: colleague.role }, { actorId: by.id })
    } else if (dice === 4) await changeClient(unit, by, company, { name: `One ${chance.below(5)}` })
    else if (dice === 5) {
      const gone = cast.leaving.shift()
      // As they leave, so that their open tickets are given back by the database itself.
      if (gone) await deleteUser(unit, gone, { actorId: by.id })
    } else if (dice === 7) {
      const place = chance.below(cast.labels.length)
      await deleteLabel(unit, by, cast.labels[place]!)
      cast.labels[place] = (await createLabel(unit, by, { name: `Label ${place}`, color: 'red' })).id
    } else {
      const place = chance.below(cast.products.length)
      await deleteProduct(unit, by, cast.products[place]!)
      if (chance.below(2) === 0) {
        await restoreThing(unit, by, cast.products[place]!, false)
        return
      }
      cast.products[place] = (await createProduct(unit, by, NewProduct.parse({ name: `Lamp ${place}` }))).id
    }
  }

  /** Lets time pass, in which whoever asks has signed in anew. */
  async function pass(ms: number): Promise<void> {
    desk.clock.advance(ms)
    const now = desk.clock.now()
    const expire = new Date(now.getTime() + 7 * 24 * 3600_000)
    await desk.database.pool.query('update sessions set created_at = $1, expire = $2', [now, expire])
  }

  return {
    /** @param most of changes in one unit of work */
    async play(most: number): Promise<number> {
      if (cast.leaving.length < 2 && chance.below(4) === 0)
        cast.leaving.push((await desk.person('internal')).id)
      const changes = 1 + chance.below(most)
      await desk.work(async (unit) => {
        for (let change = 0; change < changes; change++) await ofTicket(unit)
      })
      if (chance.below(8) === 0) await desk.work(ofPeople)
      if (chance.below(6) === 0) await pass(chance.below(30) * 3600_000)
      return changes
    },
  }
}

/** Some conditions together, and an order. */
function filterOf(chance: Chance, { companies, desk, labels, people }: Cast): string {
  const several = (values: readonly string[]) => chance.some(values).join() || chance.of(values)
  const conditions: Record<string, () => string> = {
    status: () => chance.of(['unresolved', 'open', several(statuses)]),
    priority: () => several(priorities),
    category: () => several(categories),
    turn: () => several(turns),
    assignedToId: () => chance.of([desk.id, 'unassigned', `${desk.id},unassigned`]),
    clientId: () => several(companies),
    requesterId: () => chance.of(people).id,
    label: () => chance.of([...labels, 'none', labels.join(), `${chance.of(labels)},none`]),
    ageFilter: () => chance.of(keysOf(ageWords)),
    productName: () => chance.of(['print', 'lamp', 'a']),
    customerName: () => chance.of(['one', 'o']),
    search: () =>
      chance.of(['burns', 'one', 'done', 'label:refund', 'label:none burns', 'label:outage status:open']),
  }
  const query = new URLSearchParams()
  for (let conditioned = chance.below(4); conditioned > 0; conditioned--) {
    // Texts move in more ways than the rest.
    const name = chance.of([...Object.keys(conditions), 'search', 'search'])
    query.set(name, conditions[name]!())
  }
  if (chance.below(2) === 0) query.set('sort', chance.of(sorts))
  return String(query)
}

/** Compares what is carried forward, through the door, with what the tables say. */
function createComparing(desk: TestApp, cast: Cast) {
  const { db } = desk.database
  const { clock } = desk
  const totals = createTotals({ db, clock, timeZone, recent: withoutMemory(db) })
  const listed = createTicketList(db, clock, timeZone, totals)
  const viewsCounted = createViewCounts({ db, totals, limitSearches: async () => {} })
  const { sum } = totals
  const [one = ''] = cast.companies

  async function ofAsker({ caller, viewer }: Asker, filter: string): Promise<Compared[]> {
    const query = Object.fromEntries(new URLSearchParams(filter))
    const list = await caller.get(`/api/tickets?limit=100&${filter}`)
    const { sort: _sort, ...only } = query
    const counts = await caller.get(`/api/tickets/counts?${String(new URLSearchParams(only))}`)
    return [
      {
        what: `list ${filter}`,
        answered: list.body,
        counted: await listed(viewer, TicketQuery.parse({ limit: '100', ...query })),
      },
      {
        what: `counts ${filter}`,
        answered: counts.body,
        counted: await totals.countChoices(viewer, CountsQuery.parse(only)),
      },
    ]
  }

  async function ofNumbers({ caller, viewer }: Asker): Promise<Compared[]> {
    const at = { now: clock.now(), timeZone }
    const product = cast.products[0]!
    const counted = {
      '/api/views/counts': await viewsCounted(viewer),
      '/api/stats': await findStats(sum),
      '/api/stats/needs': await findNeeds(db, sum),
      '/api/stats/overview': await findOverview(sum, at.now, timeZone),
      [`/api/clients/${one}/stats`]: await findClientFigures(db, sum, { clientId: one, ...at }),
      [`/api/products/${product}/stats`]: await findProductFigures(db, sum, product),
    }
    return Promise.all(
      Object.entries(counted).map(async ([path, numbers]) => ({
        what: path,
        answered: (await caller.get(path)).body,
        counted: numbers,
      })),
    )
  }
  return { ofAsker, ofNumbers }
}

/** As JSON carries it. */
const asSent = (answer: unknown): unknown => JSON.parse(JSON.stringify(answer))

interface Compared {
  what: string
  answered: unknown
  counted: unknown
}

/**
 * Changes a desk by chance and asks it after every few changes.
 * @param changes at least, in units of work of up to `most` each
 * @param asked how many questions after each unit
 * @returns how many answers were compared, and the first of those that are not what the tables say
 */
export async function compareTotals(
  desk: TestApp,
  { seed, changes, most, asked }: { seed: number; changes: number; most: number; asked: number },
): Promise<{ compared: number; wrong: Compared[] }> {
  desk.clock.set('2026-03-10T11:59:00Z')
  const cast = await castOf(desk)
  const chance = createChance(seed)
  const { play } = createPlayer(desk, cast, chance)
  const { ofAsker, ofNumbers } = createComparing(desk, cast)
  // Few enough to be asked again and again.
  const filters = Array.from({ length: 30 }, () => filterOf(chance, cast))
  const minute = () => Math.floor(desk.clock.now().getTime() / 60_000)
  let compared = 0
  const wrong: Compared[] = []
  for (let done = 0; done < changes && wrong.length === 0;) {
    done += await play(most)
    const before = minute()
    const pairs: Compared[] = []
    for (let question = 0; question < asked; question++)
      pairs.push(...(await ofAsker(chance.of(cast.askers), chance.of(filters))))
    pairs.push(...(await ofNumbers(cast.askers[0]!)))
    // With a minute that has begun between the two, another age has.
    if (minute() !== before) continue
    compared += pairs.length
    wrong.push(...pairs.filter(({ answered, counted }) => !isDeepStrictEqual(answered, asSent(counted))))
  }
  return { compared, wrong }
}
