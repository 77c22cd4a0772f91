import { randomUUID } from 'node:crypto'
import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { Viewer } from '#features/users/contract.ts'
import { AppError, invalid, notFound } from '#platform/contract/errors.ts'
import { limits } from '#platform/contract/limits.ts'
import { onlyRow, type Database } from '#platform/server/database.ts'
import { holdName } from '#platform/server/hold-name.ts'
import type { Work } from '#platform/server/work.ts'
import { uploads } from '#tables/uploads.ts'
import { countPending, findPhotoUpload, listCompleted, type UploadRow } from './queries.ts'

interface NewUpload {
  id: string
  fileName: string
  mimeType: string
  /** As announced; the most that is allowed where nothing was. */
  size: number
  objectPath: string
  multipartId?: string
  /** Absent: something to attach. */
  purpose?: UploadRow['purpose']
}

/** What would make a name look like another one, or lead out of a folder. */
const deceptive = /[\\/\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/**
 * Notes a file on its way in.
 * @throws {AppError} `too_large` when this person already has as much waiting as anybody may
 */
export async function createUpload(unit: Work, viewer: Viewer, upload: NewUpload): Promise<UploadRow> {
  // Two at once must not both fit into the room for one.
  await holdName(unit, 'uploads', viewer.id)
  const { files, bytes } = await countPending(unit.tx, viewer.id)
  if (files >= limits.pendingUploads || bytes + upload.size > limits.pendingUploadBytes)
    throw new AppError(
      'too_large',
      'You have too many uploads that are not attached to anything. Attach or remove some of them first.',
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

/**
 * Notes that a file is there, under a path to which nobody holds an address.
 * @returns the row; undefined when it was finished or removed meanwhile
 */
export async function completeUpload(
  unit: Work,
  id: string,
  found: Pick<UploadRow, 'objectPath' | 'fileSize' | 'mimeType'>,
): Promise<UploadRow | undefined> {
  const [row] = await unit.tx
    .update(uploads)
    .set({ ...found, multipartId: null, completedAt: unit.now })
    .where(and(eq(uploads.id, id), isNull(uploads.completedAt)))
    .returning()
  return row
}

/**
 * Notes a picture on its way in. Nobody needs two: an earlier one that has not become a photo is forgotten.
 * @returns the new one, and the path of the earlier one for the caller to remove
 * @throws {AppError} `too_large` when this person already has as much waiting as anybody may
 */
export async function createPhotoUpload(
  unit: Work,
  viewer: Viewer,
): Promise<{ upload: UploadRow; before: string | undefined }> {
  await holdName(unit, 'photo', viewer.id)
  const before = await findPhotoUpload(unit.tx, viewer.id)
  if (before) await deleteUploads(unit.tx, [before.id])
  const id = randomUUID()
  const upload = await createUpload(unit, viewer, {
    id,
    purpose: 'photo',
    fileName: 'photo',
    mimeType: '',
    size: limits.photoBytes,
    objectPath: `incoming/${id}`,
  })
  return { upload, before: before?.objectPath }
}

/** Forgets uploads; their objects are for the caller to remove. */
export const deleteUploads = (tx: Pick<Database, 'delete'>, ids: readonly string[]): Promise<UploadRow[]> =>
  tx
    .delete(uploads)
    .where(inArray(uploads.id, [...ids]))
    .returning()

/**
 * Hands completed uploads over to whatever they become: from now on their objects are the caller's.
 * @returns them in the order of `ids`
 * @throws {AppError} `invalid` on `attachmentIds` for one that is not this person's, not complete, or used before
 */
export async function takeUploads(unit: Work, viewer: Viewer, ids: readonly string[]): Promise<UploadRow[]> {
  if (ids.length === 0) return []
  const rows = new Map((await listCompleted(unit.tx, viewer.id, ids)).map((row) => [row.id, row]))
  const taken = new Set((await deleteUploads(unit.tx, [...rows.keys()])).map(({ id }) => id))
  return [...new Set(ids)].map((id) => {
    const row = rows.get(id)
    if (!row || !taken.has(id))
      throw invalid('attachmentIds', 'An attachment is not there any more. Please add the file again.')
    return row
  })
}

/** @throws {AppError} `not_found` when it was attached or removed meanwhile */
export async function deleteUpload(unit: Work, id: string): Promise<UploadRow> {
  const [row] = await deleteUploads(unit.tx, [id])
  if (!row) throw notFound()
  return row
}
