import { setImmediate } from 'node:timers/promises'
import { and, eq, inArray } from 'drizzle-orm'
import { listClientNames } from '#features/clients/server/queries.ts'
import { listProducts } from '#features/products/server/queries.ts'
import { findNewest } from '#features/ticket-list/server/public/ticket-list.ts'
import { mark } from '#features/ticket-search/server/public/mark.ts'
import { findReasons, wordsOf } from '#features/ticket-list/server/public/reasons.ts'
import { readSearch, withOtherWords } from '#features/tickets/list/search/contract.ts'
import { selectNamedTickets, type NamedRow } from '#features/tickets/server/public/ticket-rows.ts'
import { visibleTo } from '#features/tickets/server/public/visible-to.ts'
import { roles, staff, type Viewer } from '#features/users/contract.ts'
import { isClient, isDesk } from '#features/users/policy.ts'
import { listSignedUp } from '#features/users/server/queries.ts'
import { isOneOf } from '#platform/contract/narrowing.ts'
import { searchable } from '#platform/contract/searchable.ts'
import type { Clock } from '#platform/server/clock.ts'
import type { Database } from '#platform/server/database/query-builder.ts'
import { tickets } from '#tables/tickets.ts'
import type { Found } from '../contract.ts'
import { findMeant } from './meant.ts'
import { best, toHit, type Typed } from './rank.ts'
import { alikeIn, shortestForgiven } from './typo.ts'

/** Most candidates that are ranked. */
const mostRanked = 40
const mostWords = 8

