import { i18n } from '#platform/contract/i18n.ts'
import { randomUUID } from 'node:crypto'
import { and, eq, inArray, isNull, lt, sql } from 'drizzle-orm'
import type { Viewer } from '#features/users/contract.ts'
import { AppError, invalid, notFound } from '#platform/contract/errors.ts'
import { limits } from '#platform/contract/limits.ts'
import { onlyRow } from '#platform/server/database/database.ts'
import { type Database } from '#platform/server/database/query-builder.ts'
import { lockName } from '#platform/server/database/lock-name.ts'
import type { FormerPerson } from '#platform/server/personal-data.ts'
import type { Work } from '#platform/server/work.ts'
import { objectTombstones } from '#tables/object-tombstones.ts'
import { uploads } from '#tables/uploads.ts'
import { countPending, findPhotoUpload, listCompleted, type UploadRow } from './queries.ts'

interface NewUpload {
  id: string
  fileName: string
  mimeType: string
  /** Announced size, or the maximum. */
  size: number
  objectPath: string
  multipartId?: string
  /** Absent: an attachment. */
  purpose?: UploadRow['purpose']
}

/** Characters that disguise a name, or leave a folder. */
const deceptive = /[\\/\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/** @throws {AppError} `too_large` when too much is pending for this person */
export async function createUpload(unit: Work, viewer: Viewer, upload: NewUpload): Promise<UploadRow> {
  // Serializes concurrent calls, so that they cannot exceed the limit together.
  await lockName(unit, 'uploads', viewer.id)
  const { files, bytes } = await countPending(unit.tx, viewer.id)
  if (files >= limits.pendingUploads || bytes + upload.size > limits.pendingUploadBytes)
    throw new AppError(
      'too_large',
      i18n.t(
        'You have too many uploads that are not attached to anything. Attach or remove some of them first.',
      ),
    )
  const rows = await unit.tx
    .insert(uploads)
    .values({
      id: upload.id,
      userId: viewer.id,
      purpose: upload.purpose ?? 'attachment',
      fileName: upload.fileName.replaceAll(deceptive, '_'),
      mimeType: upload.mimeType,
      fileSize: upload.size,
      objectPath: upload.objectPath,
      multipartId: upload.multipartId ?? null,
      createdAt: unit.now,
    })
    .returning()
  return onlyRow(rows)
}

/** Moves it to a path without a signed address. @returns undefined when finished or removed concurrently */
export async function completeUpload(
  unit: Work,
  before: Pick<UploadRow, 'id' | 'objectPath' | 'multipartId'>,
  found: Pick<UploadRow, 'objectPath' | 'fileSize' | 'mimeType'>,
): Promise<UploadRow | undefined> {
  const [row] = await unit.tx
    .update(uploads)
    .set({ ...found, multipartId: null, completedAt: unit.now })
    .where(and(eq(uploads.id, before.id), isNull(uploads.completedAt)))
    .returning()
  if (!row) return undefined
  if (before.objectPath !== found.objectPath) await scheduleObjectRemoval(unit.tx, [before], unit.now)
  await cancelObjectRemoval(unit.tx, found.objectPath)
  return row
}

/**
 * Announces a picture, and deletes an earlier one that is unused. @param prefix of the store
 * @returns the new upload, and the earlier path for the caller to remove
 * @throws {AppError} `too_large` when too much is pending for this person
 */
export async function createPhotoUpload(
  unit: Work,
  viewer: Viewer,
  prefix: string,
): Promise<{ upload: UploadRow; before: string | undefined }> {
  await lockName(unit, 'photo', viewer.id)
  const before = await findPhotoUpload(unit.tx, viewer.id)
  if (before) await deleteUploads(unit.tx, [before.id], unit.now)
  const id = randomUUID()
  const upload = await createUpload(unit, viewer, {
    id,
    purpose: 'photo',
    fileName: 'photo',
    mimeType: '',
    size: limits.photoBytes,
    objectPath: `${prefix}incoming/${id}`,
  })
  return { upload, before: before?.objectPath }
}

type Writer = Pick<Database, 'delete' | 'insert'>

/** Call in the transaction that removes the name, or in one before the object is stored. */
export async function scheduleObjectRemoval(
  tx: Writer,
  objects: readonly { objectPath: string; multipartId?: string | null }[],
  now: Date,
): Promise<void> {
  if (objects.length === 0) return
  const paths = objects.map(({ objectPath }) => objectPath)
  const multipartIds = objects.map(({ multipartId = null }) => multipartId)
  await tx
    .insert(objectTombstones)
    // Arrays, as a statement takes 65,535 parameters at most.
    .select(
      sql`select path, multipart_id, ${now.toISOString()}::timestamptz
        from unnest(${sql.param(paths)}::text[], ${sql.param(multipartIds)}::text[]) as given (path, multipart_id)`,
    )
    .onConflictDoUpdate({ target: objectTombstones.objectPath, set: { deletedAt: now } })
}

/** Call in the transaction that names the object. */
export const cancelObjectRemoval = (tx: Writer, objectPath: string) =>
  tx.delete(objectTombstones).where(eq(objectTombstones.objectPath, objectPath))

/** Call when the objects are removed or named again. */
export const forgetTombstones = (db: Writer, paths: readonly string[], before: Date) =>
  db
    .delete(objectTombstones)
    .where(and(inArray(objectTombstones.objectPath, [...paths]), lt(objectTombstones.deletedAt, before)))

const takeRows = (tx: Writer, ids: readonly string[]): Promise<UploadRow[]> =>
  tx
    .delete(uploads)
    .where(inArray(uploads.id, [...ids]))
    .returning()

/** The caller or the sweep removes the objects. */
export async function deleteUploads(tx: Writer, ids: readonly string[], now: Date): Promise<UploadRow[]> {
  const rows = await takeRows(tx, ids)
  await scheduleObjectRemoval(tx, rows, now)
  return rows
}

/**
 * Consumes completed uploads; the caller then owns their objects. @returns uploads in the order of `ids`
 * @throws {AppError} `invalid` on `attachmentIds` for a foreign, incomplete or used one
 */
export async function takeUploads(unit: Work, viewer: Viewer, ids: readonly string[]): Promise<UploadRow[]> {
  if (ids.length === 0) return []
  const rows = new Map((await listCompleted(unit.tx, viewer.id, ids)).map((row) => [row.id, row]))
  const taken = new Set((await takeRows(unit.tx, [...rows.keys()])).map(({ id }) => id))
  return [...new Set(ids)].map((id) => {
    const row = rows.get(id)
    if (!row || !taken.has(id))
      throw invalid(
        'attachmentIds',
        i18n.t('An attachment is not there any more. Please add the file again.'),
      )
    return row
  })
}

/** Reverts `takeUploads` for rows that the caller has deleted. */
export async function returnUploads(
  unit: Work,
  viewer: Viewer,
  files: readonly Pick<UploadRow, 'id' | 'fileName' | 'fileSize' | 'mimeType' | 'objectPath'>[],
): Promise<void> {
  await unit.tx.insert(uploads).values(
    files.map(({ id, fileName, fileSize, mimeType, objectPath }) => ({
      id,
      userId: viewer.id,
      purpose: 'attachment' as const,
      fileName,
      fileSize,
      mimeType,
      objectPath,
      completedAt: unit.now,
      createdAt: unit.now,
    })),
  )
}

/** @throws {AppError} `not_found` when it was attached or removed concurrently */
export async function deleteUpload(unit: Work, id: string): Promise<UploadRow> {
  const [row] = await deleteUploads(unit.tx, [id], unit.now)
  if (!row) throw notFound()
  return row
}

/** @returns paths of the person's files */
export async function forgetPerson({ tx, now }: Work, { id }: FormerPerson): Promise<string[]> {
  const own = await tx.select({ id: uploads.id }).from(uploads).where(eq(uploads.userId, id))
  const deleted = await deleteUploads(
    tx,
    own.map((upload) => upload.id),
    now,
  )
  return deleted.map(({ objectPath }) => objectPath)
}
