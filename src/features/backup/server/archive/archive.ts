import { z } from 'zod'
import { Refusal } from '#platform/server/process/command-line.ts'

/** Refusal of a backup, with a message of one sentence. */
export class BackupRefused extends Refusal {}

/** Tells a fault of the system, such as a disk, from a fault of the bytes. */
export const isOfSystem = (error: unknown): boolean => error instanceof Error && 'syscall' in error

/** Changes when an older program could no longer read a new archive. */
export const formatVersion = 1

const megabyte = 1024 * 1024
export const archiveLimits = {
  rowsBytes: megabyte / 4,
  /** Bound of a part held in memory, in bytes; one row has less. */
  heldBytes: 64 * megabyte,
  partsPerSums: 1000,
} as const

/** Order: header, rows, files, manifest. Checksums after each thousand parts suit `sha256sum --check`. */
export const partNames = {
  about: 'signalbox.json',
  rows: (table: string, place: number) => `rows/${table}/${String(place).padStart(6, '0')}.jsonl`,
  file: (objectPath: string) => `files/${objectPath}`,
  sums: (place: number) => `sums/${String(place).padStart(6, '0')}.sha256`,
  manifest: 'manifest.json',
} as const

/** Names accepted from an archive; none leaves its own folder. */
export const partPatterns = {
  rows: /^rows\/([a-z_][a-z0-9_]*)\/\d{6,}\.jsonl$/,
  file: /^files\/((?:signalbox-[0-9a-f-]{36}\/)?[a-z]+\/[\w-]+)$/,
  sums: /^sums\/\d{6,}\.sha256$/,
}

const TableName = z.string().regex(/^[a-z_][a-z0-9_]*$/)
const Count = z.number().int().min(0)

/** First part: the program's version and the form of the rows. */
export const About = z.object({
  product: z.literal('signalbox'),
  format: z.number().int(),
  /** Version of the program that made it. */
  program: z.string(),
  /** Newest migration of the database: its name for people, and the time that identifies it. */
  schema: z.object({ name: z.string(), at: z.number() }),
  madeAt: z.iso.datetime(),
  installation: z.uuid(),
  tables: z.array(z.object({ name: TableName, columns: z.array(TableName) })),
})
export type About = z.infer<typeof About>

/** Last part: the summary of all others. */
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
  /** SHA-256 of all checksums, in their order. */
  sums: z.string(),
})
export type Manifest = z.infer<typeof Manifest>
export type Contents = Omit<Manifest, 'parts' | 'sums'>

export const sumLine = (sum: string, name: string) => `${sum}  ${name}\n`

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

/** Checks the chunks of a stream without types. */
export async function* chunksOf(stream: AsyncIterable<unknown>): AsyncGenerator<Uint8Array> {
  for await (const chunk of stream) {
    if (!(chunk instanceof Uint8Array)) throw new TypeError('a stream of bytes gave out something else')
    yield chunk
  }
}
