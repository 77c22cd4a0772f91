import type { FastifyRequest } from 'fastify'

/**
 * The server's address as browsers know it: the public address where one is set, else the one this request used. Once a public
 * address is set, a forged Host must not send uploads elsewhere.
 */
const originOf = ({ protocol, host }: FastifyRequest, publicUrl: string | undefined): string =>
  publicUrl ?? `${protocol}://${host}`

/** An address that begins with a slash leads to this server; any other stays. */
export const absoluteUrl = (url: string, request: FastifyRequest, publicUrl: string | undefined): string =>
  url.startsWith('/') ? originOf(request, publicUrl) + url : url
