import { create as contentDisposition } from 'content-disposition'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isOneOf } from '#platform/contract/narrowing.ts'
import type { ObjectStore } from '#platform/server/store/object-store.ts'
import { streamFor } from '#platform/server/call/stream-for.ts'
import { shownInline } from '../contract.ts'
import type { AttachmentRow } from './queries.ts'

/** Parses the one range of bytes of a resumed download; anything else gets the whole file. */
function rangeOf(header: string | undefined, size: number): { start: number; end: number } | undefined {
  const [, first, last = ''] = /^bytes=(\d+)-(\d*)$/.exec(header ?? '') ?? []
  if (first === undefined) return undefined
  const start = Number(first)
  const end = Math.min(last === '' ? size - 1 : Number(last), size - 1)
  return start <= end ? { start, end } : undefined
}

interface Sending {
  file: Pick<AttachmentRow, 'id' | 'fileName' | 'fileSize' | 'mimeType' | 'objectPath'>
  store: ObjectStore
  isInline: boolean
  request: FastifyRequest
  reply: FastifyReply
}

/** Forbids everything, but frames a checked PDF without a sandbox: browsers refuse their viewer in one. */
const policyOf = (mimeType: string, isShown: boolean) =>
  isShown && mimeType === 'application/pdf'
    ? "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'"
    : "default-src 'none'; sandbox; frame-ancestors 'none'"

/** Streams a file to be saved, or shown inline where that is harmless. */
export async function sendFile({ file, store, isInline, request, reply }: Sending): Promise<FastifyReply> {
  const isShown = isInline && isOneOf(shownInline, file.mimeType)
  const etag = `"${file.id}"`
  const isUnchanged = request.headers['if-range'] === undefined || request.headers['if-range'] === etag
  const range = isUnchanged ? rangeOf(request.headers.range, file.fileSize) : undefined
  const bytes = await streamFor(request, () => store.read(file.objectPath, range))
  // A range counts bytes of the file itself, not of a compressed form.
  request.headers['x-no-compression'] = 'true'
  void reply
    .status(range ? 206 : 200)
    .type(file.mimeType === 'text/plain' ? 'text/plain; charset=utf-8' : file.mimeType)
    .headers({
      'content-disposition': contentDisposition(file.fileName, { type: isShown ? 'inline' : 'attachment' }),
      'content-length': range ? range.end - range.start + 1 : file.fileSize,
      'content-security-policy': policyOf(file.mimeType, isShown),
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'accept-ranges': 'bytes',
      // Caches in the browser alone, with a request each time: access may have ended.
      'cache-control': 'private, no-cache',
      etag,
      ...(range && { 'content-range': `bytes ${range.start}-${range.end}/${file.fileSize}` }),
    })
  return reply.send(bytes)
}
