import type { FastifyRequest } from 'fastify'

/**
 * The server as browsers know it: by its public address where one is set, else as this request called it. What a request says of itself
 * must not lead anybody's bytes elsewhere once we know better.
 */
const originOf = ({ protocol, host }: FastifyRequest, publicUrl: string | undefined): string =>
  publicUrl ?? `${protocol}://${host}`

/** An address that begins with a slash leads to this server; any other stays. */
export const absoluteUrl = (url: string, request: FastifyRequest, publicUrl: string | undefined): string =>
  url.startsWith('/') ? originOf(request, publicUrl) + url : url
