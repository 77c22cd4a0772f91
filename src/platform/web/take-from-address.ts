import { recall, remember } from './storage.ts'

/** Reads something in the address of the page. @returns undefined where it is not there */
export const readInAddress = (name: string): string | undefined =>
  new URL(location.href).searchParams.get(name) ?? undefined

/**
 * Takes something secret out of the address of the page, where it would be shown and kept. Not while rendering: React may render twice.
 * @returns undefined where it is not there
 */
export function takeFromAddress(name: string): string | undefined {
  const taken = readInAddress(name)
  if (taken === undefined) return undefined
  const address = new URL(location.href)
  address.searchParams.delete(name)
  history.replaceState(history.state, '', address)
  return taken
}

/**
 * Does the same, and keeps it for this tab under a key.
 * @returns what was kept before where the address has none; where storage is refused it stays in the address
 */
export function keepFromAddress(name: string, key: string): string | undefined {
  const given = readInAddress(name)
  if (given === undefined) return recall('tab', key)
  return remember('tab', key, given) ? takeFromAddress(name) : given
}
