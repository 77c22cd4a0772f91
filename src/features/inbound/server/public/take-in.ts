import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { FastifyBaseLogger } from 'fastify'
import { removeLeftovers, type ObjectStore } from '#platform/server/store/object-store.ts'
import type { DoWork, Work } from '#platform/server/work.ts'
import { scheduleObjectRemoval } from '#features/uploads/server/service.ts'
import { MailTooLarge } from '#features/mailboxes/server/public/mail-too-large.ts'
import { createContentHash } from '#features/mail-reading/server/public/content-hash.ts'
import { recordMail, type Envelope } from '../service.ts'

interface Parts {
  work: DoWork
  store: ObjectStore
  log: FastifyBaseLogger
  mostBytes: number
  /** Called after a new mail is stored. */
  arrived(): void
}

export type TakeIn = ReturnType<typeof createTakeIn>

/** Hashes and counts a mail while it is written to the disk. @throws {MailTooLarge} */
async function* measured(
  bytes: AsyncIterable<Buffer>,
  mostBytes: number,
  measure: { size: number; add(bytes: Buffer): void },
): AsyncGenerator<Buffer> {
  for await (const chunk of bytes) {
    measure.size += chunk.length
    if (measure.size > mostBytes) throw new MailTooLarge('the mail is too large')
    measure.add(chunk)
    yield chunk
  }
}

/**
 * Makes the function that stores a mail byte for byte, and then its row. Nothing of it is understood here.
 * @returns the id of the mail, the same for one that is known
 */
export function createTakeIn({ work, store, log, mostBytes, arrived }: Parts) {
  /** Its size is known only at its end, and a bucket asks for it before. */
  async function spool(file: string, raw: Readable) {
    const hash = createContentHash()
    const measure = { size: 0, add: hash.add }
    await pipeline(
      measured(raw as AsyncIterable<Buffer>, mostBytes, measure),
      createWriteStream(file, { flags: 'wx', mode: 0o600 }),
    )
    return { size: measure.size, ...hash.finish() }
  }

  /** @param stored runs in the unit of work that records the mail, also for a known one */
  return async function takeIn(
    raw: Readable,
    envelope: Envelope,
    stored?: (unit: Work) => Promise<void>,
  ): Promise<{ id: string }> {
    const folder = await mkdtemp(join(tmpdir(), 'signalbox-mail-'))
    try {
      const file = join(folder, 'raw')
      const { size, contentHash, messageId } = await spool(file, raw)
      const id = randomUUID()
      const objectPath = `${store.prefix}mails/${id}`
      await work((unit) => scheduleObjectRemoval(unit.tx, [{ objectPath }], unit.now))
      await store.writeStream(objectPath, createReadStream(file), size)
      const recorded = await work(async (unit) => {
        const mail = await recordMail(unit, {
          id,
          ...envelope,
          size,
          contentHash,
          messageId,
          objectPath,
        })
        await stored?.(unit)
        return mail
      })
      if (recorded.id === id) arrived()
      else await removeLeftovers(store, [objectPath], log)
      return recorded
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }
}
