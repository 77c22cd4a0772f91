import { createHash } from 'node:crypto'
import type { LiveSession } from '#features/auth/server/queries.ts'
import { isStaff } from '#features/users/policy.ts'
import { forbidden, unauthenticated } from '#platform/contract/errors.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { endpoints } from '../features.ts'
import { describeApi } from './document.ts'
import { renderApi, style } from './html.ts'

/** Only our own dialog may frame the page; it loads nothing but its icon. */
const policy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "img-src 'self'",
  "frame-ancestors 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ')

export async function apiDocs(
  app: FastifyInstance,
  visibleTo: 'open' | 'staff',
  authenticate: (request: FastifyRequest, reply: FastifyReply) => Promise<LiveSession | null>,
): Promise<void> {
  const document = describeApi(endpoints)
  let page: string | undefined
  await app.register(async (scope) => {
    if (visibleTo === 'staff')
      scope.addHook('onRequest', async (request, reply) => {
        const viewer = await authenticate(request, reply)
        if (!viewer) throw unauthenticated()
        if (!isStaff(viewer)) throw forbidden()
      })
    scope.get('/api-docs/openapi.json', () => document)
    for (const path of ['/api-docs', '/api-docs/'])
      scope.get(path, (_request, reply) =>
        reply
          .type('text/html; charset=utf-8')
          .header('content-security-policy', policy)
          .header('x-frame-options', 'SAMEORIGIN')
          .send((page ??= renderApi(document))),
      )
  })
}
