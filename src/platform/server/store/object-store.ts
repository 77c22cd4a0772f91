import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { AppError, invalid } from '#platform/contract/errors.ts'
import { i18n } from '#platform/contract/i18n.ts'

/** One part of a multipart upload, in the words of S3. */
export interface StoredPart {
  PartNumber: number
  Size: number
  /** Without quotes. */
  ETag: string
}

export interface PutTarget {
  path: string
  /** Limit of the whole file or of the part. S3 takes exactly so many bytes. */
  maxBytes: number
  /** The size is unknown beforehand. S3 cannot limit it then, so it is checked on acceptance. */
  isOpenEnded?: true
  part?: { multipartId: string; number: number }
  /** Makes each address for the same object different; set by signing. */
  nonce?: string
}

export interface SignedPut {
  /** Absolute, or beginning with a slash when this server receives the bytes. */
  url: string
  headers: Record<string, string>
}

/** Lifetime of signed addresses. */
export const signedForS = 15 * 60

/**
 * Stores files by paths such as `signalbox-INSTALLATION/attachments/ID`; before version 0.2.0 without the prefix. A write is atomic, and
 * durable once its promise resolves.
 */
export interface ObjectStore {
  /** Origin of direct uploads, if not this server. */
  readonly origin: string | undefined
  /** Path prefix of this installation, with a slash at its end. Nothing outside is ever listed. */
  readonly prefix: string
  signPut(target: PutTarget, now: Date): Promise<SignedPut>
  /** @returns the id of a multipart upload */
  startParts(path: string): Promise<string>
  /** @throws {AppError} `not_found` for an upload that was completed or aborted */
  listParts(path: string, multipartId: string): Promise<StoredPart[]>
  /**
   * Joins the parts, named once each in ascending order.
   * @param note called with the bytes joined so far, if this server joins them
   * @throws {AppError} `not_found`; `invalid` on `parts` for a missing, different or too small part
   */
  completeParts(
    path: string,
    multipartId: string,
    parts: readonly Pick<StoredPart, 'PartNumber' | 'ETag'>[],
    note?: (bytes: number) => void,
  ): Promise<void>
  /** Removes all parts; an aborted upload is no error. */
  abortParts(path: string, multipartId: string): Promise<void>
  find(path: string): Promise<{ size: number } | undefined>
  /** @param range first and last byte, both included */
  read(path: string, range?: { start: number; end: number }): Promise<Readable>
  write(path: string, bytes: Buffer, mimeType: string): Promise<void>
  /** Writes an object from a stream. @param size exact number of bytes @throws {AppError} `full` @throws {Error} for another size */
  writeStream(path: string, bytes: AsyncIterable<Uint8Array>, size: number): Promise<void>
  copy(from: string, to: string): Promise<void>
  /** A missing object is no error. */
  remove(paths: readonly string[]): Promise<void>
  /** Lists this installation's objects last written before this moment. */
  listOlder(before: Date): AsyncIterable<string>
  /** True during a backup, which may name files that no row names any more. */
  isBeingCopied?(): Promise<boolean>
  /** Removes the store's own notes and unfinished files of this installation from before this moment. */
  removeScratch(before: Date): Promise<void>
}

export type PartMethods = Pick<ObjectStore, 'startParts' | 'listParts' | 'completeParts' | 'abortParts'>

/** Path of the object that identifies the installation. */
export const markOf = ({ prefix }: Pick<ObjectStore, 'prefix'>) => `${prefix}mark/installation`

export const missingPart = (number: number) =>
  invalid('parts', i18n.t('Part {number} is missing or has a different ETag.', { number }))

/** Passes bytes on, and fails for another number than announced. */
export async function* counted(bytes: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<Uint8Array> {
  let count = 0
  for await (const chunk of bytes) {
    count += chunk.length
    yield chunk
  }
  if (count !== size) throw new Error(`an object of ${size} bytes came with ${count}`)
}

export async function readPiece(
  store: ObjectStore,
  path: string,
  start: number,
  most: number,
): Promise<Buffer> {
  const size = (await store.find(path))?.size ?? 0
  const end = Math.min(start + most, size) - 1
  if (end < start) return Buffer.alloc(0)
  return buffer(await store.read(path, { start, end }))
}

interface Log {
  warn(details: object, message: string): void
}

/** Leaves files to the sweep after an error, because the change is committed, and during a backup, which may name them. */
export async function removeLeftovers(
  store: Pick<ObjectStore, 'remove' | 'isBeingCopied'>,
  paths: readonly string[],
  log: Log,
): Promise<void> {
  try {
    if (await store.isBeingCopied?.()) return
    await store.remove(paths)
  } catch (error) {
    log.warn({ err: error }, 'files without rows are left to the sweep')
  }
}

/**
 * Removes the files of a row whose write was refused. After other errors the row may exist, as a lost connection hides the commit's answer.
 * So schedule the removal of the paths before; the sweep keeps files that a row names.
 */
export async function removeRefused(
  error: unknown,
  ...leftovers: Parameters<typeof removeLeftovers>
): Promise<void> {
  if (error instanceof AppError) await removeLeftovers(...leftovers)
}
