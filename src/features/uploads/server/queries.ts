import { and, arrayOverlaps, asc, count, eq, inArray, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import type { Viewer } from '#features/users/contract.ts'
import { notFound } from '#platform/contract/errors.ts'
import type { Reader } from '#platform/server/database/query-builder.ts'
import { attachments } from '#tables/attachments.ts'
import { imports } from '#tables/imports.ts'
import { inboundMails } from '#tables/inbound-mails.ts'
import { deletedThings } from '#tables/deleted-things.ts'
import { objectTombstones } from '#tables/object-tombstones.ts'
import { uploads } from '#tables/uploads.ts'
import { users } from '#tables/users.ts'
import type { Upload } from '../contract.ts'

export type UploadRow = typeof uploads.$inferSelect

export const shapeUpload = ({ id, fileName, fileSize, mimeType }: UploadRow): Upload => ({
  id,
  fileName,
  fileSize,
  mimeType,
})

export async function findUpload(reader: Reader, viewer: Viewer, id: string): Promise<UploadRow | undefined> {
  const [row] = await reader
    .select()
    .from(uploads)
    .where(and(eq(uploads.id, id), eq(uploads.userId, viewer.id), eq(uploads.purpose, 'attachment')))
  return row
}

/** @throws {AppError} `not_found`, also for another owner */
export async function requireUpload(reader: Reader, viewer: Viewer, id: string): Promise<UploadRow> {
  const row = await findUpload(reader, viewer, id)
  if (!row) throw notFound()
  return row
}

export async function findPhotoUpload(reader: Reader, userId: string): Promise<UploadRow | undefined> {
  const [row] = await reader
    .select()
    .from(uploads)
    .where(and(eq(uploads.userId, userId), eq(uploads.purpose, 'photo')))
  return row
}

/** @throws {AppError} `not_found`, also for another owner */
export async function requireUploadInParts(reader: Reader, viewer: Viewer, multipartId: string) {
  const [row] = await reader
    .select()
    .from(uploads)
    .where(and(eq(uploads.multipartId, multipartId), eq(uploads.userId, viewer.id)))
  if (!row) throw notFound()
  return { ...row, multipartId }
}

/** Also checks the key. @throws {AppError} `not_found`, also for a wrong key */
export async function requireMultipart(reader: Reader, viewer: Viewer, multipartId: string, key: string) {
  const row = await requireUploadInParts(reader, viewer, multipartId)
  if (row.objectPath !== key) throw notFound()
  return row
}

/** Checks whether a signed address for this path is still in use. */
export async function isAwaited(reader: Reader, objectPath: string): Promise<boolean> {
  const [row] = await reader
    .select({ completedAt: uploads.completedAt })
    .from(uploads)
    .where(eq(uploads.objectPath, objectPath))
  return row?.completedAt === null
}

export async function countPending(
  reader: Reader,
  userId: string,
): Promise<{ files: number; bytes: number }> {
  const [pending] = await reader
    .select({ files: count(), bytes: sql<number>`coalesce(sum(${uploads.fileSize}), 0)::float8` })
    .from(uploads)
    .where(eq(uploads.userId, userId))
  return pending ?? { files: 0, bytes: 0 }
}

export async function countUnderWay(reader: Reader): Promise<number> {
  const [row] = await reader.select({ rows: count() }).from(uploads).where(isNull(uploads.completedAt))
  return row?.rows ?? 0
}

/** Lists completed, unused uploads of this person; others are left out. */
export const listCompleted = (reader: Reader, userId: string, ids: readonly string[]): Promise<UploadRow[]> =>
  reader
    .select()
    .from(uploads)
    .where(and(inArray(uploads.id, [...ids]), eq(uploads.userId, userId), isNotNull(uploads.completedAt)))

export const listUploadsBefore = (reader: Reader, before: Date, most: number): Promise<UploadRow[]> =>
  reader.select().from(uploads).where(lt(uploads.createdAt, before)).limit(most)

/** Columns that may name an object. */
const named = [
  [uploads, uploads.objectPath],
  [attachments, attachments.objectPath],
  [users, users.photoPath],
  [imports, imports.objectPath],
  [inboundMails, inboundMails.objectPath],
] as const

/** Lists paths named by uploads, attachments, pictures, imports, received mails, or the trash. */
export async function listKnownPaths(reader: Reader, paths: readonly string[]): Promise<Set<string>> {
  const known = new Set<string>()
  if (paths.length === 0) return known
  for (const [table, path] of named)
    for (const row of await reader
      .select({ path })
      .from(table)
      .where(inArray(path, [...paths])))
      if (row.path !== null) known.add(row.path)
  const kept = await reader
    .select({ paths: deletedThings.objectPaths })
    .from(deletedThings)
    .where(arrayOverlaps(deletedThings.objectPaths, [...paths]))
  for (const path of kept.flatMap((thing) => thing.paths)) known.add(path)
  return known
}

export async function isAnyNamed(reader: Reader, prefix: string): Promise<boolean> {
  for (const [table, path] of named) {
    const [row] = await reader
      .select({ path })
      .from(table)
      .where(sql`starts_with(${path}, ${prefix})`)
      .limit(1)
    if (row) return true
  }
  const [thing] = await reader
    .select({ id: deletedThings.id })
    .from(deletedThings)
    .where(
      sql`exists (select from unnest(${deletedThings.objectPaths}) as path where starts_with(path, ${prefix}))`,
    )
    .limit(1)
  return thing !== undefined
}

/** Lists objects without a name since before then, oldest first. */
export const listBuriedBefore = (reader: Reader, before: Date, most: number) =>
  reader
    .select()
    .from(objectTombstones)
    .where(lt(objectTombstones.deletedAt, before))
    .orderBy(asc(objectTombstones.deletedAt))
    .limit(most)

export async function listBuriedPaths(reader: Reader, paths: readonly string[]): Promise<Set<string>> {
  const rows = await reader
    .select({ path: objectTombstones.objectPath })
    .from(objectTombstones)
    .where(inArray(objectTombstones.objectPath, [...paths]))
  return new Set(rows.map(({ path }) => path))
}