/** Reads `TKT-000123`, `#123` and `123`; a bare number may also be a word. */
function ticketNumberOf(text: string): string | undefined {
  const [, digits] = /^(?:tkt-?|#) ?0*(\d{1,9})$/.exec(text) ?? /^0*(\d{1,9})$/.exec(text) ?? []
  return digits && `TKT-${digits.padStart(6, '0')}`
}

function read(q: string): Typed {
  const words = wordsOf(q)
  const text = words.join(' ')
  return { search: q, text, words: words.slice(0, mostWords), ticketNumber: ticketNumberOf(text) }
}

interface Named {
  id: string
  name: string
}

/** Names compared before yielding. */
const namesAtOnce = 500

/** Maps in pieces, yielding to the event loop. */
async function inPieces<T, R>(all: readonly T[], judge: (one: T) => R): Promise<R[]> {
  const judged: R[] = []
  for (let from = 0; from < all.length; from += namesAtOnce) {
    if (from > 0) await setImmediate()
    judged.push(...all.slice(from, from + namesAtOnce).map(judge))
  }
  return judged
}

/** Finds names with all words, else with words one letter apart; beginnings come first. */
async function named<T extends Named>(
  all: readonly T[],
  { text, words }: Typed,
): Promise<{ one: T; words: readonly string[] }[]> {
  const folded = await inPieces(all, (one) => ({ one, name: searchable(one.name) }))
  const exact = folded.filter(({ name }) => words.every((word) => name.includes(word)))
  if (exact.length > 0)
    return exact
      .sort((a, b) => Number(b.name.startsWith(text)) - Number(a.name.startsWith(text)))
      .map(({ one }) => ({ one, words }))
  if (!words.some((word) => word.length >= shortestForgiven)) return []
  const judged = await inPieces(folded, ({ one, name }) => {
    const alike = words.map((word) => (name.includes(word) ? [word] : alikeIn(name, word)))
    return alike.some((some) => some.length === 0) ? [] : [{ one, words: alike.flat() }]
  })
  return judged.flat()
}

/** Names that the viewer may not list only lead to tickets; they are not returned. */
async function listNamed(db: Database, viewer: Viewer, typed: Typed) {
  const [people, companies, products] = await Promise.all([
    listSignedUp(db, roles),
    listClientNames(db, { onlyActive: true }),
    listProducts(db, viewer),
  ])
  const withName = people.map((person) => ({ ...person, name: `${person.firstName} ${person.lastName}` }))
  return {
    people: await named(withName, typed),
    companies: await named(companies, typed),
    products: await named(products, typed),
  }
}

/** The desk lists everybody, other staff their colleagues, clients nobody. */
function mayList(viewer: Viewer, { role }: { role: Viewer['role'] }): boolean {
  if (isDesk(viewer)) return true
  return !isClient(viewer) && isOneOf(staff, role)
}

interface Parts {
  db: Database
  clock: Clock
  timeZone: string
}

async function findIdOf(db: Database, viewer: Viewer, number: string): Promise<string | undefined> {
  const scope = visibleTo(viewer)
  const [row] = await db
    .select({ id: tickets.id })
    .from(tickets)
    .where(and(eq(tickets.ticketNumber, number), scope.conditions))
    .prepare('')
    .execute(scope.values)
  return row?.id
}

async function readCandidates(db: Database, ids: readonly string[]): Promise<NamedRow[]> {
  return ids.length === 0 ? [] : selectNamedTickets(db).where(inArray(tickets.id, [...ids]))
}

/** Corrects words without hits: by texts, else by the names that are one letter apart. */
async function findCorrected(
  db: Database,
  viewer: Viewer,
  { words }: Typed,
  names: Awaited<ReturnType<typeof listNamed>>,
): Promise<readonly string[]> {
  const [alike] = [...names.people, ...names.companies]
  return (
    (await findMeant(
      db,
      viewer,
      words.flatMap((word) => word.split(' ')),
    )) ??
    alike?.words ??
    []
  )
}

async function findTickets(
  parts: Parts,
  viewer: Viewer,
  typed: Typed,
  names: Awaited<ReturnType<typeof listNamed>>,
) {
  const { db } = parts
  const find = (search: string) => findNewest(parts, viewer, { search }, mostRanked)
  const [numbered, newest] = await Promise.all([
    typed.ticketNumber === undefined ? undefined : findIdOf(db, viewer, typed.ticketNumber),
    find(typed.search),
  ])
  const found = [...new Set([...(numbered ? [numbered] : []), ...newest])]
  if (found.length > 0 || typed.words.length === 0)
    return { found: await readCandidates(db, found), words: typed.words, isSimilar: false }
  const words = await findCorrected(db, viewer, typed, names)
  const similar = words.length === 0 ? [] : await find(withOtherWords(typed.search, words))
  return { found: await readCandidates(db, similar), words, isSimilar: true }
}

export async function search(parts: Parts, viewer: Viewer, q: string, limit: number): Promise<Found> {
  const { db } = parts
  const typed = read(q)
  // A lone accent folds to nothing, and every text would match.
  if (typed.words.length === 0 && readSearch(q).tokens.length === 0)
    return { tickets: [], people: [], clients: [], products: [] }
  const names =
    typed.words.length > 0 ? await listNamed(db, viewer, typed) : { people: [], companies: [], products: [] }
  const { found, words, isSimilar } = await findTickets(parts, viewer, typed, names)
  // Marks the correct spelling of a mistyped name, which the ticket contains.
  const meant = [...new Set([words, ...[...names.people, ...names.companies].map((one) => one.words)].flat())]
  const shownTickets = best(found, typed, isSimilar, limit)
  const reasons = await findReasons(db, viewer, shownTickets, meant)
  const hits = shownTickets.map((ticket) =>
    toHit({ ticket, reason: reasons.get(ticket.id), words: meant, isSimilar }),
  )

  const people = names.people.filter(({ one }) => mayList(viewer, one))
  const companies = isDesk(viewer) ? names.companies : []
  const shown = <T extends Named, R>(
    some: readonly { one: T; words: readonly string[] }[],
    as: (one: T) => R,
  ) => some.slice(0, limit).map(({ one, words }) => ({ ...as(one), name: mark(one.name, words) }))
  return {
    tickets: hits,
    people: shown(people, ({ name: _, ...person }) => person),
    clients: shown(companies, ({ id }) => ({ id })),
    products: shown(names.products, ({ id }) => ({ id })),
  }
}
