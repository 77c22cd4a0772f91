import type { z } from 'zod'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Roles that may use a call at all: anybody, anybody signed in, or the roles named. Their rights on one thing are policy. */
type Access = 'open' | 'signed-in' | readonly string[]

/** One call of the public API. Route, browser client and API page all derive from it. */
export interface Endpoint {
  method: Method
  /** Fastify's notation: `/api/tickets/:id`. */
  path: `/${string}`
  summary: string
  access: Access
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodType
  reply: z.ZodType
  /** The status of success; 200 unless stated. A 302 has no body. */
  status?: 200 | 201 | 302
  /**
   * Refused with 403 and `password_needed` unless the caller has signed in, or shown their password, in the last quarter of an hour: see
   * `POST /api/auth/password`.
   */
  needsPassword?: boolean
  /** Honours the `Idempotency-Key` header: the same key and body give the same answer for 24 hours. */
  idempotent?: boolean
  /** A GET that changes something, because a protocol wants it so: limited and kept from other sites as other changes are. */
  isWrite?: boolean
  /**
   * Whether the answer to this query is long, seldom another, and nothing that may not lie in a browser: browsers keep it, and ask with
   * `If-None-Match` whether it is still so, which is answered by 304.
   */
  isKept?: (query: Readonly<Record<string, unknown>>) => boolean
  /** Honours `If-Match`: a stale ETag is refused with 412 and the thing as it is now. */
  ifMatch?: boolean
}

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined
type Given<S> = S extends z.ZodType ? z.input<S> : undefined

/** The parts of a call as the server receives them, after validation. */
export interface Received<E extends Endpoint> {
  params: Parsed<E['params']>
  query: Parsed<E['query']>
  body: Parsed<E['body']>
}

/** The parts of a call as its caller writes them. */
export type Sent<E extends Endpoint> = Omit<
  { params: Given<E['params']>; query: Given<E['query']>; body: Given<E['body']> },
  | (E['params'] extends z.ZodType ? never : 'params')
  | (E['query'] extends z.ZodType ? never : 'query')
  | (E['body'] extends z.ZodType ? never : 'body')
>

export type Reply<E extends Endpoint> = z.output<E['reply']>

/** Names a group of endpoints and keeps the literal type of each. */
export const api = <const A extends Record<string, Endpoint>>(endpoints: A): A => endpoints
