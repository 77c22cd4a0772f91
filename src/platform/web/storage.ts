const kept = { tab: () => sessionStorage, browser: () => localStorage } as const
type Where = keyof typeof kept

/** A value remembered in this tab or this browser; none where a private window refuses storage. */
export function recall(where: Where, key: string): string | undefined {
  try {
    return kept[where]().getItem(key) ?? undefined
  } catch {
    return undefined
  }
}

/** @returns whether it will be there after the page has been loaded again */
export function remember(where: Where, key: string, value: string): boolean {
  try {
    kept[where]().setItem(key, value)
    return true
  } catch {
    return false
  }
}
