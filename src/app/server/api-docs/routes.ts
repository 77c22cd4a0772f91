import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { LiveSession } from '#features/auth/server/queries.ts'
import { isStaff } from '#features/users/policy.ts'
import { forbidden, unauthenticated } from '#platform/contract/errors.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { describeApi } from './api-document.ts'
import { endpoints } from './features.ts'

/** The page may be framed by our own dialog, and its library writes style attributes. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "frame-ancestors 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ')

/** The documentation of the API at `/api-docs`. */
export async function apiPage(
  app: FastifyInstance,
  visibleTo: 'open' | 'staff',
  authenticate: (request: FastifyRequest, reply: FastifyReply) => Promise<LiveSession | null>,
): Promise<void> {
  const document = describeApi(endpoints)
  await app.register(async (scope) => {
    if (visibleTo === 'staff')
      scope.addHook('onRequest', async (request, reply) => {
        const viewer = await authenticate(request, reply)
        if (!viewer) throw unauthenticated()
        if (!isStaff(viewer)) throw forbidden()
      })
    scope.get('/api-docs/openapi.json', () => document)
    await scope.register(swagger, { mode: 'static', specification: { document: document as never } })
    await scope.register(swaggerUi, {
      routePrefix: '/api-docs',
      staticCSP: policy,
      uiConfig: { docExpansion: 'list', deepLinking: true, tryItOutEnabled: false },
      theme: { title: 'API Documentation' },
    })
    scope.addHook('onSend', async (_request, reply) => {
      void reply.header('x-frame-options', 'SAMEORIGIN')
    })
  })
}
