import { listClientNames } from '#features/clients/server/queries.ts'
import { listProducts } from '#features/products/server/queries.ts'
import { ticketSearch } from '#features/tickets/server/queries.ts'
import { roles, staff, type Viewer } from '#features/users/contract.ts'
import { isClient, isDesk, isStaff } from '#features/users/policy.ts'
import { listSignedUp } from '#features/users/server/queries.ts'
import { searchable } from '#platform/contract/searchable.ts'
import type { Database } from '#platform/server/database.ts'
import type { Found } from '../contract.ts'
import { mark } from './fold.ts'
import { best, type Typed } from './rank.ts'
import { alikeIn, meantBy, shortestForgiven } from './typo.ts'

type Wanted = Parameters<typeof ticketSearch.findByWords>[2]

const mostWords = 8
/** Whose tickets are looked for, of all the people or companies that a word names. */
const mostOwners = 10

/** `TKT-000123`, `#123` and `123` are the number of a ticket; a lone number may be a word as well. */
function ticketNumberOf(text: string): string | undefined {
  const [, digits] = /^(?:tkt-?|#) ?0*(\d{1,9})$/.exec(text) ?? /^0*(\d{1,9})$/.exec(text) ?? []
  return digits && `TKT-${digits.padStart(6, '0')}`
}

function read(q: string): Typed {
  const text = searchable(q).replaceAll('\n', ' ').trim()
  const words = [...new Set(text.replace(/^#(?=\d)/, '').split(' '))].filter(Boolean).slice(0, mostWords)
  return { text, words, ticketNumber: ticketNumberOf(text) }
}

interface Named {
  id: string
  name: string
}

/** Those whose name has all the words; when none has, those with words but one letter apart. Names that begin with the text come first. */
function named<T extends Named>(
  all: readonly T[],
  { text, words }: Typed,
): { one: T; words: readonly string[] }[] {
  const folded = all.map((one) => ({ one, name: searchable(one.name) }))
  const exact = folded.filter(({ name }) => words.every((word) => name.includes(word)))
  if (exact.length > 0)
    return exact
      .sort((a, b) => Number(b.name.startsWith(text)) - Number(a.name.startsWith(text)))
      .map(({ one }) => ({ one, words }))
  if (!words.some((word) => word.length >= shortestForgiven)) return []
  return folded.flatMap(({ one, name }) => {
    const alike = words.map((word) => (name.includes(word) ? [word] : alikeIn(name, word)))
    return alike.some((some) => some.length === 0) ? [] : [{ one, words: alike.flat() }]
  })
}

/** Names a client company's people may not list do not stand among the answers; they only lead to tickets these may see anyway. */
async function listNamed(db: Database, viewer: Viewer, typed: Typed) {
  const [people, companies, products] = await Promise.all([
    listSignedUp(db, roles),
    listClientNames(db),
    listProducts(db, viewer),
  ])
  const withName = people.map((person) => ({ ...person, name: `${person.firstName} ${person.lastName}` }))
  return {
    people: named(withName, typed),
    companies: named(companies, typed),
    products: named(products, typed),
  }
}

/** Whom a viewer may list: the desk everybody, other staff their colleagues, clients nobody. */
function mayList(viewer: Viewer, { role }: { role: Viewer['role'] }): boolean {
  if (isDesk(viewer)) return true
  return !isClient(viewer) && (staff as readonly string[]).includes(role)
}

/** The words that were meant by those nobody wrote, if one letter each makes the difference. */
async function findMeant(
  db: Database,
  viewer: Viewer,
  words: readonly string[],
): Promise<string[] | undefined> {
  const longest = words.toSorted((one, other) => other.length - one.length)[0] ?? ''
  if (longest.length < shortestForgiven) return undefined
  const texts = await ticketSearch.listNewestTexts(db, viewer)
  const meant = meantBy(words, texts)
  if (meant || !isStaff(viewer)) return meant
  const rare = words.filter((word) => word.length >= shortestForgiven && meantBy([word], texts) === undefined)
  const older = await Promise.all(rare.map((word) => ticketSearch.listAlikeTexts(db, word)))
  return meantBy(words, [...texts, ...older.flat()])
}

async function findTickets(
  db: Database,
  viewer: Viewer,
  typed: Typed,
  owners: Pick<Wanted, 'personIds' | 'clientIds'>,
) {
  const found = await ticketSearch.findByWords(db, viewer, { ...typed, ...owners })
  if (found.length > 0) return { found, words: typed.words, isSimilar: false }
  const words = (await findMeant(db, viewer, typed.words)) ?? []
  const wanted = { words, ticketNumber: undefined, personIds: [], clientIds: [] }
  return {
    found: words.length === 0 ? [] : await ticketSearch.findByWords(db, viewer, wanted),
    words,
    isSimilar: true,
  }
}

/** What fits the words, of each kind the best `limit`, as far as this viewer may see it. */
export async function search(db: Database, viewer: Viewer, q: string, limit: number): Promise<Found> {
  const typed = read(q)
  const names = await listNamed(db, viewer, typed)
  const owners = (some: readonly { one: Named }[]) => some.slice(0, mostOwners).map(({ one }) => one.id)
  const { found, words, isSimilar } = await findTickets(db, viewer, typed, {
    personIds: owners(names.people),
    clientIds: owners(names.companies),
  })
  // Of a company or a person whose name was mistyped, the name is what the ticket has.
  const meant = [...new Set([words, ...[...names.people, ...names.companies].map((one) => one.words)].flat())]
  const judged = found.map((one) => ({ ...one, words: meant, isSimilar }))

  const people = names.people.filter(({ one }) => mayList(viewer, one))
  const companies = isDesk(viewer) ? names.companies : []
  const shown = <T extends Named, R>(
    some: readonly { one: T; words: readonly string[] }[],
    as: (one: T) => R,
  ) => some.slice(0, limit).map(({ one, words }) => ({ ...as(one), name: mark(one.name, words) }))
  return {
    tickets: best(judged, typed, limit),
    people: shown(people, ({ name: _, ...person }) => person),
    clients: shown(companies, ({ id }) => ({ id })),
    products: shown(names.products, ({ id }) => ({ id })),
  }
}
