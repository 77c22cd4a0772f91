import { i18n } from '#platform/contract/i18n.ts'
import { eq, sql } from 'drizzle-orm'
import { scheduleObjectRemoval, cancelObjectRemoval } from '#features/uploads/server/service.ts'
import type { Viewer } from '#features/users/contract.ts'
import { findUser } from '#features/users/server/queries.ts'
import { AppError, invalid, notFound } from '#platform/contract/errors.ts'
import type { FormerPerson } from '#platform/server/personal-data.ts'
import type { Work } from '#platform/server/work.ts'
import { externalIds } from '#tables/external-ids.ts'
import { importRows } from '#tables/import-rows.ts'
import { imports } from '#tables/imports.ts'
import { ImportOptions, noCounts, type ImportCounts, type ImportRow, type Matching } from '../contract.ts'
import { allFieldsOf, importFieldsOf, type ImportKind } from '../fields/contract.ts'
import type { Inspected } from './csv.ts'
import { importFinished, importProgressed, importStarted } from './events.ts'
import { guessColumns } from './guess.ts'
import { isMoving, type ImportRecord, type EarlierImport } from './queries.ts'

interface NewImport extends Inspected {
  id: string
  kind: ImportKind
  fileName: string
  fileSize: number
  /** Null: a command reads the file where it runs. */
  objectPath: string | null
}

export async function createImport(unit: Work, viewer: Viewer, file: NewImport): Promise<ImportRecord> {
  const rows = await unit.tx
    .insert(imports)
    .values({
      ...file,
      columns: guessColumns(file.kind, file.headings),
      options: ImportOptions.parse({}),
      counts: noCounts,
      createdById: viewer.id,
      createdAt: unit.now,
    })
    .returning()
  if (file.objectPath !== null) await cancelObjectRemoval(unit.tx, file.objectPath)
  const [row] = rows
  if (!row) throw notFound()
  return row
}

/** @throws {AppError} `not_found` */
async function hold(unit: Work, id: string): Promise<ImportRecord> {
  const [row] = await unit.tx.select().from(imports).where(eq(imports.id, id)).for('update')
  if (!row) throw notFound()
  return row
}

const busy = () => new AppError('conflict', i18n.t('This import is at work. Wait until it has stopped.'))

/** @throws {AppError} `invalid` on the field at fault */
function requireColumns(
  { kind, headings }: Pick<ImportRecord, 'kind' | 'headings'>,
  columns: Matching['columns'],
): void {
  const known = new Set<string>(allFieldsOf(kind))
  for (const [field, place] of Object.entries(columns)) {
    if (!known.has(field))
      throw invalid(`columns.${field}`, i18n.t('There is no field {field} of this kind', { field }))
    if (place >= headings.length) throw invalid(`columns.${field}`, i18n.t('The file has no such column'))
  }
  for (const { name, label, isRequired } of importFieldsOf(kind))
    if (isRequired && columns[name] === undefined)
      throw invalid(`columns.${name}`, i18n.t('Choose a column for {field}', { field: label() }))
  if (kind === 'tickets' && columns['externalId'] === undefined && columns['number'] === undefined)
    throw invalid('columns.externalId', i18n.t('Choose a column for the external ID or for the number'))
}

const afresh = { doneRows: 0, counts: noCounts, failure: null, finishedAt: null } as const

const forgetRows = (unit: Work, importId: string) =>
  unit.tx.delete(importRows).where(eq(importRows.importId, importId))

/** @throws {AppError} `not_found`; `conflict` during or after the import; `invalid` for a wrong column */
export async function matchColumns(unit: Work, id: string, { columns, options }: Matching): Promise<void> {
  const before = await hold(unit, id)
  if (isMoving(before, unit.now)) throw busy()
  if (before.state === 'running' || before.state === 'done')
    throw new AppError(
      'conflict',
      i18n.t('These rows are imported already. Send the file again to import it differently.'),
    )
  requireColumns(before, columns)
  if (options.fallbackPersonId !== null && !(await findUser(unit.tx, options.fallbackPersonId)))
    throw invalid('options.fallbackPersonId', i18n.t('There is no such user'))
  await forgetRows(unit, id)
  await unit.tx
    .update(imports)
    .set({ ...afresh, columns, options, state: 'matching' })
    .where(eq(imports.id, id))
}

/**
 * Begins or resumes a check or an import.
 * @returns it as it is now
 * @throws {AppError} `not_found`; `conflict` while running, or before a check; `invalid` for a missing column
 */
