import { i18n } from '#platform/contract/i18n.ts'
import type { IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'
import type { Viewer } from '#features/users/contract.ts'
import { AppError, notFound } from '#platform/contract/errors.ts'
import { limits } from '#platform/contract/limits.ts'
import { absoluteUrl } from '#platform/server/absolute-url.ts'
import type { Door } from '#platform/server/door.ts'
import type { DiskStore } from '#platform/server/store/object-store-disk.ts'
import { signedForS, type SignedPut } from '#platform/server/store/object-store.ts'
import type { LendCredentials } from '#platform/server/store/temporary-credentials.ts'
import { SignatureExpired, type createSigner } from '#platform/server/store/signed-put.ts'
import { attachableEndings, objectApi, uploadApi } from '../contract.ts'
import { isAwaited, requireUpload, requireUploadInParts } from './queries.ts'
import { incomingOf, type UploadParts } from './announcing.ts'
import { createTransfer } from './transfer.ts'

interface Parts extends UploadParts {
  /** Address of this server for browsers; absent: as requested. */
  publicUrl: string | undefined
  /** Present with the local file store. */
  local: { store: DiskStore; signer: ReturnType<typeof createSigner> } | undefined
  /** Present with S3. */
  lend: LendCredentials | undefined
}

export async function uploadRoutes(door: Door<Viewer>, parts: Parts): Promise<void> {
  const { route } = door
  const { db, maxFileBytes, publicUrl, local, lend } = parts
  const transfer = createTransfer(parts)
  const own = (viewer: Viewer, { id }: { id: string }) => requireUpload(db, viewer, id)
  const ownParts = (viewer: Viewer, { id }: { id: string }) => requireUploadInParts(db, viewer, id)

  const signed = (request: FastifyRequest, { url, headers }: SignedPut) => ({
    method: 'PUT' as const,
    url: absoluteUrl(url, request, publicUrl),
    headers,
    expires: signedForS,
  })

  route(uploadApi.limits, () => ({
    maxFileBytes,
    maxTotalBytes: limits.pendingUploadBytes,
    maxFiles: limits.filesAtOnce,
    endings: attachableEndings,
  }))
  route(uploadApi.sign, async ({ viewer, query, request }) => {
    const { filename, type, 'metadata[size]': size, 'metadata[again]': again } = query
    const { id, key, ...put } = await transfer.sign(viewer, { filename, type, size }, again)
    return { id, key, ...signed(request, put) }
  })
  route(uploadApi.lendCredentials, async ({ viewer }) => {
    if (!lend)
      throw new AppError(
        'not_offered',
        i18n.t(
          'This server lends no credentials of S3. Ask GET /api/uploads/s3/params for an address instead.',
        ),
      )
    const { bucket, region, Expiration, ...keys } = await lend(
      viewer.id.replaceAll('-', ''),
      incomingOf(parts.store, viewer),
    )
    const credentials = { ...keys, Expiration: Expiration.toISOString() }
    return { ...credentials, bucket, region, credentials }
  })
  route(uploadApi.startMultipart, ({ viewer, body: { filename, type, metadata } }) =>
    transfer.startMultipart(viewer, { filename, type, size: metadata.size }),
  )
  route(
    uploadApi.listParts,
    ({ viewer, params, query }) => transfer.listParts(viewer, params.id, query.key),
    ownParts,
  )
  route(
    uploadApi.signPart,
    async ({ viewer, params, query, request }) =>
      signed(request, await transfer.signPart(viewer, params.id, query.key, params.part)),
    ownParts,
  )
  route(
    uploadApi.completeMultipart,
    async ({ viewer, params, query, body }) => {
      await transfer.completeMultipart(viewer, params.id, query.key, body.parts)
      return { location: query.key }
    },
    ownParts,
  )
  route(
    uploadApi.abortMultipart,
    async ({ viewer, params, query }) => {
      await transfer.abortMultipart(viewer, params.id, query.key)
      return {}
    },
    ownParts,
  )
  route(uploadApi.finish, ({ viewer, params }) => transfer.finish(viewer, params.id), own)
  route(
    uploadApi.remove,
    async ({ viewer, params }) => {
      await transfer.remove(viewer, params.id)
      return {}
    },
    own,
  )
  if (local) await receiveRoute(door, parts, local)
}

/** Text by which upload engines recognise an expired address. */
const expiredText =
  '<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>AccessDenied</Code><Message>Request has expired</Message></Error>'

/** Time for bytes in flight, and for reading the answer. */
const dropsForMs = 10_000

/** Streams the bytes for signed addresses into the store. */
async function receiveRoute(
  door: Door<Viewer>,
  { db, clock, maxFileBytes }: Parts,
  { store, signer }: NonNullable<Parts['local']>,
): Promise<void> {
  await door.app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    const { route } = door.within(scope)
    route(objectApi.put, async ({ query, request, reply }) => {
      const length = Number(request.headers['content-length'])
      // After a refusal the rest is read and dropped for a while, so that the browser sees the answer.
      if (!(length <= maxFileBytes)) void reply.header('connection', 'close')
      reply.raw.once('finish', () => dropRest(request.raw))
      try {
        const target = signer.verify(query, clock.now())
        if (!(await isAwaited(db, target.path))) throw notFound()
        if (Number.isNaN(length))
          throw new AppError('length_required', i18n.t('Say in Content-Length how many bytes the file has.'))
        const etag = await store.receive(target, request.raw, length)
        if (!(await isAwaited(db, target.path))) {
          await store.remove([target.path])
          throw notFound()
        }
        return await reply.header('etag', `"${etag}"`).send({})
      } catch (error) {
        if (!(error instanceof SignatureExpired)) throw error
        return reply.status(403).type('application/xml; charset=utf-8').send(expiredText)
      }
    })
  })
}

/** Closes a connection that still sends after its answer. */
function dropRest(request: IncomingMessage): void {
  if (request.complete) return
  const late = setTimeout(() => request.destroy(), dropsForMs)
  request.once('close', () => clearTimeout(late)).once('end', () => clearTimeout(late))
}
