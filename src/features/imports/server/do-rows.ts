import { i18n } from '#platform/contract/i18n.ts'
import { z } from 'zod'
import type { Viewer } from '#features/users/contract.ts'
import { AppError, invalid } from '#platform/contract/errors.ts'
import { requiredText } from '#platform/contract/fields.ts'
import { checked } from '#platform/server/call/call-input.ts'
import type { Reader } from '#platform/server/database/query-builder.ts'
import { attempt } from '#platform/server/attempt.ts'
import type { Work } from '#platform/server/work.ts'
import { importLimits, type ImportOptions, type ImportRow, type RowNote } from '../contract.ts'
import type { FieldName, ImportKind } from '../fields/contract.ts'
import { UnconfirmedPerson } from './claims.ts'
import { changedSince, digestOfKey, digestsOf, standInOf, type StandIns } from './digests.ts'
import { clients } from './kinds/clients.ts'
import { comments } from './kinds/comments.ts'
import type { Context, Kind } from './kinds/kind.ts'
import { people } from './kinds/people.ts'
import { products } from './kinds/products.ts'
import { tickets } from './kinds/tickets.ts'
import { listEarlierImports, type EarlierImport } from './queries.ts'
import { createReferences } from './references.ts'
import { labelOf, requireWhole, type Row } from './row.ts'
import { recordExternalIds } from './service.ts'
import { numberOf, shortened } from './values.ts'

const kinds: Record<ImportKind, Kind> = { clients, people, products, tickets, comments }

/** Row with its external id, or an early refusal. */
export type Read =
  | { row: Row; externalId: string; notes: readonly RowNote[] }
  | { row: Row; refusal: AppError }

export interface Order {
  kind: ImportKind
  options: ImportOptions
  viewer: Viewer
  ip: string
  timeZone: string
}

const ExternalId = z.object({
  externalId: requiredText(() => labelOf('externalId'), importLimits.externalId),
})

/** Finds the id that later imports know it by. @throws {AppError} `invalid` without an id and a key */
function externalIdOf(kind: ImportKind, row: Row): string {
  const given = row.text('externalId')
  if (given === undefined) return digestOfKey(kinds[kind].naturalKey(row))
  checked(ExternalId, { externalId: given })
  return given
}

/** Bound of a plausible gap: after a typing mistake all later tickets would continue there. */
const longestLeap = 1000

/** Notes the first number far above all before it. @param lastNumber of the tickets here */
function createLeapWatch(lastNumber: number) {
  let highest = lastNumber
  return function notesOn(row: Row): RowNote[] {
    const { value, ticketNumber } = numberOf(row.text('number') ?? '') ?? { value: 0 }
    const before = highest
    highest = Math.max(highest, value)
    if (ticketNumber === undefined || value - before <= longestLeap) return []
    const reason = i18n.t('Numbers jump from {before} to {number}; new tickets continue from there', {
      before,
      number: ticketNumber,
    })
    return [{ field: 'number', reason }]
  }
}

/**
 * Refuses a second row for the same thing, which check and import would treat differently.
 * @param lastNumber of the tickets here
 * @returns a reader to call for each row, in order
 */
export function createClaims(kind: ImportKind, headings: number, lastNumber: number) {
  const claimed = new Map<string, number>()
  const notesOnLeap = createLeapWatch(lastNumber)
  return function read(row: Row, cells: readonly string[]): Read {
    try {
      requireWhole(cells, headings)
      const externalId = externalIdOf(kind, row)
      for (const claim of [`id ${externalId}`, ...kinds[kind].claims(row)]) {
        const first = claimed.get(claim)
        if (first !== undefined) throw invalid('', i18n.t('Row {first} of the file is the same', { first }))
        claimed.set(claim, row.place)
      }
      return { row, externalId, notes: kind === 'tickets' ? notesOnLeap(row) : [] }
    } catch (error) {
      if (error instanceof AppError) return { row, refusal: error }
      throw error
    }
  }
}

interface Changed {
  row: Row
  /** Fields whose person was unknown until now. */
  found: readonly FieldName[]
}

/** Finds the fields that differ from the last import; all for a new row. */
async function changedIn(
  context: Context,
  { besides = {}, companyOf }: Kind,
  row: Row,
  { digests, rowId }: Pick<EarlierImport, 'digests'> & Partial<EarlierImport>,
): Promise<Changed> {
  const { refs, options } = context
  const { fallbackPersonId } = options
  const changed: FieldName[] = []
  const found: FieldName[] = []
  for (const field of changedSince(row, options, digests)) {
    const standIn = standInOf(row, field, digests)
    const isFound =
      standIn !== undefined &&
      (await refs.isFound(row.text(field) ?? '', await companyOf?.(context, row, rowId)))
    // The value stays without a fallback now, or a stand-in before.
    const isOther = standIn !== '' && fallbackPersonId !== null && standIn !== fallbackPersonId
    if (isFound) found.push(field)
    if (standIn === undefined || isFound || isOther) changed.push(field)
  }
  return { row: row.only([...changed, ...changed.flatMap((field) => besides[field] ?? [])]), found }
}

