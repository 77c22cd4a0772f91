import { recall, remember } from './storage.ts'

/** Takes something secret out of the address of the page, where it would be shown and kept. @returns undefined where it is not there */
export function takeFromAddress(name: string): string | undefined {
  const address = new URL(location.href)
  const taken = address.searchParams.get(name)
  if (taken === null) return undefined
  address.searchParams.delete(name)
  history.replaceState(history.state, '', address)
  return taken
}

/**
 * Does the same, and keeps it for this tab under a key.
 * @returns what was kept before where the address has none; where storage is refused it stays in the address
 */
export function keepFromAddress(name: string, key: string): string | undefined {
  const given = new URL(location.href).searchParams.get(name)
  if (given === null) return recall('tab', key)
  return remember('tab', key, given) ? takeFromAddress(name) : given
}
