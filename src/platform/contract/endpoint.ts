import type { z } from 'zod'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Roles that may use a call at all. Rights on one thing are policy. */
type Access = 'open' | 'signed-in' | readonly string[]

/** One call of the public API; route, browser client and API page derive from it. */
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
  /** Status of success; 200 unless stated. A 302 has no body. */
  status?: 200 | 201 | 302
  /** Needs a sign-in or password check of the last quarter of an hour (`POST /api/auth/password`); else 403 and `password_needed`. */
  needsPassword?: boolean
  /** Honours the `Idempotency-Key` header: the same key and body give the same answer for 24 hours. */
  idempotent?: boolean
  /** A GET that must change something: limited and protected from other sites like other changes. */
  isWrite?: boolean
  /** True for a long, seldom changed answer that browsers may store: they revalidate it by `If-None-Match`, and get 304. */
  isKept?: (query: Readonly<Record<string, unknown>>) => boolean
  /** Honours `If-Match`: a stale ETag is refused with 412 and the current state. */
  ifMatch?: boolean
}

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined
type Given<S> = S extends z.ZodType ? z.input<S> : undefined

export interface Received<E extends Endpoint> {
  params: Parsed<E['params']>
  query: Parsed<E['query']>
  body: Parsed<E['body']>
}

export type Sent<E extends Endpoint> = Omit<
  { params: Given<E['params']>; query: Given<E['query']>; body: Given<E['body']> },
  | (E['params'] extends z.ZodType ? never : 'params')
  | (E['query'] extends z.ZodType ? never : 'query')
  | (E['body'] extends z.ZodType ? never : 'body')
>

export type Reply<E extends Endpoint> = z.output<E['reply']>

export const api = <const A extends Record<string, Endpoint>>(endpoints: A): A => endpoints
