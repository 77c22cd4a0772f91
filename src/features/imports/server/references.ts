import { i18n } from '#platform/contract/i18n.ts'
import { findClient, findClientByName } from '#features/clients/server/queries.ts'
import type { Role, Viewer } from '#features/users/contract.ts'
import { findUser, findUserByEmail, listUsers } from '#features/users/server/queries.ts'
import { invalid } from '#platform/contract/errors.ts'
import { normalizeEmail } from '#platform/contract/fields.ts'
import { searchable } from '#platform/contract/searchable.ts'
import type { Reader } from '#platform/server/database/database.ts'
import type { ImportOptions, RowNote } from '../contract.ts'
import type { FieldName, ImportKind } from '../fields/contract.ts'
import { digestOfKey, saysNumber, type StandIns } from './digests.ts'
import { findImportedTicket, listKnown } from './queries.ts'
import { labelOf, required } from './row.ts'
import { numberOf, shortened } from './values.ts'

export interface FoundPerson {
  id: string
  role: Role
}

interface Author {
  person: FoundPerson
  notes: RowNote[]
  standIns: StandIns
}

/** Finds what rows refer to: by its external id first, then as people write it. What was found once is not looked for again. */
export function createReferences(
  reader: Reader,
  viewer: Viewer,
  { source, fallbackPersonId }: ImportOptions,
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
    (await listKnown(reader, source, kind, [text])).get(text)?.rowId

  async function byName(text: string): Promise<FoundPerson | undefined> {
    const wanted = searchable(text)
    const named = (await listUsers(reader, viewer, { search: text, offset: 0 })).filter(
      ({ firstName, lastName }) => searchable(`${firstName} ${lastName}`) === wanted,
    )
    return named.length === 1 ? named[0] : undefined
  }

  const findPerson = (text: string) =>
    once('person', text, async (): Promise<FoundPerson | undefined> => {
      if (text === '') return undefined
      const id = await imported('people', text)
      if (id !== undefined) return findUser(reader, id)
      return text.includes('@') ? findUserByEmail(reader, normalizeEmail(text)) : byName(text)
    })

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
    unknown,

    /**
     * The author that a cell names; where nobody is known by that, the one who was chosen for it.
     * @throws {AppError} `invalid` where nobody was
     */
    async author(field: FieldName, text: string): Promise<Author> {
      const person = await findPerson(text)
      if (person) return { person, notes: [], standIns: {} }
      const fallback =
        fallbackPersonId === null
          ? undefined
          : await once('fallback', '', () => findUser(reader, fallbackPersonId))
      if (!fallback) throw unknown(field, text)
      const reason = i18n.t('“{text}” is not known here, so it is entered for {name}', {
        text: shortened(text),
        name: `${fallback.firstName} ${fallback.lastName}`,
      })
      return { person: fallback, notes: [{ field, reason }], standIns: { [field]: fallback.id } }
    },

    /** @throws {AppError} `invalid` for one that is not there */
    async client(field: FieldName, text: string): Promise<{ id: string; name: string }> {
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
