import { AppError } from '#platform/contract/errors.ts'
import { i18n } from '#platform/contract/i18n.ts'

export const full = () => new AppError('full', i18n.t('There is no room left for files on the server.'))

export interface Reservation {
  /** To be called for written bytes, which the disk counts from then on. */
  written(bytes: number): void
  /** @throws {AppError} `full` when other uploads have taken the space that was to stay free */
  check(): Promise<void>
  /** Releases unused space; may be called again. */
  release(): void
}

/** Keeps a minimum of the disk free, also against concurrent writers. @param freeBytes reads the disk */
export function createRoom(freeBytes: () => Promise<number>, floorBytes: number) {
  let reserved = 0
  return {
    /** @throws {AppError} `full` */
    async reserve(bytes: number): Promise<Reservation> {
      // No await between check and reservation, so that no two get the same space.
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
