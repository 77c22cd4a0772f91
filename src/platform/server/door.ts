import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint, Received, Reply } from '#platform/contract/endpoint.ts'
import { AppError, forbidden, notFound, unauthenticated } from '#platform/contract/errors.ts'
import { i18n } from '#platform/contract/i18n.ts'
import { bodyBytes, idempotencyKeyOf, inputOf } from './call/call-input.ts'
import { tagsOf } from './call/etags.ts'
import { askAhead } from './database/ask-ahead.ts'
import type { Database, Reader } from './database/database.ts'
import { sendError } from './errors.ts'
import { sha256Of } from './secrets.ts'
import type { createWriter, Writer } from './call/reply-writer.ts'
import type { DoWork, Work } from './work.ts'

/**
 * Keeps a GET that changes something from links in mails and on other sites: browsers send the cookie with those. What sends no
 * Sec-Fetch-Site is no browser of today.
 */
function requireOwnPage({ headers: { 'sec-fetch-site': site } }: FastifyRequest): void {
  if (site !== undefined && site !== 'same-origin')
    throw forbidden(i18n.t('This call is for pages of this site and for programs, not for links.'))
}

/** What the door needs to know of a caller. */
export interface Caller {
  id: string
  role: string
  managedClientIds: readonly string[]
}

/** Whether somebody is who they were, with the same rights. */
const isSame = (one: Caller, other: Caller) =>
  one.id === other.id &&
  one.role === other.role &&
  one.managedClientIds.toSorted().join() === other.managedClientIds.toSorted().join()

/** The caller has lost what their call was let in by, while its answer was on its way. */
class NoLongerStands extends Error {
  override name = 'NoLongerStands'
  /** Streams that end by it are logged as those of a reader who went away: nothing is wrong with the server. */
  code = 'ERR_STREAM_PREMATURE_CLOSE'
}

/** One call that has passed the door. `viewer` is null only where the contract says `open`. */
interface Call<E extends Endpoint, V> extends Received<E> {
  viewer: E['access'] extends 'open' ? V | null : V
  /** A unit of work that also honours `Idempotency-Key`, and adds the caller's address to every fact; the job's result is the answer. */
  work: DoWork
  /**
   * For what goes on after the handler has answered, as a file that is read as fast as it is taken: asked before each further part of it.
   * @throws when the caller has been signed out, kept out, or given other rights since; what is sent breaks off by it
   */
  requireStanding(): Promise<void>
  /**
   * For what `needsPassword` of the endpoint asks, where only some of its calls ask it.
   * @throws {AppError} `password_needed`
   */
  requirePassword(): void
  request: FastifyRequest
  reply: FastifyReply
}

/** The same of a viewer who is a guess until the database has confirmed it. */
interface OptimisticCall<E extends Endpoint, V, R> extends Omit<
  Call<E, V>,
  'viewer' | 'requireStanding' | 'requirePassword'
> {
  /** As they were at their last call. */
  viewer: R
  /** As they are now, with the same rights; for what else is known of them. To be asked for after the first statement was sent. */
  confirmed: Promise<V>
}

type Answer<E extends Endpoint> = Promise<Reply<E> | FastifyReply> | Reply<E>
/** Answers whether the thing named in the path exists for this viewer. */
type Guard<E extends Endpoint, V> = (viewer: V, params: Received<E>['params']) => Promise<unknown>

/** @template V a caller as the database knows them @template R as much of them as is remembered */
export interface Door<V extends R, R extends Caller = Caller> {
  app: FastifyInstance
  /** All that is served through this door, for the API page and for the tests that hold it closed. */
  served: Endpoint[]
  /**
   * Serves an endpoint of a contract. The guard is asked before the body is looked at, so that a stranger learns nothing from a message
   * about the body. A handler that sends something else than JSON answers the reply itself.
   */
  route<E extends Endpoint>(endpoint: E, handler: (call: Call<E, V>) => Answer<E>, guard?: Guard<E, V>): void
  /**
   * Serves an endpoint that is called all day, with one trip to the database fewer. Who calls is asked together with the handler's first
   * statement; until the answer comes the handler works for whom this node remembers. Nothing leaves and nothing is committed before it has
   * come, and where it is not as remembered, what was done is undone and done again. So the handler writes through `work` alone, and
   * answers by what it returns. It looks for itself whether the thing in the path exists for the viewer: the guard is asked only in front of a
   * message about the body.
   */
  routeOptimistic<E extends Endpoint>(
    endpoint: E,
    handler: (call: OptimisticCall<E, V, R>) => Promise<Reply<E>>,
    guard?: Guard<E, R>,
  ): void
  /** The same door in a scope of the application that reads bodies in its own way. */
  within(scope: FastifyInstance): Door<V, R>
}

