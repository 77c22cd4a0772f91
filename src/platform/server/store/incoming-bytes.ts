import { createHash } from 'node:crypto'
import { Transform, type Readable, type TransformCallback } from 'node:stream'
import { AppError, invalid } from '#platform/contract/errors.ts'
import { i18n } from '#platform/contract/i18n.ts'
import type { Reservation } from './reserved-room.ts'

const slowestBytesPerS = 1024
const looksEveryMs = 30_000
const checksEveryBytes = 16 * 1024 * 1024

export const tooLarge = () => new AppError('too_large', i18n.t('The file is larger than was announced.'))
const brokenOff = () => invalid('body', i18n.t('The connection ended before the whole file had come.'))
const tooSlow = () => invalid('body', i18n.t('The file came too slowly. Please try again.'))
export const overtaken = () => new AppError('conflict', i18n.t('The same file is being sent again.'))

/** Pipes bytes, and drops the rest after a fault: ending the stream would close the connection before the sender reads the answer. */
function feed(bytes: Readable, meter: Transform): void {
  bytes.pipe(meter)
  bytes.once('error', () => meter.destroy(brokenOff()))
  bytes.once('close', () => bytes.readableEnded || meter.destroy(brokenOff()))
  meter.once('close', () => {
    bytes.unpipe(meter)
    bytes.resume()
  })
}

/** Counts and hashes bytes, and aborts a wrong length, a trickle, or a full disk. @param announced exact number of bytes */
export function meterOf(bytes: Readable, announced: number, reservation: Reservation) {
  const hash = createHash('sha256')
  let count = 0
  let countBefore = 0
  let checkedAt = 0
  async function checkThen(chunk: Buffer, done: TransformCallback): Promise<void> {
    const fault = await reservation.check().catch((error: unknown) => error)
    if (fault instanceof Error) done(fault)
    else done(null, chunk)
  }
  const meter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      count += chunk.length
      if (count > announced) return done(tooLarge())
      hash.update(chunk)
      reservation.written(chunk.length)
      if (count - checkedAt < checksEveryBytes) return done(null, chunk)
      checkedAt = count
      return void checkThen(chunk, done)
    },
    flush: (done) => done(count < announced ? brokenOff() : null),
  })
  const look = setInterval(() => {
    if (count - countBefore < (slowestBytesPerS * looksEveryMs) / 1000) meter.destroy(tooSlow())
    countBefore = count
  }, looksEveryMs)
  meter.once('close', () => clearInterval(look))
  feed(bytes, meter)
  return {
    meter,
    digest: () => hash.digest('hex'),
    overtake: () => void meter.destroy(overtaken()),
  }
}
