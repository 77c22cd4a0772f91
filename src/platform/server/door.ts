import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Endpoint, Received, Reply } from '#platform/contract/endpoint.ts'
import { AppError, describeIssues, forbidden, invalid, notFound } from '#platform/contract/errors.ts'
import { limits } from '#platform/contract/limits.ts'
import { fieldsOf } from '#platform/contract/narrowing.ts'
import type { DoWork, Work } from './work.ts'

/**
 * Keeps a GET that changes something from links in mails and on other sites: browsers send the cookie with those. What sends no
 * Sec-Fetch-Site is no browser of today.
 */
function requireOwnPage({ headers: { 'sec-fetch-site': site } }: FastifyRequest): void {
  if (site !== undefined && site !== 'same-origin')
    throw forbidden('This call is for pages of this site and for programs, not for links.')
}

/** What the door needs to know of a caller. */
export interface Caller {
  id: string
  role: string
}

/** One call that has passed the door. `viewer` is null only where the contract says `open`. */
interface Call<E extends Endpoint, V> extends Received<E> {
  viewer: E['access'] extends 'open' ? V | null : V
  /** A unit of work that also honours `Idempotency-Key`, and adds the caller's address to every fact; the job's result is the answer. */
  work: DoWork
  request: FastifyRequest
  reply: FastifyReply
}

export interface Door<V extends Caller> {
  app: FastifyInstance
  /** All that is served through this door, for the API page and for the tests that hold it closed. */
  served: Endpoint[]
  /**
   * Serves an endpoint of a contract. `guard` answers whether the thing named in the path exists for this viewer; it is asked before
   * the body is looked at, so that a stranger learns nothing from a message about the body. A handler that sends something else than
   * JSON answers the reply itself.
   */
  route<E extends Endpoint>(
    endpoint: E,
    handler: (call: Call<E, V>) => Promise<Reply<E> | FastifyReply> | Reply<E>,
    guard?: (viewer: V, params: Received<E>['params']) => Promise<unknown>,
  ): void
  /** The same door in a scope of the application that reads bodies in its own way. */
  within(scope: FastifyInstance): Door<V>
}

interface Parts<V extends Caller> {
  app: FastifyInstance
  work: DoWork
  /** The sender of this request, as the database knows them now. */
  authenticate(request: FastifyRequest, reply: FastifyReply): Promise<V | null>
  /** Throws `too_many` when this person, or this address of people who are not signed in, calls faster than people do. */
  limitCalls(viewer: V | null, request: FastifyRequest, isWrite: boolean): Promise<void>
  /** Work whose answer is kept under the caller's key; see `idempotently`. */
  keepAnswer<T>(
    call: { work: DoWork; viewer: V; key: string; route: string; body: unknown },
    job: (unit: Work) => Promise<T>,
  ): Promise<T>
}

const nul = String.fromCodePoint(0)
/** Deeper than any input we ask for. */
const deepestNesting = 20

/**
 * The place of a NUL in a parsed body; PostgreSQL cannot store one.
 * @throws {AppError} `invalid` for a body so deep that walking it would exhaust the stack
 */
function findNul(value: unknown, path: string, depth = 0): string | undefined {
  if (typeof value === 'string') return value.includes(nul) ? path : undefined
  if (value === null || typeof value !== 'object') return undefined
  if (depth > deepestNesting) throw invalid(path.split('.')[0] ?? '', 'The body is nested too deeply')
  for (const [key, inner] of Object.entries(value)) {
    const found = key.includes(nul)
      ? path || 'body'
      : findNul(inner, path ? `${path}.${key}` : key, depth + 1)
    if (found !== undefined) return found
  }
  return undefined
}

/** A parameter without a value, as forms send it, is a parameter that was not given. */
const withoutEmpty = (query: unknown) =>
  Object.fromEntries(Object.entries(fieldsOf(query)).filter(([, value]) => value !== ''))

function parsed<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const nulAt = findNul(value, '')
  if (nulAt !== undefined) {
    const message = `${nulAt || 'body'} must not contain a NUL character`
    throw new AppError('invalid', message, { issues: [{ path: nulAt, message }] })
  }
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const { message, issues } = describeIssues(result.error.issues)
  throw new AppError('invalid', message, { issues })
}

function keyOf(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key !== 'string' || key === '' || key.length > limits.idempotencyKey) {
    const message = `Idempotency-Key must have 1 to ${limits.idempotencyKey} characters`
    throw new AppError('invalid', message, { issues: [{ path: 'Idempotency-Key', message }] })
  }
  return key
}

/**
 * The one way in: who is the caller, may that role, does the thing exist for them, is the input sound; then the handler; then the
 * reply's schema.
 */
export function createDoor<V extends Caller>(parts: Parts<V>, served: Endpoint[] = []): Door<V> {
  const { app, work, authenticate, limitCalls, keepAnswer } = parts
  const admitted = new WeakMap<FastifyRequest, { viewer: V | null; params: unknown }>()

  const route: Door<V>['route'] = (endpoint, handler, guard) => {
    served.push(endpoint)
    const { access } = endpoint
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      // Before the body is read: a refused caller learns nothing from it, and costs no memory.
      async onRequest(request, reply) {
        const viewer = await authenticate(request, reply)
        const isWrite = endpoint.isWrite ?? !['GET', 'HEAD'].includes(request.method)
        await limitCalls(viewer, request, isWrite)
        if (access !== 'open' && viewer === null)
          throw new AppError('unauthenticated', 'You are not signed in.')
        if (Array.isArray(access) && !access.includes(viewer?.role)) throw forbidden()
        if (endpoint.isWrite) requireOwnPage(request)

        const params = endpoint.params?.safeParse(request.params)
        if (params?.success === false) throw notFound()
        if (guard && viewer !== null) await guard(viewer, params?.data as never)
        admitted.set(request, { viewer, params: params?.data })
      },
      async handler(request, reply) {
        const admission = admitted.get(request)
        if (!admission) throw new Error('the handler ran without the checks before it')
        const { viewer, params } = admission
        const query = endpoint.query && parsed(endpoint.query, withoutEmpty(request.query))
        const body = endpoint.body && parsed(endpoint.body, request.body ?? {})

        const key = endpoint.idempotent ? keyOf(request) : undefined
        const located: DoWork = (job) =>
          work((unit) => job({ ...unit, announce: (fact) => unit.announce({ ip: request.ip, ...fact }) }))
        const keyed: DoWork = (job) =>
          key === undefined || viewer === null
            ? located(job)
            : keepAnswer(
                {
                  work: located,
                  viewer,
                  key,
                  // Not the address as it was written: a query of any length does not belong to the key.
                  route: [request.method, endpoint.path, ...Object.values(params ?? {})].join(' '),
                  body: request.body,
                },
                job,
              )

        const answer = await handler({
          viewer,
          params,
          query,
          body,
          work: keyed,
          request,
          reply,
        } as never)
        if (answer === reply || reply.sent) return reply
        void reply
          .status(endpoint.status ?? 200)
          .type('application/json; charset=utf-8')
          .header('cache-control', 'no-store')
        return reply.send(JSON.stringify(endpoint.reply.parse(answer)))
      },
    })
  }
  return { app, served, route, within: (scope) => createDoor({ ...parts, app: scope }, served) }
}
