import { IncomingMessage, ServerResponse } from 'node:http'
import net, { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import v8 from 'node:v8'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import underPressure from '@fastify/under-pressure'
import fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import helmet from 'helmet'
import type { z } from 'zod'
import { requireOwnOrigin } from '#features/auth/server/origin.ts'
import { importApi, importLimits } from '#features/imports/contract.ts'
import { objectApi } from '#features/uploads/contract.ts'
import { notFound } from '#platform/contract/errors.ts'
import { limits } from '#platform/contract/limits.ts'
import type { Env } from '#platform/server/process/env.ts'
import { nameRequest, sendError } from '#platform/server/errors.ts'
import { asCall } from '#platform/server/database/lending-pool.ts'
import { inLanguage, languageOfHeaders } from '#platform/server/language.ts'
import type { Answered } from '#platform/server/metrics.ts'
import { traceRequests, withinRequestSpan } from '#platform/server/traces/requests.ts'
import { forRequest, newRequestId } from '#platform/server/call/request-id.ts'

interface Parts {
  settings: Pick<Env, 'TRUST_PROXY' | 'LOAD_SHEDDING'>
  publicOrigin: string | undefined
  logger: FastifyBaseLogger
  /** True when an unknown address may be a page of the browser application. */
  hasPages: boolean
  impatience?: Partial<Patience>
  /** Sees every request, also a refused one. */
  watch(request: FastifyRequest): void
  answered?: ((answered: Answered) => void) | undefined
}

/** Limits on slow and idle connections, and on the load of the process. */
const patience = {
  headersWithinMs: 15_000,
  /** Time limit for a body that is not a file. */
  bodyWithinMs: 120_000,
  /** Slowest transfer of an imported file, which may be as long as a small video. */
  importBytesPerMs: 64,
  idleMs: 72_000,
  lookEveryMs: 5000,
  /** Ten thousand people with the desk open, and some more. */
  connections: 12_000,
  /** Event-loop delay at which calls are refused: people notice a second. */
  loopDelayMs: 1000,
  /** Share of the heap in use at which calls are refused: a full heap ends the process. */
  shareOfHeap: 0.9,
}
export type Patience = typeof patience

/** A WebSocket has no body, and stays open as long as its page. */
const hasBody = ({ headers }: FastifyRequest) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0

function limitSlowBodies(
  app: FastifyInstance,
  { bodyWithinMs, importBytesPerMs }: Pick<Patience, 'bodyWithinMs' | 'importBytesPerMs'>,
): void {
  function withinMs({ routeOptions: { url }, headers }: FastifyRequest): number {
    if (url !== importApi.create.path) return bodyWithinMs
    return (
      bodyWithinMs + Math.min(Number(headers['content-length'] ?? 0), importLimits.bytes) / importBytesPerMs
    )
  }
  app.addHook('preParsing', (request, _reply, payload, done) => {
    if (hasBody(request) && request.routeOptions.url !== objectApi.put.path) {
      const late = setTimeout(() => request.raw.destroy(), withinMs(request))
      late.unref()
      request.raw.once('end', () => clearTimeout(late)).once('close', () => clearTimeout(late))
    }
    done(null, payload)
  })
}

/** Closes each connection with its next answer after the stop: else a balancer would reuse it, and the stop would wait. */
function endConnectionsWithStop(app: FastifyInstance): void {
  let isStopping = false
  app.addHook('preClose', (done) => {
    isStopping = true
    // `http.Server.close` would end idle connections, too.
    net.Server.prototype.close.call(app.server)
    done()
  })
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (isStopping) void reply.header('connection', 'close')
    done(null, payload)
  })
}

/** Longer than the 4 seconds for which the balancers of deploy/ keep an unused connection. */
const balancerKeepsMs = 5000

/**
 * Delays the stop until the balancer has closed its idle connections, or used them once more. A change cut off here is not retried at
 * another node, since it may have been made.
 */
export function stopAfterBalancer(app: FastifyInstance): void {
  const count = promisify(app.server.getConnections.bind(app.server))
  app.addHook('preClose', async () => {
    const end = performance.now() + balancerKeepsMs
    while (performance.now() < end && (await count()) > 0) await wait(20)
  })
}

/** Keeps the request's id and language for the work. Set twice, since parsing a body loses the context. */
function rememberRequests(app: FastifyInstance): void {
  const remember = ({ id, headers }: FastifyRequest, _reply: FastifyReply, done: () => void) =>
    forRequest(id, () => inLanguage(languageOfHeaders(headers), done))
  app.addHook('onRequest', (request, reply, done) => {
    nameRequest(request, reply)
    remember(request, reply, done)
  })
  app.addHook('preValidation', remember)
}