/** Fields that set a column with an id. */
const fieldsOfIds: Readonly<Record<string, FieldName>> = {
  clientId: 'client',
  createdById: 'requester',
  assignedToId: 'assignee',
  userId: 'author',
}

const notesOf = (error: AppError): RowNote[] =>
  error.details.issues?.map(({ path, message: reason }) => ({
    field: path,
    reason,
    ...(error instanceof UnconfirmedPerson && { isUnconfirmed: true }),
  })) ?? [{ field: '', reason: error.message }]

const isAboutUnconfirmed = (notes: readonly RowNote[] = []) =>
  notes.some(({ isUnconfirmed }) => isUnconfirmed === true)

interface Done {
  result: ImportRow
  /** Digests to store; absent when unchanged. */
  known?: EarlierImport
}

async function doRow(
  context: Context,
  kind: Kind,
  row: Row,
  known: EarlierImport | undefined,
): Promise<Done> {
  const { place } = row
  const label = kind.label(row)
  const changed = await changedIn(context, kind, row, known ?? { digests: {} })
  if (known && changed.row.fields.length === 0)
    return { result: { place, outcome: 'unchanged', label, notes: [] } }
  const digests = (standIns: StandIns = {}) => ({
    ...known?.digests,
    ...digestsOf(changed.row, context.options, standIns),
  })
  const twin = known?.rowId ?? (await kind.findTwin?.(context, row))
  if (twin === undefined) {
    const made = await kind.create(context, row)
    return {
      result: { place, outcome: 'create', label: made.label, notes: [...(made.notes ?? [])] },
      known: { rowId: made.id, digests: digests(made.standIns) },
    }
  }
  const made = await kind.change(context, twin, changed.row, changed.found)
  return {
    result: {
      place,
      outcome: made.fields.length > 0 || isAboutUnconfirmed(made.notes) ? 'update' : 'unchanged',
      label: made.label || label,
      notes: [...made.fields.map((field) => ({ field: fieldsOfIds[field] ?? field })), ...(made.notes ?? [])],
    },
    known: { rowId: twin, digests: digests(made.standIns) },
  }
}

const listKnownIn = (reader: Reader, { kind, options: { source } }: Order, batch: readonly Read[]) =>
  listEarlierImports(
    reader,
    source,
    kind,
    batch.flatMap((read) => ('externalId' in read ? [read.externalId] : [])),
  )

/** Finds the highest number that a batch gives to new tickets, as far as known; 0: none. */
export async function highestNumber(reader: Reader, order: Order, batch: readonly Read[]): Promise<number> {
  if (order.kind !== 'tickets') return 0
  const known = await listKnownIn(reader, order, batch)
  const values = batch
    .filter((read) => 'externalId' in read && !known.has(read.externalId))
    .map(({ row }) => numberOf(row.text('number') ?? '')?.value ?? 0)
  return Math.max(0, ...values)
}

/** Isolates rows: a refusal leaves no trace. @param isCheck the unit of work is rolled back afterwards */
export async function doRows(
  unit: Work,
  order: Order,
  batch: readonly Read[],
  isCheck: boolean,
): Promise<ImportRow[]> {
  const kind = kinds[order.kind]
  const { source } = order.options
  const refs = createReferences(unit.tx, order.viewer, order.options)
  const known = await listKnownIn(unit.tx, order, batch)
  const results: ImportRow[] = []
  const noted: (EarlierImport & { externalId: string })[] = []
  for (const read of batch) {
    const { row } = read
    try {
      if ('refusal' in read) throw read.refusal
      const { externalId } = read
      const done = await attempt(unit, (part) =>
        doRow({ ...order, unit: part, refs, isCheck }, kind, row, known.get(externalId)),
      )
      const { result } = done
      const notes = result.outcome === 'create' ? [...read.notes, ...result.notes] : result.notes
      results.push({ ...result, notes, label: shortened(result.label) })
      if (done.known) noted.push({ ...done.known, externalId })
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      const label = shortened(kind.label(row))
      results.push({ place: row.place, outcome: 'refused', label, notes: notesOf(error) })
    }
  }
  await recordExternalIds(unit, source, order.kind, noted)
  return results
}
