import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import { untrustedProxyWords } from './warnings.ts'

/**
 * Watches for a proxy that nobody has named in `TRUST_PROXY`: limits by address then count all its visitors as one. Said in the log, once;
 * each node finds out by itself.
 */
export function createProxyWatch(log: FastifyBaseLogger) {
  let address: string | undefined
  return {
    /** The first one that was seen. */
    found: () => address,
    watch({ headers, ips, socket }: FastifyRequest): void {
      if (address !== undefined || headers['x-forwarded-for'] === undefined) return
      // A peer that is trusted stands before whom it names.
      if (ips !== undefined && ips.length > 1) return
      address = socket.remoteAddress ?? 'an unknown address'
      log.warn(untrustedProxyWords(address))
    },
  }
}
