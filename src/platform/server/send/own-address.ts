/** Drops the part behind a plus sign. @returns "support@desk.example" of "Support+1abc@desk.example" */
function bareAddress(address: string): string {
  const at = address.lastIndexOf('@')
  const [local = ''] = address.slice(0, at).split('+')
  return `${local}${address.slice(at)}`.toLowerCase()
}

/** Tells whether mail to this address comes back to us. @param own addresses that take in mail */
export const isOwnAddress = (address: string, own: readonly string[]): boolean =>
  own.some((one) => bareAddress(one) === bareAddress(address))
