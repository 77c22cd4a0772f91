import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint, Received, Reply } from '#platform/contract/endpoint.ts'
import { forbidden, notFound, unauthenticated } from '#platform/contract/errors.ts'
import { bodyBytes, idempotencyKeyOf, inputOf } from './call/call-input.ts'
import { requireOwnPage } from './call/own-page.ts'
import { sendAnswer } from './call/send-answer.ts'
import { requireSame, type Caller } from './call/standing.ts'
import { calledFrom, type DoWork, type Work } from './work.ts'

/** An admitted call. `viewer` is null only where the contract says `open`. */
interface Call<E extends Endpoint, V> extends Received<E> {
  viewer: E['access'] extends 'open' ? V | null : V
  /** Runs a unit of work with `Idempotency-Key` and the caller's address in every fact; its result is the answer. */
  work: DoWork
  /**
   * Checks the caller's rights again, before each part of a streamed answer.
   * @throws when the caller was signed out, blocked, or given other rights; the answer breaks off
   */
  requireStanding(): Promise<void>
  /** Does `needsPassword` for single calls of an endpoint. @throws {AppError} `password_needed` */
  requirePassword(): void
  request: FastifyRequest
  reply: FastifyReply
}

type Answer<E extends Endpoint> = Promise<Reply<E> | FastifyReply> | Reply<E>

/** Throws `not_found` unless the thing in the path exists for this viewer. */
type Guard<E extends Endpoint, V> = (viewer: V, params: Received<E>['params']) => Promise<unknown>

export interface Door<V> {
  app: FastifyInstance
  /** All endpoints of this door, for the API page and the tests of access. */
  served: Endpoint[]
  /** The guard runs before the body is read, so that a stranger learns nothing from its errors. A handler may send the reply itself. */
  route<E extends Endpoint>(endpoint: E, handler: (call: Call<E, V>) => Answer<E>, guard?: Guard<E, V>): void
  within(scope: FastifyInstance): Door<V>
}

interface Parts<V extends Caller> {
  app: FastifyInstance
  work: DoWork
  identify(request: FastifyRequest): Promise<V | null>
  /** Identifies the caller and keeps the session alive. */
  authenticate(request: FastifyRequest, reply: FastifyReply): Promise<V | null>
  /** Throws `password_needed` unless the password was checked a short while ago. */
  requirePassword(viewer: V): void
  /** Throws `too_many` above a human rate of calls, for a person or an anonymous address. */
  limitCalls(viewer: V | null, request: FastifyRequest, isWrite: boolean): Promise<void>
  /** Throws `too_many` above a human volume of text. @param bytes of the body that was read */
  limitText(viewer: V | null, bytes: number): Promise<void>
  /** Runs work and stores its answer under the caller's key; see `idempotently`. */
  keepAnswer<T>(
    call: { work: DoWork; viewer: V; key: string; route: string; body: unknown },
    job: (unit: Work) => Promise<T>,
  ): Promise<T>
}

interface Admission<V> {
  viewer: V | null
  params: unknown
}

/** The one way in: caller, role, existence for the caller, input; then the handler; then the reply's schema. */
export function createDoor<V extends Caller>(parts: Parts<V>, served: Endpoint[] = []): Door<V> {
  const { app, work, identify, authenticate, requirePassword, limitCalls, limitText, keepAnswer } = parts
  const admitted = new WeakMap<FastifyRequest, Admission<V>>()

  function admissionOf(request: FastifyRequest): Admission<V> {
    const admission = admitted.get(request)
    if (!admission) throw new Error('the handler ran without the checks before it')
    return admission
  }

  function requireRole({ access }: Endpoint, viewer: V | null): void {
    if (access !== 'open' && viewer === null) throw unauthenticated()
    if (Array.isArray(access) && !access.includes(viewer?.role)) throw forbidden()
  }

  /** Runs before the body is read: a refused caller learns nothing from it, and costs no memory. */
  async function admit<E extends Endpoint>(
    endpoint: E,
    guard: Guard<E, V> | undefined,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<void> {
    const viewer = await authenticate(request, reply)
    await limitCalls(viewer, request, endpoint.isWrite ?? !['GET', 'HEAD'].includes(request.method))
    requireRole(endpoint, viewer)
    if (endpoint.isWrite) requireOwnPage(request)
    const params = endpoint.params?.safeParse(request.params)
    if (params?.success === false) throw notFound()
    if (guard && viewer) await guard(viewer, params?.data as never)
    if (endpoint.needsPassword && viewer) requirePassword(viewer)
    admitted.set(request, { viewer, params: params?.data })
  }

  function workFor(endpoint: Endpoint, { viewer, params }: Admission<V>, request: FastifyRequest): DoWork {
    const located: DoWork = (job) => work((unit) => job(calledFrom(unit, request.ip)))
    const key = endpoint.idempotent ? idempotencyKeyOf(request) : undefined
    if (key === undefined || viewer === null) return located
    // Not the URL: a query of any length does not belong to the key.
    const route = [request.method, endpoint.path, ...Object.values(params ?? {})].join(' ')
    let isDone = false
    return (job) => {
      // A second one would be answered with what the first one stored under the key.
      if (isDone) throw new Error(`${route} has a second unit of work for one Idempotency-Key`)
      isDone = true
      return keepAnswer({ work: located, viewer, key, route, body: request.body }, job)
    }
  }

  const route: Door<V>['route'] = (endpoint, handler, guard) => {
    served.push(endpoint)
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      schema: { response: { [endpoint.status ?? 200]: endpoint.reply } },
      onRequest: (request, reply) => admit(endpoint, guard, request, reply),
      preHandler: (request) => limitText(admissionOf(request).viewer, bodyBytes(endpoint, request)),
      async handler(request, reply) {
        const admission = admissionOf(request)
        const answer = await handler({
          ...admission,
          ...inputOf(endpoint, request),
          work: workFor(endpoint, admission, request),
          requireStanding: async () => requireSame(admission.viewer, await identify(request)),
          requirePassword: () => admission.viewer && requirePassword(admission.viewer),
          request,
          reply,
        } as never)
        // A streamed reply returns undefined at its end, and may have broken off.
        return answer === reply || reply.sent || reply.raw.destroyed
          ? reply
          : sendAnswer(endpoint, answer, request, reply)
      },
    })
  }

  return { app, served, route, within: (scope) => createDoor({ ...parts, app: scope }, served) }
}
