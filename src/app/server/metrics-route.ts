import { BlockList, isIP, isIPv6 } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError, forbidden } from '#platform/contract/errors.ts'
import type { Metrics } from '#platform/server/metrics.ts'
import type { Env } from '#platform/server/process/env.ts'
import { isSameSecret } from '#platform/server/secrets.ts'

export type MetricsAccess = Pick<Env, 'METRICS_ALLOW' | 'METRICS_TOKEN'>

/** True when metrics may be read at all; else they are not counted. */
export const hasMetrics = ({ METRICS_ALLOW, METRICS_TOKEN }: MetricsAccess): boolean =>
  METRICS_ALLOW !== undefined || METRICS_TOKEN !== undefined

/** @returns whether a request may read metrics, by its address behind trusted proxies or by its token */
function createGate({ METRICS_ALLOW, METRICS_TOKEN }: MetricsAccess) {
  const allowed = new BlockList()
  for (const { address, bits, family } of METRICS_ALLOW ?? []) allowed.addSubnet(address, bits, family)
  return ({ ip, headers }: FastifyRequest): boolean => {
    // A proxy may say `unknown` in place of an address.
    if (isIP(ip) !== 0 && allowed.check(ip, isIPv6(ip) ? 'ipv6' : 'ipv4')) return true
    return METRICS_TOKEN !== undefined && isSameSecret(headers.authorization, `Bearer ${METRICS_TOKEN}`)
  }
}

/** Serves `/metrics` for Prometheus, without a session, even while other parts of the server are down. */
export function metricsRoute(app: FastifyInstance, metrics: Metrics, access: MetricsAccess): void {
  const isAllowed = createGate(access)
  // A busy server must stay observable.
  app.get('/metrics', { config: { pressureHandler: () => undefined } }, async (request, reply) => {
    void reply.header('cache-control', 'no-store')
    if (!isAllowed(request)) {
      if (access.METRICS_TOKEN === undefined) throw forbidden('METRICS_ALLOW does not name this address.')
      void reply.header('www-authenticate', 'Bearer')
      throw new AppError('unauthenticated', 'Send METRICS_TOKEN as a bearer token.')
    }
    const { type, text } = await metrics.render()
    return reply.type(type).send(text)
  })
}
