import type { FastifyRequest } from 'fastify'
import { Readable } from 'node:stream'

/**
 * Opens the stream of a reply, but not for HEAD: Fastify answers that by the GET handler and would read it to the end.
 * @returns an empty stream for a HEAD
 * @throws the error of `open`
 */
export const streamFor = async (
  request: FastifyRequest,
  open: () => Readable | Promise<Readable>,
): Promise<Readable> => (request.method === 'HEAD' ? Readable.from([]) : open())
