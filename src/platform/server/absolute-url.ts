import type { FastifyRequest } from 'fastify'

/** The server as this browser knows it: its pages may send to no other. */
function originOf({ protocol, host }: FastifyRequest, publicUrl: string | undefined): string {
  return publicUrl !== undefined && new URL(publicUrl).host === host ? publicUrl : `${protocol}://${host}`
}

/** An address that begins with a slash leads to this server; any other stays. */
export const absoluteUrl = (url: string, request: FastifyRequest, publicUrl: string | undefined): string =>
  url.startsWith('/') ? originOf(request, publicUrl) + url : url