interface Parts<V extends R, R extends Caller> {
  app: FastifyInstance
  db: Database
  work: DoWork
  /** The sender of this request, as the database knows them now; their session goes on. */
  authenticate(request: FastifyRequest, reply: FastifyReply): Promise<V | null>
  /** The first half of it: sends its statement at once. */
  identify(request: FastifyRequest, reader: Reader): Promise<V | null>
  /** The second half, which may need a connection of its own. */
  renew(request: FastifyRequest, reply: FastifyReply, viewer: V): Promise<void>
  /** The sender as they were at their last call. */
  recall(request: FastifyRequest): R | undefined
  /** Makes what writes the replies of an endpoint. */
  createWriter: typeof createWriter
  /** Throws `password_needed` unless they have shown their password a short while ago. */
  requirePassword(viewer: V): void
  /** Throws `too_many` when this person, or this address of people who are not signed in, calls faster than people do. */
  limitCalls(viewer: R | null, request: FastifyRequest, isWrite: boolean): Promise<void>
  /** Throws `too_many` when this person writes more than people do. @param bytes of the body that was read */
  limitText(viewer: R | null, bytes: number): Promise<void>
  /** Work whose answer is kept under the caller's key; see `idempotently`. */
  keepAnswer<T>(
    call: { work: DoWork; viewer: R; key: string; route: string; body: unknown },
    job: (unit: Work) => Promise<T>,
  ): Promise<T>
}

/** Sends an answer that browsers keep, unless it is the one that they have. */
function sendIfOther(text: string, { headers }: FastifyRequest, reply: FastifyReply): FastifyReply {
  const tag = `"${sha256Of(text)}"`
  // Weak: what goes over the wire may be compressed.
  void reply.headers({ 'cache-control': 'private, no-cache', etag: `W/${tag}` })
  const isKnown = tagsOf(headers['if-none-match'])?.includes(tag) ?? false
  return isKnown ? reply.status(304).send() : reply.send(text)
}

/** Thrown within a unit of work to undo it. */
class Mistaken extends Error {}

/** What a unit of work waits for that was begun for somebody who is a guess. */
interface Optimistic {
  /** Awaited before anything is committed. */
  done?(): Promise<unknown>
  /** Awaited instead of the job, which would look for itself whether the thing exists for the viewer, where its answer was kept. */
  repeat?(): Promise<unknown>
}

/** Who calls, as far as the door knows. */
interface Admission<V extends R, R> {
  viewer: R | null
  params: unknown
  /** Asks whether they are; absent: they are. */
  confirm?: (reader: Reader) => Promise<V | null>
}

/**
 * The one way in: who is the caller, may that role, does the thing exist for them, is the input sound; then the handler; then the
 * reply's schema.
 */
