import { i18n } from '#platform/contract/i18n.ts'
import { fieldWords, type FieldName } from '../fields/contract.ts'
import { invalid } from '#platform/contract/errors.ts'
import { asWritten } from '#platform/contract/searchable.ts'

const nul = String.fromCodePoint(0)
/** As exports for spreadsheets write a cell that would be a formula. */
const guarded = /^'(?=[=+\-@\t\r])/

/** Values of a row, field by field. */
export interface Row {
  /** Its place below the headings, from 1. */
  place: number
  /** Text of the cell, without space around it; undefined where no column is matched. */
  text(field: FieldName): string | undefined
  /** The fields of which it says anything, empty or not. */
  fields: readonly FieldName[]
  /** The same row, which says nothing of any other field. */
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

/**
 * Reads the cells of a row as fields.
 * @param columns the place of the column by the field
 */
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

/**
 * Refuses a row that cannot be meant so.
 * @throws {AppError} `invalid`
 */
export function requireWhole(cells: readonly string[], headings: number): void {
  if (cells.slice(headings).some((cell) => cell.trim() !== ''))
    throw invalid(
      '',
      i18n.t('The row has more cells than there are headings. A cell with a separator in it needs quotes.'),
    )
  if (cells.some((cell) => cell.includes(nul))) throw invalid('', i18n.t('The row holds a NUL character'))
}

/** Name of the field for people. */
export const labelOf = (field: FieldName): string => fieldWords[field]

/** The refusal of a row that does not say what it must. */
export const required = (field: FieldName) =>
  invalid(field, i18n.t('{field} is required', { field: labelOf(field) }))

/** @throws {AppError} `invalid` where there is nothing */
export function requireText(field: FieldName, text: string): string {
  if (text === '') throw required(field)
  return text
}

/** Text of a cell; an empty one says that there is nothing. */
export function orNull(text: string | undefined): string | null | undefined {
  return text === '' ? null : text
}
