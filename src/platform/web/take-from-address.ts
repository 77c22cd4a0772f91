import { recall, remember } from './storage.ts'

export const readInAddress = (name: string): string | undefined =>
  new URL(location.href).searchParams.get(name) ?? undefined

/** Takes a secret out of the address, so that it is not shown or kept. Not while rendering: React may render twice. */
export function takeFromAddress(name: string): string | undefined {
  const taken = readInAddress(name)
  if (taken === undefined) return undefined
  const address = new URL(location.href)
  address.searchParams.delete(name)
  history.replaceState(history.state, '', address)
  return taken
}

/** Keeps the secret for this tab. @returns an earlier one if the address has none; without storage it stays in the address */
export function keepFromAddress(name: string, key: string): string | undefined {
  const given = readInAddress(name)
  if (given === undefined) return recall('tab', key)
  return remember('tab', key, given) ? takeFromAddress(name) : given
}
