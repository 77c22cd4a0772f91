/** A second counts about as much as all before it. */
const smoothingMs = 2000
const staleAfterMs = 5000

interface Measured {
  at: number
  bytes: number
  perSecond: number | null
}

/** How fast files are on their way, smoothed so that the number can be read. */
export function createSpeedometer(now: () => number = () => performance.now()) {
  const measured = new Map<string, Measured>()
  return {
    note(id: string, bytes: number): void {
      const at = now()
      const last = measured.get(id)
      // A part that is sent again begins at its start.
      if (!last || bytes < last.bytes) {
        measured.set(id, { at, bytes, perSecond: last?.perSecond ?? null })
        return
      }
      const ms = at - last.at
      if (ms < 200) return
      const current = ((bytes - last.bytes) * 1000) / ms
      const weight = Math.exp(-ms / smoothingMs)
      const perSecond = last.perSecond === null ? current : last.perSecond * weight + current * (1 - weight)
      measured.set(id, { at, bytes, perSecond })
    },
    /** Bytes a second; null while it is not known. */
    of(id: string): number | null {
      const last = measured.get(id)
      return last && now() - last.at < staleAfterMs ? last.perSecond : null
    },
    forget: (id: string) => void measured.delete(id),
  }
}
