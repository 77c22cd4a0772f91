import type { FastifyRequest } from 'fastify'
import { foreignOrigin } from '#platform/contract/errors.ts'

const loopbackNames = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i
const loopbackAddresses = /^(::1|(::ffff:)?127(\.\d{1,3}){3})$/

/** Headers that proxies add to requests. */
const ofProxies = /^(forwarded|via|x-forwarded-.+|x-real-ip|x-client-ip|true-client-ip|cf-.+)$/

const spelt = (header: string) => header.replace(/(^|-)[a-z]/g, (letter) => letter.toUpperCase())

function isLoopbackPage(address: string): boolean {
  return URL.canParse(address) && loopbackNames.test(new URL(address).host)
}

const longestSign = 120

/**
 * Finds a sign of another machine, even through a local proxy. Another site's page opened here is none: its
 * browser says `cross-site`.
 * @returns words such as "the Host desk.example.com"
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

/** Accepts calls of this machine without a visible proxy. Older ones speak HTTP/1.0, as no browser does. */
export const isLocal = (request: FastifyRequest): boolean =>
  request.raw.httpVersion !== '1.0' &&
  loopbackNames.test(request.headers.host ?? '') &&
  request.headers['sec-fetch-site'] !== 'cross-site' &&
  signOfExposure(request) === undefined

/**
 * Older browsers send no Sec-Fetch-Site; a client without both headers carries no foreign cookie. Source:
 * OWASP cheat sheet on cross-site request forgery.
 */
function isOwnOrigin(request: FastifyRequest, publicOrigin: string | undefined): boolean {
  const { 'sec-fetch-site': site, origin, host } = request.headers
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  return origin === undefined || isOurs(origin, host, publicOrigin)
}

/** Refuses the public name by another scheme: an unencrypted page may be forged. */
export function isOurs(origin: string, host: string | undefined, publicOrigin: string | undefined): boolean {
  if (origin === publicOrigin) return true
  if (!URL.canParse(origin)) return false
  const named = new URL(origin)
  if (publicOrigin !== undefined && named.host === new URL(publicOrigin).host) return false
  return /^https?:$/.test(named.protocol) && named.host === host
}

/** @throws {AppError} `forbidden` for a write from another site's page */
export function requireOwnOrigin(request: FastifyRequest, publicOrigin: string | undefined): void {
  if (['GET', 'HEAD', 'OPTIONS'].includes(request.method) || isOwnOrigin(request, publicOrigin)) return
  throw foreignOrigin()
}
