import { tooLarge } from './incoming-bytes.ts'
import type { PutTarget } from './object-store.ts'

/** Cached multipart uploads; part sizes of others are read from the disk again. */
const mostRemembered = 1000

interface Coming {
  bytes: number
  isOvertaken: boolean
  overtake(): void
}

interface Upload {
  sizes: Map<number, number>
  coming: Map<number, Coming>
}

/** One incoming file or part. */
export interface Arrival {
  /** Calls back, at once or later, when the same file or part is sent again. */
  onOvertaken(end: () => void): void
  isOvertaken(): boolean
  settled(): void
  /** To be called at the end, successful or not. */
  end(): void
}

/** Tracks incoming bytes, so that concurrent parts do not exceed the announced total. @param sizesOf reads the stored bytes of each part */
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
     * A newer attempt supersedes the earlier one, whose sender may be gone.
     * @throws {AppError} `too_large`; `not_found` for a part of a finished upload
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
    forget: (multipartId: string) => void uploads.delete(multipartId),
  }
}