/** Names the route, of a few hundred, for logs, metrics and traces. Addresses hold search terms, and pages have many files. */
function routeOf({ routeOptions: { url = '' } }: FastifyRequest): string {
  return url.startsWith('/api/') || ['/healthz', '/readyz', '/metrics', '/ws'].includes(url) ? url : 'page'
}

/** Logs each answer in a line; a forbidden call is a warning. */
function watchAnswers(app: FastifyInstance, answered: Parts['answered']): void {
  app.addHook('onResponse', async (request, { statusCode: status, elapsedTime }) => {
    const { log, method } = request
    const route = routeOf(request)
    const level = status === 403 ? 'warn' : 'info'
    withinRequestSpan(request, () =>
      log[level]({ method, route, status, ms: Math.round(elapsedTime) }, 'answered'),
    )
    answered?.({ method, route, status, seconds: elapsedTime / 1000 })
  })
}

/** Sets the security headers of browsers. They are the same on each answer unless a page overrides them, so they are computed once. */
function secureAnswers(app: FastifyInstance, isSecure: boolean): void {
  const request = new IncomingMessage(new Socket())
  const answer = new ServerResponse(request)
  const setHeaders = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    },
    strictTransportSecurity: isSecure,
    referrerPolicy: { policy: 'same-origin' },
  })
  setHeaders(request, answer, () => undefined)
  const headers = answer.getHeaders()
  app.addHook('onRequest', (_request, reply, done) => {
    void reply.headers(headers)
    done()
  })
}

/** Refuses calls under load, rather than queue work whose callers have left. */
async function shedLoad(app: FastifyInstance, { loopDelayMs, shareOfHeap }: Patience): Promise<void> {
  await app.register(underPressure, {
    maxEventLoopDelay: loopDelayMs,
    maxHeapUsedBytes: v8.getHeapStatistics().heap_size_limit * shareOfHeap,
    message: 'The service is busy. Please try again in a moment.',
    retryAfter: 5,
  })
  app.addHook('onRequest', ({ raw }, _reply, done) => asCall({ hasGone: () => raw.socket.destroyed }, done))
}

export async function openHttpServer({
  settings,
  publicOrigin,
  logger,
  hasPages,
  impatience,
  watch,
  answered,
}: Parts): Promise<FastifyInstance> {
  const borne = { ...patience, ...impatience }
  const trusted = settings.TRUST_PROXY.split(',')
    .map((range) => range.trim())
    .filter(Boolean)

  const app: FastifyInstance = fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: newRequestId,
    bodyLimit: limits.jsonBodyBytes,
    trustProxy: trusted.length > 0 ? trusted : false,
    // Time for the largest file over the slowest line that is let through; all other bodies have `bodyWithinMs`.
    requestTimeout: 6 * 60 * 60_000,
    connectionTimeout: 130_000,
    keepAliveTimeout: borne.idleMs,
    http: {
      headersTimeout: borne.headersWithinMs,
      connectionsCheckingInterval: borne.lookEveryMs,
      // An Upgrade header on other paths is ignored, as HTTP allows; Java's client sends one with every request.
      shouldUpgradeCallback: ({ url, headers }) =>
        /^\/(ws|api\/[\w-]{20,100})(\?|$)/.test(url ?? '') && headers.upgrade?.toLowerCase() === 'websocket',
    },
    forceCloseConnections: 'idle',
    // A stopping node still answers a balancer's calls; a client sees a 503 as a failure.
    return503OnClosing: false,
    frameworkErrors: (error, request, reply) => void sendError(error, request, reply),
  })

  app.server.maxConnections = borne.connections
  app.removeAllContentTypeParsers()
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) =>
    // A call without input may still name this type.
    body === '' ? done(null, {}) : parseJson(request, String(body), done),
  )
  // Drops fields that the contract does not name, and throws on values it does not allow.
  app.setSerializerCompiler<z.ZodType>(
    ({ schema }) =>
      (answer) =>
        JSON.stringify(schema.parse(answer)),
  )
  app.setErrorHandler(sendError)
  if (!hasPages) app.setNotFoundHandler((request, reply) => sendError(notFound(), request, reply))
  traceRequests(app, routeOf)
  rememberRequests(app)
  watchAnswers(app, answered)
  app.addHook('onRequest', async (request) => {
    watch(request)
    requireOwnOrigin(request, publicOrigin)
  })
  limitSlowBodies(app, borne)
  endConnectionsWithStop(app)

  await app.register(cookie)
  secureAnswers(app, publicOrigin?.startsWith('https:') ?? false)
  await app.register(compress, { threshold: 1024, globalDecompression: false })
  if (settings.LOAD_SHEDDING === 'on') await shedLoad(app, borne)
  return app
}
