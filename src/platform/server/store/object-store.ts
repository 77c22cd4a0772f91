import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { AppError, invalid } from '#platform/contract/errors.ts'
import { i18n } from '#platform/contract/i18n.ts'

/** One piece of an upload in parts, in the words of S3. */
export interface StoredPart {
  PartNumber: number
  Size: number
  /** Without quotes. */
  ETag: string
}

/** The limits of a signed address for a PUT. */
export interface PutTarget {
  path: string
  maxBytes: number
  /** The size is not known beforehand. S3 can then not refuse too many bytes, so the size is checked when the object is taken in. */
  isOpenEnded?: true
  /** For one part of an upload in parts. */
  part?: { multipartId: string; number: number }
  /** Makes each address for the same object different; set when it is signed. */
  nonce?: string
}

export interface SignedPut {
  /** Absolute, or beginning with a slash where this server takes the bytes itself. */
  url: string
  headers: Record<string, string>
}

/** Signed addresses work for so long. */
export const signedForS = 15 * 60

/**
 * Where files lie, by paths such as `signalbox-INSTALLATION/attachments/ID`; those of before version 0.2.0 have no prefix. What is written under a path is there whole or not at all, and once a promise is
 * kept it survives a crash.
 */
export interface ObjectStore {
  /** The origin browsers send files to, when it is not this server. */
  readonly origin: string | undefined
  /** How the path of everything begins that this installation stores, with a slash at its end. Nothing outside is ever listed. */
  readonly prefix: string
  signPut(target: PutTarget, now: Date): Promise<SignedPut>
  /** @returns the id of an upload in parts */
  startParts(path: string): Promise<string>
  /** @throws {AppError} `not_found` for an upload that was completed or aborted */
  listParts(path: string, multipartId: string): Promise<StoredPart[]>
  /**
   * Makes one object of the parts, which are named in the order of their numbers, each once.
   * @param note called with the bytes that are put together so far, where that is this server's work
   * @throws {AppError} `not_found`; `invalid` when a part is missing or another one than was named
   */
  completeParts(
    path: string,
    multipartId: string,
    parts: readonly Pick<StoredPart, 'PartNumber' | 'ETag'>[],
    note?: (bytes: number) => void,
  ): Promise<void>
  /** Forgets all parts; one that was aborted before is no error. */
  abortParts(path: string, multipartId: string): Promise<void>
  find(path: string): Promise<{ size: number } | undefined>
  /** @param range first and last byte, both included */
  read(path: string, range?: { start: number; end: number }): Promise<Readable>
  write(path: string, bytes: Buffer, mimeType: string): Promise<void>
  /**
   * Writes an object as its bytes come.
   * @param size how many there are
   * @throws {AppError} `full` @throws {Error} when they are more or fewer
   */
  writeStream(path: string, bytes: AsyncIterable<Uint8Array>, size: number): Promise<void>
  copy(from: string, to: string): Promise<void>
  /** A missing object is no error. */
  remove(paths: readonly string[]): Promise<void>
  /** Objects below this installation's prefix that were last written before this moment. */
  listOlder(before: Date): AsyncIterable<string>
  /** Whether a backup is being made, which may name what nobody else does any more. */
  isBeingCopied?(): Promise<boolean>
  /** Removes the store's own notes and half-written files, of this installation and from before this moment. */
  removeScratch(before: Date): Promise<void>
}

/** The methods of a store for uploads in parts. */
export type PartMethods = Pick<ObjectStore, 'startParts' | 'listParts' | 'completeParts' | 'abortParts'>

/** The object by which a store names its installation. */
export const markOf = ({ prefix }: Pick<ObjectStore, 'prefix'>) => `${prefix}mark/installation`

/** The refusal to put together parts of which this one is not there, or is another. */
export const missingPart = (number: number) =>
  invalid('parts', i18n.t('Part {number} has not arrived as it was named.', { number }))

/** Passes bytes on, and fails where they are not as many as was said. */
export async function* counted(bytes: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<Uint8Array> {
  let count = 0
  for await (const chunk of bytes) {
    count += chunk.length
    yield chunk
  }
  if (count !== size) throw new Error(`an object of ${size} bytes came with ${count}`)
}

/** The bytes of an object from `start`, at most so many, and fewer where it ends. */
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

/**
 * Removes files whose rows are gone. Files that cannot be removed now are left to the sweep: the change itself has been made. So are
 * those that a backup may name, which sees the moment at which it began.
 */
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
 * Removes what was stored for a row, where `error` says that the row was not written: a refusal does. After any other failure the
 * row may name it all the same, as the answer to a commit is lost with its connection. That is left to the sweep, which knows: what lies under
 * the paths has to be buried until a row names it.
 */
export async function removeRefused(
  error: unknown,
  ...leftovers: Parameters<typeof removeLeftovers>
): Promise<void> {
  if (error instanceof AppError) await removeLeftovers(...leftovers)
}
