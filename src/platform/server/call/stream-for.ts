import type { FastifyRequest } from 'fastify'
import { Readable } from 'node:stream'

/**
 * Stream for a reply. Fastify answers a HEAD by the handler of its GET, and would read to the end a stream that nobody is sent.
 * @param open makes the stream; not called for a HEAD
 * @returns the stream; an empty one for a HEAD
 * @throws whatever `open` throws
 */
export const streamFor = async (
  request: FastifyRequest,
  open: () => Readable | Promise<Readable>,
): Promise<Readable> => (request.method === 'HEAD' ? Readable.from([]) : open())
