import type { LiveMessage } from '#platform/server/log/live-rule.ts'

const encoded = new WeakMap<LiveMessage, Buffer>()

/** The bytes of a message, made once for all sockets that hear it. */
export function encode(message: LiveMessage): Buffer {
  const known = encoded.get(message)
  if (known) return known
  const bytes = Buffer.from(JSON.stringify(message))
  encoded.set(message, bytes)
  return bytes
}
