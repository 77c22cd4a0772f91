import { tooLarge } from './incoming-bytes.ts'
import type { PutTarget } from './object-store.ts'

/** Most uploads in parts with their sizes in memory; sizes of others are read from the disk again. */
const mostRemembered = 1000

interface Coming {
  bytes: number
  isOvertaken: boolean
  overtake(): void
}

interface Upload {
  /** Bytes of each part that has arrived. */
  sizes: Map<number, number>
  coming: Map<number, Coming>
}

/** One file or part on its way in. */
export interface Arrival {
  /** Calls back, at once or later, when the same file or part is sent anew. */
  onOvertaken(end: () => void): void
  isOvertaken(): boolean
  /** Notes that it is there. */
  settled(): void
  /** To be called at the end of it, however it ended. */
  end(): void
}

/**
 * Keeps account of what has arrived and what is on its way of each upload, so that parts that come side by side take no more than was
 * announced for all of them.
 * @param sizesOf reads the bytes of each part that lies on the disk
 */
export function createArrivals(sizesOf: (target: PutTarget) => Promise<Map<number, number>>) {
  const uploads = new Map<string, Promise<Upload>>()

  function open(key: string, target: PutTarget): Promise<Upload> {
    const known = uploads.get(key)
    if (known) return known
    const opened = sizesOf(target).then((sizes) => ({ sizes, coming: new Map<number, Coming>() }))
    uploads.set(key, opened)
    opened.catch(() => uploads.delete(key))
    return opened
  }

  return {
    /**
     * Lets a file or part in. An earlier attempt at the same one that is still on its way gives way: its sender may have gone without a word.
     * @throws {AppError} `too_large`; `not_found` for a part of an upload that is over
     */
    async admit(target: PutTarget, bytes: number): Promise<Arrival> {
      const key = target.part?.multipartId ?? target.path
      const number = target.part?.number ?? 0
      const { sizes, coming } = await open(key, target)
      let sum = bytes
      for (const [other, size] of sizes) if (other !== number && !coming.has(other)) sum += size
      for (const [other, { bytes: size }] of coming) if (other !== number) sum += size
      if (sum > target.maxBytes) throw tooLarge()
      const before = coming.get(number)
      if (before) {
        before.isOvertaken = true
        before.overtake()
      }
      const own: Coming = { bytes, isOvertaken: false, overtake() {} }
      coming.set(number, own)
      return {
        onOvertaken(end) {
          own.overtake = end
          if (own.isOvertaken) end()
        },
        isOvertaken: () => own.isOvertaken,
        settled: () => void sizes.set(number, bytes),
        end() {
          if (coming.get(number) === own) coming.delete(number)
          const isDone = coming.size === 0 && (!target.part || uploads.size > mostRemembered)
          if (isDone) uploads.delete(key)
        },
      }
    },
    /** To be called when an upload in parts is over. */
    forget: (multipartId: string) => void uploads.delete(multipartId),
  }
}
