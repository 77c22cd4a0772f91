const kept = { tab: () => sessionStorage, browser: () => localStorage } as const
type Where = keyof typeof kept

/** Reads a value of this tab or browser; undefined when a private window refuses storage. */
export function recall(where: Where, key: string): string | undefined {
  try {
    return kept[where]().getItem(key) ?? undefined
  } catch {
    return undefined
  }
}

/** @returns whether it will survive a reload */
export function remember(where: Where, key: string, value: string): boolean {
  try {
    kept[where]().setItem(key, value)
    return true
  } catch {
    return false
  }
}
