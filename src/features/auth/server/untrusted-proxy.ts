import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import { untrustedProxyWords } from './warnings.ts'

/** Finds a proxy missing in `TRUST_PROXY`, behind which all visitors share limits. Each node logs it once. */
export function createProxyWatch(log: FastifyBaseLogger) {
  let address: string | undefined
  return {
    /** Address of the first one seen. */
    found: () => address,
    watch({ headers, ips, socket }: FastifyRequest): void {
      if (address !== undefined || headers['x-forwarded-for'] === undefined) return
      // A trusted peer comes before the addresses that it names.
      if (ips !== undefined && ips.length > 1) return
      address = socket.remoteAddress ?? 'an unknown address'
      log.warn(untrustedProxyWords(address))
    },
  }
}
