import type { FastifyRequest } from 'fastify'
import { foreignOrigin } from '#platform/contract/errors.ts'

const loopbackNames = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i
const loopbackAddresses = /^(::1|(::ffff:)?127(\.\d{1,3}){3})$/

/** The headers that proxies add to the requests they pass on. */
const ofProxies = /^(forwarded|via|x-forwarded-.+|x-real-ip|x-client-ip|true-client-ip|cf-.+)$/

/** As a log or a person reads it: "X-Forwarded-For". */
const spelt = (header: string) => header.replace(/(^|-)[a-z]/g, (letter) => letter.toUpperCase())

function isLoopbackPage(address: string): boolean {
  return URL.canParse(address) && loopbackNames.test(new URL(address).host)
}

const longestSign = 120

/**
 * Signs that a request came from another machine, though its peer may be a proxy on this one: a header of proxies, a Host or a page
 * that is not of this machine, or the peer itself. The page of another site that somebody opens on this machine shows nothing: its
 * browser says `cross-site`.
 * @returns words for it, such as "the Host desk.example.com"; undefined for a request without such a sign
 */
export function signOfExposure({ headers, socket }: FastifyRequest): string | undefined {
  const { host, origin, referer } = headers
  const isOtherSite = headers['sec-fetch-site'] === 'cross-site'
  const ofProxy = Object.keys(headers).find((name) => ofProxies.test(name))
  const signs = [
    ofProxy !== undefined && `the header ${spelt(ofProxy)}`,
    host !== undefined && !loopbackNames.test(host) && `the Host ${host}`,
    !isOtherSite && origin !== undefined && !isLoopbackPage(origin) && `the Origin ${origin}`,
    !isOtherSite && referer !== undefined && !isLoopbackPage(referer) && `the Referer ${referer}`,
    !loopbackAddresses.test(socket.remoteAddress ?? '') && `the address ${socket.remoteAddress}`,
  ]
  return signs.find((sign) => typeof sign === 'string')?.slice(0, longestSign)
}

/**
 * Whether the request was made by a page of this machine to this machine, with nothing in between as far as can be seen. An older proxy that is told
 * nothing else speaks HTTP/1.0, which no browser does.
 */
export const isLocal = (request: FastifyRequest): boolean =>
  request.raw.httpVersion !== '1.0' &&
  loopbackNames.test(request.headers.host ?? '') &&
  request.headers['sec-fetch-site'] !== 'cross-site' &&
  signOfExposure(request) === undefined

/**
 * Whether a browser sends this from one of our own pages. Browsers tell by Sec-Fetch-Site, older ones by Origin; what sends neither is
 * no browser and carries no cookie of somebody else. Source: OWASP cheat sheet on cross-site request forgery.
 */
function isOwnOrigin(request: FastifyRequest, publicOrigin: string | undefined): boolean {
  const { 'sec-fetch-site': site, origin, host } = request.headers
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  return origin === undefined || isOurs(origin, host, publicOrigin)
}

/**
 * Whether an Origin header names this server, by its public address or by the name it was called. The public name by another scheme is
 * another site: a page that came unencrypted may be anybody's.
 */
export function isOurs(origin: string, host: string | undefined, publicOrigin: string | undefined): boolean {
  if (origin === publicOrigin) return true
  if (!URL.canParse(origin)) return false
  const named = new URL(origin)
  if (publicOrigin !== undefined && named.host === new URL(publicOrigin).host) return false
  return /^https?:$/.test(named.protocol) && named.host === host
}

/** @throws {AppError} `forbidden` for a write that another site's page sends. */
export function requireOwnOrigin(request: FastifyRequest, publicOrigin: string | undefined): void {
  if (['GET', 'HEAD', 'OPTIONS'].includes(request.method) || isOwnOrigin(request, publicOrigin)) return
  throw foreignOrigin()
}