export async function begin(
  unit: Work,
  viewer: Viewer,
  id: string,
  state: 'checking' | 'running',
): Promise<ImportRecord> {
  const before = await hold(unit, id)
  if (isMoving(before, unit.now)) throw busy()
  requireColumns(before, before.columns)
  const goesOn = before.state === state
  if (!goesOn && state === 'running' && before.state !== 'checked')
    throw new AppError('conflict', i18n.t('Check the rows first.'))
  if (!goesOn && state === 'checking' && before.state !== 'matching' && before.state !== 'checked')
    throw new AppError(
      'conflict',
      i18n.t('These rows are imported already. Send the file again to check it.'),
    )
  if (!goesOn) await forgetRows(unit, id)
  const rows = await unit.tx
    .update(imports)
    .set({ ...(goesOn ? { failure: null } : afresh), state, movedAt: unit.now })
    .where(eq(imports.id, id))
    .returning()
  const [row] = rows
  if (!row) throw notFound()
  if (state === 'running' && !goesOn) {
    const { kind, fileName } = row
    unit.announce(importStarted({ actorId: viewer.id, data: { kind, fileName } }))
  }
  return row
}

/** Another node has taken the import over, or it was deleted. */
export class TakenOver extends Error {
  override name = 'TakenOver'
}

/** Locks an import that this process runs. @param doneRows so far as it knows @throws {TakenOver} */
export async function lockOwnImport(
  unit: Work,
  id: string,
  { state, doneRows }: Pick<ImportRecord, 'state' | 'doneRows'>,
): Promise<ImportRecord> {
  const [row] = await unit.tx.select().from(imports).where(eq(imports.id, id)).for('update')
  if (row?.state !== state || row.doneRows !== doneRows) throw new TakenOver()
  return row
}

/** @returns the import as it is now */
export async function recordRows(
  unit: Work,
  before: ImportRecord,
  rows: readonly ImportRow[],
): Promise<ImportRecord> {
  if (rows.length > 0)
    await unit.tx.insert(importRows).values(rows.map((row) => ({ ...row, importId: before.id })))
  const counts: ImportCounts = { ...before.counts }
  for (const { outcome } of rows) counts[outcome]++
  const doneRows = before.doneRows + rows.length
  await unit.tx.update(imports).set({ counts, doneRows, movedAt: unit.now }).where(eq(imports.id, before.id))
  return { ...before, counts, doneRows, movedAt: unit.now }
}

/** Announces imported rows, for all screens that show them. */
export const publishProgress = (unit: Work, viewer: Viewer): void =>
  unit.announce(importProgressed({ actorId: viewer.id }))

export async function finish(
  unit: Work,
  viewer: Viewer,
  { id, state, kind, fileName, counts }: ImportRecord,
): Promise<void> {
  await unit.tx
    .update(imports)
    .set({ state: state === 'checking' ? 'checked' : 'done', finishedAt: unit.now, movedAt: null })
    .where(eq(imports.id, id))
  if (state === 'checking') return
  const { create: created, update: updated, unchanged, refused } = counts
  unit.announce(
    importFinished({ actorId: viewer.id, data: { kind, fileName, created, updated, unchanged, refused } }),
  )
}

/** Records the reason of a stop and announces the progress; the import can be resumed. */
export async function recordFailure(
  unit: Work,
  viewer: Viewer,
  { id, state }: Pick<ImportRecord, 'id' | 'state'>,
  failure: string | null,
): Promise<void> {
  await unit.tx.update(imports).set({ failure, movedAt: null }).where(eq(imports.id, id))
  if (state === 'running') publishProgress(unit, viewer)
}

/** @returns objects to remove after the commit @throws {AppError} `not_found`; `conflict` while it runs */
export async function deleteImport(unit: Work, id: string): Promise<string[]> {
  const before = await hold(unit, id)
  if (isMoving(before, unit.now)) throw busy()
  await unit.tx.delete(imports).where(eq(imports.id, id))
  if (before.objectPath === null) return []
  await scheduleObjectRemoval(unit.tx, [{ objectPath: before.objectPath }], unit.now)
  return [before.objectPath]
}

/** Stores the ids of imported things, with the digests of their rows. */
export async function recordExternalIds(
  unit: Work,
  source: string,
  kind: ImportKind,
  noted: readonly (EarlierImport & { externalId: string })[],
): Promise<void> {
  if (noted.length === 0) return
  await unit.tx
    .insert(externalIds)
    .values(noted.map((one) => ({ ...one, source, kind, createdAt: unit.now, updatedAt: unit.now })))
    .onConflictDoUpdate({
      target: [externalIds.source, externalIds.kind, externalIds.externalId],
      set: { rowId: sql`excluded.row_id`, digests: sql`excluded.digests`, updatedAt: unit.now },
    })
}

export async function forgetPerson(unit: Work, { id }: FormerPerson): Promise<void> {
  await unit.tx.delete(externalIds).where(eq(externalIds.rowId, id))
}
