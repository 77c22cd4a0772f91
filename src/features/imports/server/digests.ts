import { sha256Of } from '#platform/server/secrets.ts'
import type { ImportOptions } from '../contract.ts'
import type { FieldName } from '../fields/contract.ts'
import type { Row } from './row.ts'
import { isOrdered } from './moments.ts'
import { numberOf } from './values.ts'

/** Row at its last import, as a digest of each field. */
export type Digests = Readonly<Record<string, string>>

/** Stand-ins for unknown people, by field; empty: none. */
export type StandIns = Readonly<Partial<Record<FieldName, string>>>

const moments: readonly FieldName[] = ['createdAt', 'updatedAt', 'resolvedAt']

const digestOf = (text: string) => sha256Of(text).slice(0, 12)

/** Stores only a digest of a key: a deleted person must not be known by their address. */
export const digestOfKey = (key: string): string => sha256Of(key)

const textIn = (row: Row, field: FieldName) => row.text(field) ?? ''

/** Equates the forms of a number. */
const numberMeant = (text: string) => numberOf(text)?.ticketNumber ?? text

function meaningOf(row: Row, field: FieldName, { dateOrder }: ImportOptions): string {
  const text = textIn(row, field)
  if (field === 'number') return numberMeant(text)
  return moments.includes(field) && isOrdered(text) ? `${dateOrder} ${text}` : text
}

/** Digests each field, so that a later import finds changes and people to look up again. */
export const digestsOf = (row: Row, options: ImportOptions, standIns: StandIns = {}): Digests =>
  Object.fromEntries(
    row.fields
      .filter((field) => field !== 'externalId')
      .map((field) => {
        const digest = digestOf(meaningOf(row, field, options))
        const standIn = standIns[field]
        return [field, standIn === undefined ? digest : `${digest}?${standIn}`]
      }),
  )

/** Lists fields whose text has changed, or may have another meaning by now. */
export function changedSince(row: Row, options: ImportOptions, before: Digests): FieldName[] {
  const digests = digestsOf(row, options)
  // Earlier versions stored no order of dates: do not reread those, which could undo changes made here.
  const isOlder = (field: FieldName) =>
    moments.includes(field) && before[field] === digestOf(textIn(row, field))
  return row.fields.filter(
    (field) => field !== 'externalId' && before[field] !== digests[field] && !isOlder(field),
  )
}

/** Finds the stand-in for a person that the field still names; undefined: none. */
export function standInOf(row: Row, field: FieldName, before: Digests): string | undefined {
  const [digest, standIn] = before[field]?.split('?') ?? []
  return digest === digestOf(textIn(row, field)) ? standIn : undefined
}

/** Compares a stored number; earlier versions stored it as written. */
export const saysNumber = (
  digests: Digests,
  text: string,
  { ticketNumber, value }: NonNullable<ReturnType<typeof numberOf>>,
): boolean =>
  [text, ticketNumber, `${value}`, `#${value}`, `TKT-${value}`].some(
    (one) => digests['number'] === digestOf(one),
  )
