import { z } from 'zod'
import { Refusal } from '#platform/server/process/command-line.ts'

/** Thrown when a backup cannot be used, or something stands in its way; the message is one sentence that says what. */
export class BackupRefused extends Refusal {}

/** Whether a fault is the system's, such as a disk that cannot be read; whatever else fails while bytes are read is their fault. */
export const isOfSystem = (error: unknown): boolean => error instanceof Error && 'syscall' in error

/** Changes when an older program could no longer read what this one writes. */
export const formatVersion = 1

const megabyte = 1024 * 1024
export const archiveLimits = {
  /** Rows are gathered until they are about so many bytes. */
  rowsBytes: megabyte / 4,
  /** A part that is held in memory is never larger: one row has less. */
  heldBytes: 64 * megabyte,
  /** After so many parts their sums are written. */
  partsPerSums: 1000,
} as const

/**
 * Content of the archive, in this order: its header; of each table the rows, a line each; the files of the store; and last a summary of it
 * all. In between, after each thousand parts, their sums as `sha256sum --check` reads them.
 */
export const partNames = {
  about: 'signalbox.json',
  rows: (table: string, place: number) => `rows/${table}/${String(place).padStart(6, '0')}.jsonl`,
  file: (objectPath: string) => `files/${objectPath}`,
  sums: (place: number) => `sums/${String(place).padStart(6, '0')}.sha256`,
  manifest: 'manifest.json',
} as const

/** The only names that are taken from an archive; none leads anywhere but below its own folder. */
export const partPatterns = {
  rows: /^rows\/([a-z_][a-z0-9_]*)\/\d{6,}\.jsonl$/,
  file: /^files\/((?:signalbox-[0-9a-f-]{36}\/)?[a-z]+\/[\w-]+)$/,
  sums: /^sums\/\d{6,}\.sha256$/,
}

const TableName = z.string().regex(/^[a-z_][a-z0-9_]*$/)
const Count = z.number().int().min(0)

/** The first part: what this is, and of which form its rows are. */
export const About = z.object({
  product: z.literal('signalbox'),
  format: z.number().int(),
  /** The version of the program that made it. */
  program: z.string(),
  /** The newest migration of the database: its name for people, and the moment that identifies it. */
  schema: z.object({ name: z.string(), at: z.number() }),
  madeAt: z.iso.datetime(),
  installation: z.uuid(),
  /** In the order in which they are filled. */
  tables: z.array(z.object({ name: TableName, columns: z.array(TableName) })),
})
export type About = z.infer<typeof About>

/** The last part: what all the others are. */
export const Manifest = z.object({
  rows: z.record(TableName, Count),
  files: z.object({
    count: Count,
    bytes: Count,
    /** Files that the database names and the store did not have. */
    missing: Count,
  }),
  sequences: z.array(z.object({ name: TableName, last: z.string().regex(/^\d+$/), isCalled: z.boolean() })),
  parts: Count,
  /** The SHA-256 of all sums, in their order. */
  sums: z.string(),
})
export type Manifest = z.infer<typeof Manifest>
export type Contents = Omit<Manifest, 'parts' | 'sums'>

export const sumLine = (sum: string, name: string) => `${sum}  ${name}\n`

/** The part of a stream of the tar library that says when it takes more. */
interface Taker {
  on(event: 'drain' | 'close', listener: () => void): unknown
  off(event: 'drain' | 'close', listener: () => void): unknown
}

/** Waits until a stream takes more, or has ended. */
export const untilRoom = (taker: Taker) =>
  new Promise<void>((resolve) => {
    const done = () => {
      taker.off('drain', done)
      taker.off('close', done)
      resolve()
    }
    taker.on('drain', done)
    taker.on('close', done)
  })

/** The chunks of a stream whose library does not say what they are. */
export async function* chunksOf(stream: AsyncIterable<unknown>): AsyncGenerator<Uint8Array> {
  for await (const chunk of stream) {
    if (!(chunk instanceof Uint8Array)) throw new TypeError('a stream of bytes gave out something else')
    yield chunk
  }
}
