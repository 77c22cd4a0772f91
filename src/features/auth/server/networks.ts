import { isIPv6 } from 'node:net'

function groupsOf(ip: string): number[] {
  // Shortest form, without a dotted tail.
  const short = new URL(`http://[${ip}]`).hostname.slice(1, -1)
  const [head = [], tail = []] = short.split('::').map((part) => (part === '' ? [] : part.split(':')))
  const missing = Array.from({ length: 8 - head.length - tail.length }, () => '0')
  return [...head, ...missing, ...tail].map((group) => Number.parseInt(group, 16))
}

const asHex = (groups: readonly number[]) => groups.map((group) => group.toString(16)).join(':')

interface Networks {
  /** One machine or home: an IPv4 address, or the /64 of IPv6, in which a client may take any address. */
  near: string
  /** One customer of a provider, with IPv6 only: the /56. */
  wide: string | undefined
}

/** @param ip as the socket or a trusted proxy tells it; IPv4 may be written as IPv6 */
export function networksOf(ip: string): Networks {
  const plain = ip.replace(/%.*$/, '')
  if (!isIPv6(plain)) return { near: plain, wide: undefined }
  const groups = groupsOf(plain)
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = groups
  const isMapped = [a, b, c, d, e].every((group) => group === 0) && f === 0xffff
  if (isMapped) return { near: [g >> 8, g & 0xff, h >> 8, h & 0xff].join('.'), wide: undefined }
  return { near: `${asHex([a, b, c, d])}::/64`, wide: `${asHex([a, b, c, d & 0xff00])}::/56` }
}
