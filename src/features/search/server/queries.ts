import { setImmediate } from 'node:timers/promises'
import { listClientNames } from '#features/clients/server/queries.ts'
import { listProducts } from '#features/products/server/queries.ts'
import { roles, staff, type Viewer } from '#features/users/contract.ts'
import { isClient, isDesk } from '#features/users/policy.ts'
import { listSignedUp } from '#features/users/server/queries.ts'
import { isOneOf } from '#platform/contract/narrowing.ts'
import { searchable, searchPieces } from '#platform/contract/searchable.ts'
import type { Database } from '#platform/server/database/query-builder.ts'
import { findByWords, listTexts } from './ticket-search.ts'
import type { Found, TicketHit } from '../contract.ts'
import { mark } from './mark.ts'
import { findMeant } from './meant.ts'
import { best, toHit, type Typed } from './rank.ts'
import { alikeIn, shortestForgiven } from './typo.ts'

type Wanted = Parameters<typeof findByWords>[2]

const mostWords = 8
/** Most matches per word whose tickets are searched. */
const mostOwners = 10

/** Reads `TKT-000123`, `#123` and `123`; a bare number may also be a word. */
function ticketNumberOf(text: string): string | undefined {
  const [, digits] = /^(?:tkt-?|#) ?0*(\d{1,9})$/.exec(text) ?? /^0*(\d{1,9})$/.exec(text) ?? []
  return digits && `TKT-${digits.padStart(6, '0')}`
}

function read(q: string): Typed {
  const text = searchPieces(q).join(' ')
  const words = [...new Set(text.replace(/^#(?=\d)/, '').split(' '))].filter(Boolean).slice(0, mostWords)
  return { text, words, ticketNumber: ticketNumberOf(text) }
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

async function findTickets(
  db: Database,
  viewer: Viewer,
  typed: Typed,
  owners: Pick<Wanted, 'personIds' | 'clientIds'>,
) {
  const found = await findByWords(db, viewer, { ...typed, ...owners })
  if (found.length > 0) return { found, words: typed.words, isSimilar: false }
  const words = (await findMeant(db, viewer, typed.words)) ?? []
  const wanted = { words, ticketNumber: undefined, personIds: [], clientIds: [] }
  return {
    found: words.length === 0 ? [] : await findByWords(db, viewer, wanted),
    words,
    isSimilar: true,
  }
}

export async function search(db: Database, viewer: Viewer, q: string, limit: number): Promise<Found> {
  const typed = read(q)
  // A lone accent folds to nothing, and every text would match.
  if (typed.words.length === 0) return { tickets: [], people: [], clients: [], products: [] }
  const names = await listNamed(db, viewer, typed)
  const owners = (some: readonly { one: Named }[]) => some.slice(0, mostOwners).map(({ one }) => one.id)
  const { found, words, isSimilar } = await findTickets(db, viewer, typed, {
    personIds: owners(names.people),
    clientIds: owners(names.companies),
  })
  // Marks the correct spelling of a mistyped name, which the ticket contains.
  const meant = [...new Set([words, ...[...names.people, ...names.companies].map((one) => one.words)].flat())]
  const shownTickets = best(found, typed, isSimilar, limit)
  const texts = await listTexts(
    db,
    viewer,
    shownTickets.map(({ id }) => id),
    words,
  )
  const tickets: TicketHit[] = []
  for (const ticket of shownTickets) {
    // Yield between long texts.
    await setImmediate()
    tickets.push(toHit({ ticket, texts: texts.get(ticket.id), words: meant, isSimilar }))
  }

  const people = names.people.filter(({ one }) => mayList(viewer, one))
  const companies = isDesk(viewer) ? names.companies : []
  const shown = <T extends Named, R>(
    some: readonly { one: T; words: readonly string[] }[],
    as: (one: T) => R,
  ) => some.slice(0, limit).map(({ one, words }) => ({ ...as(one), name: mark(one.name, words) }))
  return {
    tickets,
    people: shown(people, ({ name: _, ...person }) => person),
    clients: shown(companies, ({ id }) => ({ id })),
    products: shown(names.products, ({ id }) => ({ id })),
  }
}
