import type { FastifyRequest } from 'fastify'
import { forbidden } from '#platform/contract/errors.ts'

const loopbackNames = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i
const loopbackAddresses = /^(::1|(::ffff:)?127(\.\d{1,3}){3})$/

/** What proxies add to the requests they pass on. */
const ofProxies = /^(forwarded|via|x-forwarded-.+|x-real-ip|x-client-ip|true-client-ip|cf-.+)$/

/**
 * Whether the request was made on this machine to this machine, with nothing in between. A proxy that is told nothing else (nginx) adds
 * no header and calls us by the loopback name, but it speaks HTTP/1.0, which no browser does.
 */
export const isLocal = ({ headers, socket, raw }: FastifyRequest): boolean =>
  raw.httpVersion !== '1.0' &&
  !Object.keys(headers).some((name) => ofProxies.test(name)) &&
  loopbackNames.test(headers.host ?? '') &&
  loopbackAddresses.test(socket.remoteAddress ?? '')

/**
 * Whether a browser sends this from one of our own pages. Browsers tell by Sec-Fetch-Site, older ones by Origin; what sends neither is
 * no browser and carries no cookie of somebody else. Source: OWASP cheat sheet on cross-site request forgery.
 */
function isOwnOrigin(request: FastifyRequest, publicOrigin: string | undefined): boolean {
  const { 'sec-fetch-site': site, origin, host } = request.headers
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  return origin === undefined || isOurs(origin, host, publicOrigin)
}

/** Whether an Origin header names this server, by its public address or by the name it was called. */
export function isOurs(origin: string, host: string | undefined, publicOrigin: string | undefined): boolean {
  if (origin === publicOrigin) return true
  return URL.canParse(origin) && new URL(origin).host === host
}

/** @throws {AppError} `forbidden` for a write that another site's page sends. */
export function requireOwnOrigin(request: FastifyRequest, publicOrigin: string | undefined): void {
  if (['GET', 'HEAD', 'OPTIONS'].includes(request.method) || isOwnOrigin(request, publicOrigin)) return
  throw forbidden('This request comes from another site.')
}
