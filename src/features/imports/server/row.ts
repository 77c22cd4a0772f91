import { i18n } from '#platform/contract/i18n.ts'
import { fieldWords, type FieldName } from '../fields/contract.ts'
import { invalid } from '#platform/contract/errors.ts'
import { asWritten } from '#platform/contract/searchable.ts'

const nul = String.fromCodePoint(0)
const guarded = /^'(?=[=+\-@\t\r])/

export interface Row {
  /** Position below the headings, from 1. */
  place: number
  /** Trimmed text of the cell; undefined where no column is matched. */
  text(field: FieldName): string | undefined
  fields: readonly FieldName[]
  /** Returns the row with only these fields. */
  only(fields: readonly FieldName[]): Row
}

function rowOf(place: number, said: ReadonlyMap<FieldName, string>): Row {
  return {
    place,
    text: (field) => said.get(field),
    fields: [...said.keys()],
    only: (fields) => rowOf(place, new Map([...said].filter(([field]) => fields.includes(field)))),
  }
}

/** @param columns the column's position by field */
export function readRow(
  place: number,
  cells: readonly string[],
  columns: ReadonlyMap<FieldName, number>,
): Row {
  return rowOf(
    place,
    new Map([...columns].map(([field, at]) => [field, asWritten((cells[at] ?? '').replace(guarded, ''))])),
  )
}

/** Refuses a row with surplus cells or a NUL character. @throws {AppError} `invalid` */
export function requireWhole(cells: readonly string[], headings: number): void {
  if (cells.slice(headings).some((cell) => cell.trim() !== ''))
    throw invalid(
      '',
      i18n.t('The row has more cells than there are headings. A cell with a separator in it needs quotes.'),
    )
  if (cells.some((cell) => cell.includes(nul))) throw invalid('', i18n.t('The row contains a NUL character'))
}

export const labelOf = (field: FieldName): string => fieldWords[field]

export const required = (field: FieldName) =>
  invalid(field, i18n.t('{field} is required', { field: labelOf(field) }))

/** @throws {AppError} `invalid` for an empty text */
export function requireText(field: FieldName, text: string): string {
  if (text === '') throw required(field)
  return text
}

/** Turns an empty cell into null; undefined stays. */
export function orNull(text: string | undefined): string | null | undefined {
  return text === '' ? null : text
}
