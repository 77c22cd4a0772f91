/**
 * Finds the address of ours that takes in mail to this one: the same, or one that it extends by parts behind plus
 * signs, such as a reply token. Of two, the longer.
 * @param own addresses in normal form, which may have plus parts themselves
 */
export function ownAddressOf(address: string, own: readonly string[]): string | undefined {
  const lower = address.toLowerCase()
  const at = lower.lastIndexOf('@')
  for (let end = at; end > 0; end = lower.lastIndexOf('+', end - 1)) {
    const one = `${lower.slice(0, end)}${lower.slice(at)}`
    if (own.includes(one)) return one
  }
  return undefined
}

/** Tells whether mail to this address comes back to us. @param own addresses that take in mail, in normal form */
export const isOwnAddress = (address: string, own: readonly string[]): boolean =>
  ownAddressOf(address, own) !== undefined
