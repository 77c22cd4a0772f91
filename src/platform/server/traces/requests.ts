import type { FastifyInstance, FastifyRequest } from 'fastify'
import { findSpanRecorder, type Span } from './spans.ts'

/** Frequent probes are not traced. */
const probes = new Set(['/healthz', '/readyz', '/metrics'])

const spans = new WeakMap<FastifyRequest, Span>()

/** Traces each request, also as a part of its caller's trace. Personal data stays out: URL, query, client address, browser. */
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
        span.fail('aborted')
        span.end()
      }
    })
    return span.within(done)
  })
  // Parsing a body loses the context.
  app.addHook('preValidation', (request, _reply, done) => withinRequestSpan(request, done))
}

export function withinRequestSpan<T>(request: FastifyRequest, work: () => T): T {
  const span = spans.get(request)
  return span ? span.within(work) : work()
}

/** Ends the span of a request, also at the upgrade to a socket, which lasts for hours. */
export function endRequestSpan(request: FastifyRequest, status: number): void {
  const span = spans.get(request)
  if (!span) return
  spans.delete(request)
  span.add({ 'http.response.status_code': status })
  if (status >= 500) span.fail(String(status))
  span.end()
}
