import type { LiveMessage } from '#platform/server/log/live-rule.ts'

const encoded = new WeakMap<LiveMessage, Buffer>()

/** Encodes a message once for all sockets. */
export function encode(message: LiveMessage): Buffer {
  const known = encoded.get(message)
  if (known) return known
  const bytes = Buffer.from(JSON.stringify(message))
  encoded.set(message, bytes)
  return bytes
}
