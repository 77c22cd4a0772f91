import type { FastifyInstance, FastifyRequest } from 'fastify'
import { findSpanRecorder, type Span } from './spans.ts'

/** They ask every few seconds, and nobody asks why they took long. */
const probes = new Set(['/healthz', '/readyz', '/metrics'])

const spans = new WeakMap<FastifyRequest, Span>()

/**
 * Makes each request a trace, or a part of its caller's. What tells of the caller stays out: address, query, client address, browser.
 * @param routeOf the pattern of an address
 */
export function traceRequests(app: FastifyInstance, routeOf: (request: FastifyRequest) => string): void {
  const recorder = findSpanRecorder()
  if (!recorder) return
  app.addHook('onRequest', (request, { raw }, done) => {
    const route = routeOf(request)
    if (probes.has(route)) return done()
    const { method, headers, protocol, id } = request
    const attributes = {
      'http.request.method': method,
      'http.route': route,
      'url.scheme': protocol,
      'network.protocol.version': request.raw.httpVersion,
      'http.response.header.x-request-id': [id],
    }
    const span = recorder.request({ name: `${method} ${route}`, kind: 'server', attributes }, headers)
    spans.set(request, span)
    raw.once('close', () => {
      if (raw.writableFinished) endRequestSpan(request, raw.statusCode)
      else {
        // The client has hung up.
        span.fail('aborted')
        span.end()
      }
    })
    return span.within(done)
  })
  // Reading a body forgets it.
  app.addHook('preValidation', (request, _reply, done) => withinRequestSpan(request, done))
}

/** Does something for a request, whatever has called. */
export function withinRequestSpan<T>(request: FastifyRequest, work: () => T): T {
  const span = spans.get(request)
  return span ? span.within(work) : work()
}

/** Ends the span of a request that was answered so; of one that has become a socket, which lasts for hours, too. */
export function endRequestSpan(request: FastifyRequest, status: number): void {
  const span = spans.get(request)
  if (!span) return
  spans.delete(request)
  span.add({ 'http.response.status_code': status })
  if (status >= 500) span.fail(String(status))
  span.end()
}
