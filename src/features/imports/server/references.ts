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

/** Finds what rows refer to: by its external id first, then as people write it. What was found once is not looked for again. */
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

  /** Whether a company calls this person by a name that others may have as well: theirs is what people call themselves. */
  async function isOf({ id, role, isInvited, companyName }: User, company: Company | undefined) {
    if (isStaff({ role })) return true
    if (!company) return false
    // A person who has never signed in has the name that a super user gave them with the account.
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

  /** Finds the person with this external id or address, whether or not it is known to be theirs. */
  const byKey = (text: string) =>
    once('person', text, async () => {
      const id = await imported('people', text)
      if (id !== undefined) return findUser(reader, id)
      return text.includes('@') ? findUserByEmail(reader, normalizeEmail(text)) : undefined
    })

  /** Finds the person who is known by this. @param company whose people a name alone may mean, beside staff */
  async function findPerson(text: string, company?: Company): Promise<FoundPerson | undefined> {
    if (text === '') return undefined
    const person = await byKey(text)
    if (person) return person.emailProvedAt ? person : undefined
    return text.includes('@')
      ? undefined
      : once(`person of ${company?.id ?? 'staff'}`, text, () => byName(text, company))
  }

  /** Finds the account that was registered with this address, which nobody has confirmed. */
  async function findUnconfirmed(text: string): Promise<FoundPerson | undefined> {
    const person = text === '' ? undefined : await byKey(text)
    return person?.emailProvedAt ? undefined : person
  }

  /** By its external id, else by the number that its row said: here another ticket may have that, of another company. */
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

    /** Whether somebody is there by now to whom a cell may give what was entered for somebody else. */
    isFound: async (text: string, company: Company | undefined): Promise<boolean> =>
      ((await findPerson(text, company)) ??
        (unconfirmed === 'take_over' ? await findUnconfirmed(text) : undefined)) !== undefined,

    /** Finds the person who was chosen for rows of people who are not known. */
    findFallback: () =>
      fallbackPersonId === null ? undefined : once('fallback', '', () => findUser(reader, fallbackPersonId)),

    /** @throws {AppError} `invalid` for one that is not there */
    async client(field: FieldName, text: string): Promise<Company> {
      const client = await once('client', text, async () => {
        const id = (await imported('clients', text)) ?? (await findClientByName(reader, text))?.id
        return id === undefined ? undefined : findClient(reader, id)
      })
      if (!client) throw unknown(field, text)
      return client
    },

    /** @throws {AppError} `invalid` for one that was not imported from this system */
    async ticket(field: FieldName, text: string): Promise<string> {
      const id = await once('ticket', text, () => importedTicket(text))
      if (id === undefined) throw unknown(field, text)
      return id
    },
  }
}

export type References = ReturnType<typeof createReferences>
