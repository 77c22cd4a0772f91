import type { FastifyRequest } from 'fastify'

/** Prefers the public address: a forged Host must not send uploads elsewhere. */
const originOf = ({ protocol, host }: FastifyRequest, publicUrl: string | undefined): string =>
  publicUrl ?? `${protocol}://${host}`

/** Completes an address that begins with a slash; any other stays. */
export const absoluteUrl = (url: string, request: FastifyRequest, publicUrl: string | undefined): string =>
  url.startsWith('/') ? originOf(request, publicUrl) + url : url
