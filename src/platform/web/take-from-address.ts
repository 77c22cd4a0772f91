/** Takes something secret out of the address of the page, where it would be shown and kept. @returns undefined where it is not there */
export function takeFromAddress(name: string): string | undefined {
  const address = new URL(location.href)
  const taken = address.searchParams.get(name)
  if (taken === null) return undefined
  address.searchParams.delete(name)
  history.replaceState(history.state, '', address)
  return taken
}
