import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from '#platform/contract/endpoint.ts'
import { sha256Of } from '../secrets.ts'
import { tagsOf } from './etags.ts'

function sendIfOther(text: string, { headers }: FastifyRequest, reply: FastifyReply): FastifyReply {
  const tag = `"${sha256Of(text)}"`
  // Weak, because the bytes on the wire may be compressed.
  void reply.headers({ 'cache-control': 'private, no-cache', etag: `W/${tag}` })
  const isKnown = tagsOf(headers['if-none-match'])?.includes(tag) ?? false
  return isKnown ? reply.status(304).send() : reply.send(text)
}

/** Sends the answer as JSON, filtered by the reply schema of the contract. */
export function sendAnswer(
  { status = 200, isKept }: Endpoint,
  answer: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  void reply.status(status).header('content-type', 'application/json; charset=utf-8')
  return isKept?.(request.query as Record<string, unknown>)
    ? sendIfOther(reply.serialize(answer) as string, request, reply)
    : reply.header('cache-control', 'no-store').send(answer)
}
