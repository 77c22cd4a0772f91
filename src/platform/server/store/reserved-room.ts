import { AppError } from '#platform/contract/errors.ts'
import { i18n } from '#platform/contract/i18n.ts'

export const full = () => new AppError('full', i18n.t('There is no room left for files on the server.'))

/** Room on the disk that is kept for bytes on their way. */
export interface Reservation {
  /** To be told of bytes as they are written: from then on the disk itself counts them. */
  written(bytes: number): void
  /** @throws {AppError} `full` when other uploads have taken the space that was to stay free */
  check(): Promise<void>
  /** Gives unused space back. Calling it again does no harm. */
  release(): void
}

/**
 * Keeps so much of a disk free, also against writers that begin at once.
 * @param freeBytes asks the disk
 */
export function createRoom(freeBytes: () => Promise<number>, floorBytes: number) {
  let reserved = 0
  return {
    /** @throws {AppError} `full` */
    async reserve(bytes: number): Promise<Reservation> {
      // Nothing is waited for between the look and the note, so that no two get the same room.
      if ((await freeBytes()) - reserved - bytes < floorBytes) throw full()
      let left = bytes
      reserved += left
      const giveBack = (most: number) => {
        const given = Math.min(most, left)
        left -= given
        reserved -= given
      }
      return {
        written: giveBack,
        async check() {
          if ((await freeBytes()) < floorBytes) throw full()
        },
        release: () => giveBack(left),
      }
    },
  }
}
