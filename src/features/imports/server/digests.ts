import { createHash } from 'node:crypto'
import type { FieldName } from '../fields/contract.ts'
import type { Row } from './row.ts'
import { numberOf } from './values.ts'

const digestOf = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 12)

/** Of a key only a digest is kept: who is forgotten here must not be known by their address. */
export const digestOfKey = (key: string): string => createHash('sha256').update(key).digest('base64url')

/** In whatever form a number is written, it is the same. */
const meaningOf = (field: FieldName, text: string) =>
  field === 'number' ? (numberOf(text)?.ticketNumber ?? text) : text

/** A short digest of each field, by which a later import knows what has changed. */
export const digestsOf = (row: Row): Record<string, string> =>
  Object.fromEntries(
    row.fields
      .filter((field) => field !== 'externalId')
      .map((field) => [field, digestOf(meaningOf(field, row.text(field) ?? ''))]),
  )

/** Whether a row said this number, by its digests; earlier versions remembered it as it was written. */
export const saysNumber = (digests: Readonly<Record<string, string>>, text: string): boolean =>
  [text, meaningOf('number', text)].some((one) => digests['number'] === digestOf(one))
