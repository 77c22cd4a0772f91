import { sha256Of } from '#platform/server/secrets.ts'
import type { ImportOptions } from '../contract.ts'
import type { FieldName } from '../fields/contract.ts'
import type { Row } from './row.ts'
import { isOrdered } from './moments.ts'
import { numberOf } from './values.ts'

/** Content of a row at its last import, as a digest of each field. */
export type Digests = Readonly<Record<string, string>>

/** By field, who stands in for somebody whom it names and nobody knows; empty: nobody does. */
export type StandIns = Readonly<Partial<Record<FieldName, string>>>

const moments: readonly FieldName[] = ['createdAt', 'updatedAt', 'resolvedAt']

const digestOf = (text: string) => sha256Of(text).slice(0, 12)

/** Keeps only a digest of a key: a person who is forgotten here must not be known by their address. */
export const digestOfKey = (key: string): string => sha256Of(key)

const textIn = (row: Row, field: FieldName) => row.text(field) ?? ''

/** A number is the same in whatever form it is written. */
const numberMeant = (text: string) => numberOf(text)?.ticketNumber ?? text

function meaningOf(row: Row, field: FieldName, { dateOrder }: ImportOptions): string {
  const text = textIn(row, field)
  if (field === 'number') return numberMeant(text)
  return moments.includes(field) && isOrdered(text) ? `${dateOrder} ${text}` : text
}

/** A short digest of each field, by which a later import knows what has changed, and whom it should look for again. */
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

/** The fields that say something else than they did, or that may mean something else by now. */
export function changedSince(row: Row, options: ImportOptions, before: Digests): FieldName[] {
  const digests = digestsOf(row, options)
  // Earlier versions did not remember in which order a date was read: it is not read anew, lest it undo what was done here.
  const isOlder = (field: FieldName) =>
    moments.includes(field) && before[field] === digestOf(textIn(row, field))
  return row.fields.filter(
    (field) => field !== 'externalId' && before[field] !== digests[field] && !isOlder(field),
  )
}

/** Finds the stand-in for a person whom the field still names; undefined: nobody had to. */
export function standInOf(row: Row, field: FieldName, before: Digests): string | undefined {
  const [digest, standIn] = before[field]?.split('?') ?? []
  return digest === digestOf(textIn(row, field)) ? standIn : undefined
}

/** Whether a row said the number of this text; earlier versions remembered it as it was written. */
export const saysNumber = (
  digests: Digests,
  text: string,
  { ticketNumber, value }: NonNullable<ReturnType<typeof numberOf>>,
): boolean =>
  [text, ticketNumber, `${value}`, `#${value}`, `TKT-${value}`].some(
    (one) => digests['number'] === digestOf(one),
  )
