import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import helmet from '@fastify/helmet'
import underPressure from '@fastify/under-pressure'
import fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import { requireOwnOrigin } from '#features/auth/server/origin.ts'
import { objectApi } from '#features/uploads/contract.ts'
import { limits } from '#platform/contract/limits.ts'
import type { Env } from '#platform/server/env.ts'
import { sendError } from '#platform/server/errors.ts'

interface Parts {
  settings: Pick<Env, 'TRUST_PROXY' | 'LOAD_SHEDDING'>
  publicOrigin: string | undefined
  logger: FastifyBaseLogger
  /** Whether what is not found may be a page of the browser application. */
  hasPages: boolean
}

/** A body that is not a file is here within this time, or whoever sends it is not waited for. */
const bodyWithinMs = 120_000

function limitSlowBodies(app: FastifyInstance): void {
  app.addHook('preParsing', (request, _reply, payload, done) => {
    if (request.routeOptions.url !== objectApi.put.path) {
      const late = setTimeout(() => request.raw.destroy(), bodyWithinMs)
      late.unref()
      request.raw.once('end', () => clearTimeout(late)).once('close', () => clearTimeout(late))
    }
    done(null, payload)
  })
}

/** What holds for every request, whoever answers it: what is taken in, from where and for how long, and which headers go out. */
export async function openHttpServer({
  settings,
  publicOrigin,
  logger,
  hasPages,
}: Parts): Promise<FastifyInstance> {
  const trusted = settings.TRUST_PROXY.split(',')
    .map((range) => range.trim())
    .filter(Boolean)

  const app: FastifyInstance = fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: limits.jsonBodyBytes,
    trustProxy: trusted.length > 0 ? trusted : false,
    // Of the largest file over the slowest line that is let through; everything else has `bodyWithinMs`.
    requestTimeout: 6 * 60 * 60_000,
    connectionTimeout: 130_000,
    keepAliveTimeout: 72_000,
    http: {
      headersTimeout: 15_000,
      // Anywhere else a wish for another protocol is passed over, as HTTP allows; Java's client has one with every request.
      shouldUpgradeCallback: ({ url, headers }) =>
        /^\/(ws|api\/[\w-]{20,100})(\?|$)/.test(url ?? '') && headers.upgrade?.toLowerCase() === 'websocket',
    },
    forceCloseConnections: 'idle',
    frameworkErrors: (error, request, reply) => void sendError(error, request, reply),
  })

  app.removeAllContentTypeParsers()
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) =>
    // A call without input may still name this type.
    body === '' ? done(null, {}) : parseJson(request, String(body), done),
  )
  app.setErrorHandler(sendError)
  if (!hasPages) app.setNotFoundHandler((_request, reply) => reply.status(404).send({ message: 'Not found' }))
  app.addHook('onRequest', async (request) => requireOwnOrigin(request, publicOrigin))
  limitSlowBodies(app)

  await app.register(cookie)
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    },
    strictTransportSecurity: publicOrigin?.startsWith('https:') ?? false,
    referrerPolicy: { policy: 'same-origin' },
  })
  await app.register(compress, { threshold: 1024, globalDecompression: false })
  if (settings.LOAD_SHEDDING === 'on')
    await app.register(underPressure, {
      maxEventLoopDelay: 5000,
      message: 'The service is busy. Please try again in a moment.',
      retryAfter: 5,
    })
  return app
}
