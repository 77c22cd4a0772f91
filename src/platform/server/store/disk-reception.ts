import fs from 'node:fs'
import { open, rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { forbidden } from '#platform/contract/errors.ts'
import type { Arrival, createArrivals } from './disk-arrivals.ts'
import { asNewFile, isCode, type DiskFolder } from './disk-folder.ts'
import { settlePart } from './disk-parts.ts'
import { meterOf, overtaken, tooLarge } from './incoming-bytes.ts'
import type { PutTarget } from './object-store.ts'

/**
 * Receives the bytes of a signed address; one with a nonce works once.
 * @param announced number of bytes
 * @returns the ETag of the stored object, without quotes
 * @throws {AppError} `too_large`, `full`; `forbidden` for a used address; `not_found` for a part of a finished upload;
 * `invalid` for an aborted or slow transfer; `conflict` when the same file is sent again
 */
export type Receive = (target: PutTarget, bytes: Readable, announced: number) => Promise<string>

const used = () => forbidden('This address was used before. Ask for another one.')

export function createReception(folder: DiskFolder, arrivals: ReturnType<typeof createArrivals>): Receive {
  const { room, usedFile, withTemporary, settleWhole } = folder

  /** Marks an address as used, once for all processes on the disk, unless the job fails. */
  async function spending(nonce: string | undefined, job: () => Promise<void>): Promise<void> {
    if (nonce === undefined) return job()
    const handle = await open(usedFile(nonce), 'wx', 0o600).catch((error: unknown) => {
      throw isCode(error, 'EEXIST') ? used() : error
    })
    await handle.close()
    try {
      await job()
    } catch (error) {
      await rm(usedFile(nonce), { force: true })
      throw error
    }
  }

  const settle = (file: string, { path, part }: PutTarget, etag: string) =>
    part ? settlePart(folder, file, path, { ...part, etag }) : settleWhole(file, path)

  function takeIn(target: PutTarget, bytes: Readable, announced: number, arrival: Arrival): Promise<string> {
    return withTemporary(async (file) => {
      const reservation = await room.reserve(announced)
      try {
        const { meter, digest, overtake } = meterOf(bytes, announced, reservation)
        arrival.onOvertaken(() => {
          overtake()
          reservation.release()
        })
        await pipeline(meter, fs.createWriteStream(file, asNewFile))
        if (arrival.isOvertaken()) throw overtaken()
        const etag = digest()
        await spending(target.nonce, () => settle(file, target, etag))
        return etag
      } finally {
        reservation.release()
      }
    })
  }

  return async function receive(target, bytes, announced) {
    if (announced > target.maxBytes) throw tooLarge()
    if (target.nonce !== undefined && fs.existsSync(usedFile(target.nonce))) throw used()
    const arrival = arrivals.admit(target)
    try {
      return await takeIn(target, bytes, announced, arrival)
    } finally {
      arrival.end()
    }
  }
}