export function createDoor<V extends R, R extends Caller>(
  parts: Parts<V, R>,
  served: Endpoint[] = [],
): Door<V, R> {
  const { app, db, work, authenticate, identify, renew, recall, limitCalls, keepAnswer, createWriter } = parts
  const { requirePassword, limitText } = parts
  const admitted = new WeakMap<FastifyRequest, Admission<V, R>>()

  const admissionOf = (request: FastifyRequest) => {
    const admission = admitted.get(request)
    if (!admission) throw new Error('the handler ran without the checks before it')
    return admission
  }

  function mayEnter({ access }: Endpoint, viewer: R | null): void {
    if (access !== 'open' && viewer === null) throw unauthenticated()
    if (Array.isArray(access) && !access.includes(viewer?.role)) throw forbidden()
  }

  function limit(endpoint: Endpoint, viewer: R | null, request: FastifyRequest): Promise<void> {
    return limitCalls(viewer, request, endpoint.isWrite ?? !['GET', 'HEAD'].includes(request.method))
  }

  /** Before the body is read: a refused caller learns nothing from it, and costs no memory. */
  async function admit<E extends Endpoint>(
    endpoint: E,
    guard: Guard<E, V> | undefined,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<void> {
    const viewer = await authenticate(request, reply)
    await limit(endpoint, viewer, request)
    mayEnter(endpoint, viewer)
    if (endpoint.isWrite) requireOwnPage(request)
    const params = endpoint.params?.safeParse(request.params)
    if (params?.success === false) throw notFound()
    if (guard && viewer !== null) await guard(viewer, params?.data as never)
    if (endpoint.needsPassword && viewer !== null) requirePassword(viewer)
    admitted.set(request, { viewer, params: params?.data })
  }

  /** A unit of work for this call. */
  function workFor(
    endpoint: Endpoint,
    { viewer, params }: Pick<Admission<V, R>, 'viewer' | 'params'>,
    request: FastifyRequest,
    { done, repeat }: Optimistic = {},
  ): DoWork {
    const key = endpoint.idempotent ? idempotencyKeyOf(request) : undefined
    const located: DoWork = (job, manners) =>
      work(async (unit) => {
        const result = await job({ ...unit, announce: (fact) => unit.announce({ ip: request.ip, ...fact }) })
        await done?.()
        return result
      }, manners)
    if (key === undefined || viewer === null) return located
    // Not the address as it was written: a query of any length does not belong to the key.
    const route = [request.method, endpoint.path, ...Object.values(params ?? {})].join(' ')
    return async (job, { locks } = {}) => {
      let isRepeat = true
      // Two calls with one key wait for each other.
      const keyed = locks && { locks: [...locks, `${viewer.id} ${route} ${key}`] }
      const keeping: DoWork = (keep) =>
        located((unit) => {
          // It may run again, and find the answer of another call.
          isRepeat = true
          return keep(unit)
        }, keyed)
      const answer = keepAnswer({ work: keeping, viewer, key, route, body: request.body }, (unit) => {
        isRepeat = false
        return job(unit)
      })
      // The connection comes back first.
      await answer.catch(() => undefined)
      if (isRepeat) await repeat?.()
      return answer
    }
  }

  async function requireStanding(viewer: R | null, request: FastifyRequest): Promise<void> {
    if (viewer === null) return
    const now = await identify(request, db)
    if (now && isSame(now, viewer)) return
    const cause = now ? forbidden() : unauthenticated()
    throw new NoLongerStands(cause.message, { cause })
  }

  /** Sends the answers of an endpoint. */
  function senderOf({ reply: contract, status = 200, isKept }: Endpoint) {
    let writer: Promise<Writer> | Writer | undefined
    return async (answer: unknown, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      writer ??= createWriter(contract)
      // From the second answer on, nobody waits.
      if (writer instanceof Promise) writer = await writer
      const text = writer(answer)
      void reply.status(status).header('content-type', 'application/json; charset=utf-8')
      return isKept?.(request.query as Record<string, unknown>)
        ? sendIfOther(text, request, reply)
        : reply.header('cache-control', 'no-store').send(text)
    }
  }

  const route: Door<V, R>['route'] = (endpoint, handler, guard) => {
    served.push(endpoint)
    const send = senderOf(endpoint)
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      onRequest: (request, reply) => admit(endpoint, guard, request, reply),
      preHandler: (request) => limitText(admissionOf(request).viewer, bodyBytes(endpoint, request)),
      async handler(request, reply) {
        const admission = admissionOf(request)
        const call = { ...admission, ...inputOf(endpoint, request), request, reply }
        const answer = await handler({
          ...call,
          work: workFor(endpoint, admission, request),
          requireStanding: () => requireStanding(admission.viewer, request),
          requirePassword: () => admission.viewer && requirePassword(admission.viewer as V),
        } as never)
        // A reply that is sent as a stream answers as nothing at its end, and may have broken off.
        return answer === reply || reply.sent || reply.raw.destroyed ? reply : send(answer, request, reply)
      },
    })
  }

  const routeOptimistic: Door<V, R>['routeOptimistic'] = (endpoint, handler, guard) => {
    served.push(endpoint)
    const send = senderOf(endpoint)

    function guess(request: FastifyRequest): Admission<V, R> | undefined {
      const viewer = endpoint.isWrite || endpoint.needsPassword ? undefined : recall(request)
      if (!viewer) return undefined
      if (Array.isArray(endpoint.access) && !endpoint.access.includes(viewer.role)) return undefined
      const params = endpoint.params?.safeParse(request.params)
      return params?.success === false ? undefined : { viewer, params: params?.data }
    }

    /** @param done awaited before anything is committed */
    const handle = (
      admission: Admission<V, R>,
      [request, reply]: [FastifyRequest, FastifyReply],
      confirmed: Promise<V>,
      done?: () => Promise<unknown>,
    ) =>
      handler({
        ...admission,
        ...inputOf(endpoint, request),
        confirmed,
        work: workFor(endpoint, admission, request, {
          ...(done && { done }),
          repeat: async () => guard?.(admission.viewer as R, admission.params as never),
        }),
        request,
        reply,
      } as never)

    /** Does for whom the database knows what is done before a body is looked at. */
    async function enter(viewer: V | null, { params }: Admission<V, R>): Promise<V> {
      mayEnter(endpoint, viewer)
      if (viewer === null) throw unauthenticated()
      await guard?.(viewer, params as never)
      return viewer
    }

    /** Of a body that cannot be read only those hear who get in. @throws {AppError} for others */
    async function refused(request: FastifyRequest): Promise<void> {
      const admission = admitted.get(request)
      if (admission?.confirm) await enter(await admission.confirm(db), admission)
    }

    /** The call of somebody who is not as remembered. */
    async function doAgain(now: V | null, request: FastifyRequest, reply: FastifyReply) {
      const admission = admissionOf(request)
      // What was found for somebody else.
      void reply.removeHeader('etag')
      const viewer = await enter(now, admission)
      return handle({ ...admission, viewer }, [request, reply], Promise.resolve(viewer))
    }

    app.route({
      method: endpoint.method,
      url: endpoint.path,
      async onRequest(request, reply) {
        const guessed = guess(request)
        if (!guessed) return admit(endpoint, guard, request, reply)
        await limit(endpoint, guessed.viewer, request)
        const confirm = (reader: Reader) => identify(request, reader)
        admitted.set(request, { ...guessed, confirm })
      },
      preHandler: (request) => limitText(admissionOf(request).viewer, bodyBytes(endpoint, request)),
      errorHandler(failure, request, reply) {
        refused(request).then(
          () => sendError(failure, request, reply),
          (refusal: unknown) => sendError(refusal, request, reply),
        )
      },
      async handler(request, reply) {
        const admission = admissionOf(request)
        const { viewer, confirm } = admission
        if (viewer === null || !confirm)
          return send(await handle(admission, [request, reply], Promise.resolve(viewer as V)), request, reply)
        admitted.set(request, { viewer, params: admission.params })
        const answer = await askAhead(db, confirm, async (answered) => {
          const confirmed = async () => {
            const now = await answered()
            if (now && isSame(now, viewer)) return now
            throw new Mistaken()
          }
          const present = confirmed()
          present.catch(() => undefined)
          try {
            const made = await handle(admission, [request, reply], present, confirmed)
            const now = await confirmed()
            // What was done is done. Their next call renews the session.
            await renew(request, reply, now).catch((error: unknown) =>
              request.log.warn({ err: error }, 'a session was not renewed'),
            )
            return made
          } catch (error) {
            const now = await answered()
            if (!now || !isSame(now, viewer)) return doAgain(now, request, reply)
            if (error instanceof AppError && error.code === 'invalid') await enter(now, admission)
            throw error
          }
        })
        return send(answer, request, reply)
      },
    })
  }

  return {
    app,
    served,
    route,
    routeOptimistic,
    within: (scope) => createDoor({ ...parts, app: scope }, served),
  }
}
