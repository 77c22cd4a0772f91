import type { PutTarget } from './object-store.ts'

interface Coming {
  isOvertaken: boolean
  overtake(): void
}

/** One incoming file or part. */
export interface Arrival {
  /** Calls back, at once or later, when the same file or part is sent again. */
  onOvertaken(end: () => void): void
  isOvertaken(): boolean
  /** To be called at the end, successful or not. */
  end(): void
}

/** Tracks incoming files and parts, so that each has one sender. */
export function createArrivals() {
  const coming = new Map<string, Coming>()
  return {
    /** A newer attempt supersedes the earlier one, whose sender may be gone. */
    admit({ path, part }: PutTarget): Arrival {
      const key = part ? `${part.multipartId} ${part.number}` : path
      const before = coming.get(key)
      if (before) {
        before.isOvertaken = true
        before.overtake()
      }
      const own: Coming = { isOvertaken: false, overtake() {} }
      coming.set(key, own)
      return {
        onOvertaken(end) {
          own.overtake = end
          if (own.isOvertaken) end()
        },
        isOvertaken: () => own.isOvertaken,
        end() {
          if (coming.get(key) === own) coming.delete(key)
        },
      }
    },
  }
}
