import { recall, remember } from '#platform/web/storage.ts'

const key = 'signalbox.setup'

/**
 * Takes the set-up code out of the address, where it would be shown and shared, and keeps it for this tab.
 */
export function takeSetupCode(): string | undefined {
  const address = new URL(location.href)
  const given = address.searchParams.get('setup')
  if (given === null) return recall('tab', key)
  // Where storage is refused the code stays in the address.
  if (!remember('tab', key, given)) return given
  address.searchParams.delete('setup')
  history.replaceState(history.state, '', address)
  return given
}
