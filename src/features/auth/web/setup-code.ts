const key = 'signalbox.setup'

/**
 * Takes the set-up code out of the address, where it would be shown and shared, and keeps it for this tab.
 */
export function takeSetupCode(): string | undefined {
  const address = new URL(location.href)
  const given = address.searchParams.get('setup')
  try {
    if (given === null) return sessionStorage.getItem(key) ?? undefined
    sessionStorage.setItem(key, given)
  } catch {
    // Storage is refused in some private windows; then the code stays in the address.
    return given ?? undefined
  }
  address.searchParams.delete('setup')
  history.replaceState(history.state, '', address)
  return given
}
