import { i18n } from '#platform/contract/i18n.ts'
import { findClient, findClientByName } from '#features/clients/server/queries.ts'
import type { Role, User, Viewer } from '#features/users/contract.ts'
import { isStaff } from '#features/users/policy.ts'
import { findUser, findUserByEmail, listUsers } from '#features/users/server/queries.ts'
import { invalid } from '#platform/contract/errors.ts'
import { normalizeEmail } from '#platform/contract/fields.ts'
import { searchable } from '#platform/contract/searchable.ts'
import type { Reader } from '#platform/server/database/query-builder.ts'
import type { ImportOptions } from '../contract.ts'
import type { FieldName, ImportKind } from '../fields/contract.ts'
import { digestOfKey, saysNumber } from './digests.ts'
import { findAssignment, findImportedTicket, listEarlierImports } from './queries.ts'
import { labelOf, required } from './row.ts'
import { namesOf, numberOf, shortened } from './values.ts'

export interface FoundPerson {
  id: string
  role: Role
}

export interface Company {
  id: string
  name: string
}

const calledSo = ({ firstName, lastName }: Pick<User, 'firstName' | 'lastName'>) =>
  searchable(`${firstName} ${lastName}`).trim()

/** Finds references by external id, then by name, and caches them. */
export function createReferences(
  reader: Reader,
  viewer: Viewer,
  { source, fallbackPersonId, unconfirmed }: ImportOptions,
) {
  const found = new Map<string, Promise<unknown>>()

  function once<T>(kind: string, text: string, find: () => Promise<T>): Promise<T> {
    const key = `${kind} ${text}`
    const known = found.get(key) as Promise<T> | undefined
    const finding = known ?? find()
    if (!known) found.set(key, finding)
    return finding
  }

  const imported = async (kind: ImportKind, text: string) =>
    (await listEarlierImports(reader, source, kind, [text])).get(text)?.rowId

  /** Tells whether a name alone may mean this person: others choose their names freely. */
  async function isOf({ id, role, isInvited, companyName }: User, company: Company | undefined) {
    if (isStaff({ role })) return true
    if (!company) return false
    // Before the first sign-in, a person has the name that a super user gave them.
    const isMade = isInvited === true && searchable(companyName) === searchable(company.name)
    return isMade || (await findAssignment(reader, company.id, id)) !== undefined
  }

  async function byName(text: string, company: Company | undefined): Promise<FoundPerson | undefined> {
    const { firstName, lastName } = namesOf(text)
    const wanted = calledSo({ firstName, lastName })
    const named = []
    for (const user of await listUsers(reader, viewer, { search: wanted, offset: 0 })) {
      const isCalledSo = calledSo(user) === wanted
      if (isCalledSo && user.isEmailConfirmed && (await isOf(user, company))) named.push(user)
    }
    return named.length === 1 ? named[0] : undefined
  }

  const byKey = (text: string) =>
    once('person', text, async () => {
      const id = await imported('people', text)
      if (id !== undefined) return findUser(reader, id)
      return text.includes('@') ? findUserByEmail(reader, normalizeEmail(text)) : undefined
    })

  /** @param company whose people a name alone may mean, beside staff */
  async function findPerson(text: string, company?: Company): Promise<FoundPerson | undefined> {
    if (text === '') return undefined
    const person = await byKey(text)
    if (person) return person.emailProvedAt ? person : undefined
    return text.includes('@')
      ? undefined
      : once(`person of ${company?.id ?? 'staff'}`, text, () => byName(text, company))
  }

  /** Finds the account with this unverified address. */
  async function findUnconfirmed(text: string): Promise<FoundPerson | undefined> {
    const person = text === '' ? undefined : await byKey(text)
    return person?.emailProvedAt ? undefined : person
  }

  /** Tries the external id, then the imported number: another company's ticket may have that here. */
  async function importedTicket(text: string): Promise<string | undefined> {
    const id = await imported('tickets', text)
    const number = numberOf(text)
    if (id !== undefined || number === undefined) return id
    const { ticketNumber } = number
    const keyed = await imported('tickets', digestOfKey(ticketNumber))
    if (keyed !== undefined) return keyed
    const numbered = await findImportedTicket(reader, source, ticketNumber)
    return numbered && saysNumber(numbered.digests, text, number) ? numbered.rowId : undefined
  }

  const unknown = (field: FieldName, text: string) =>
    text === ''
      ? required(field)
      : invalid(
          field,
          i18n.t('{label}: “{text}” is not known here', { label: labelOf(field), text: shortened(text) }),
        )

  return {
    findPerson,
    findUnconfirmed,
    unknown,

    /** Tells whether the cell's person exists by now, instead of a stand-in. */
    isFound: async (text: string, company: Company | undefined): Promise<boolean> =>
      ((await findPerson(text, company)) ??
        (unconfirmed === 'take_over' ? await findUnconfirmed(text) : undefined)) !== undefined,

    findFallback: () =>
      fallbackPersonId === null ? undefined : once('fallback', '', () => findUser(reader, fallbackPersonId)),

    /** @throws {AppError} `invalid` for an unknown client */
    async client(field: FieldName, text: string): Promise<Company> {
      const client = await once('client', text, async () => {
        const id = (await imported('clients', text)) ?? (await findClientByName(reader, text))?.id
        return id === undefined ? undefined : findClient(reader, id)
      })
      if (!client) throw unknown(field, text)
      return client
    },

    /** @throws {AppError} `invalid` for a ticket that was not imported from this system */
    async ticket(field: FieldName, text: string): Promise<string> {
      const id = await once('ticket', text, () => importedTicket(text))
      if (id === undefined) throw unknown(field, text)
      return id
    },
  }
}

export type References = ReturnType<typeof createReferences>
