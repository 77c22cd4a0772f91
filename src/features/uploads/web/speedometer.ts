/** Weighs the last second about as much as all before it. */
const smoothingMs = 2000
const staleAfterMs = 5000

interface Measured {
  at: number
  bytes: number
  perSecond: number | null
}

/** Smoothed, to be readable. */
export function createSpeedometer(now: () => number = () => performance.now()) {
  const measured = new Map<string, Measured>()
  return {
    note(id: string, bytes: number): void {
      const at = now()
      const last = measured.get(id)
      // A part that is resent restarts.
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
    /** Bytes per second; null while unknown. */
    of(id: string): number | null {
      const last = measured.get(id)
      return last && now() - last.at < staleAfterMs ? last.perSecond : null
    },
    forget: (id: string) => void measured.delete(id),
  }
}
