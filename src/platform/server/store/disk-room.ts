import fs from 'node:fs'
import { AppError } from '#platform/contract/errors.ts'
import { i18n } from '#platform/contract/i18n.ts'

/** The journal grows by 16 MiB at a time, and a database that cannot write it stops. */
const floorBytes = 64 * 1024 * 1024
const lookEveryMs = 1000

/** Watches the disk of a database. @returns a function that throws `unavailable` while the disk is full */
export function createRoomCheck(directory: string): () => void {
  let lookedAt = -Infinity
  let hasRoom = true
  return () => {
    if (performance.now() - lookedAt > lookEveryMs) {
      lookedAt = performance.now()
      const { bavail, bsize } = fs.statfsSync(directory)
      hasRoom = bavail * bsize >= floorBytes
    }
    if (!hasRoom)
      throw new AppError(
        'unavailable',
        i18n.t(
          'The server’s disk is full, so nothing can be saved. Please tell your administrator, and try again later.',
        ),
        { retryAfterS: 60 },
      )
  }
}
