import type { z } from 'zod'
import type { Endpoint, Reply, Sent } from '#platform/contract/endpoint.ts'
import { i18n } from '#platform/contract/i18n.ts'
import { fieldsOf, parseJson } from '#platform/contract/narrowing.ts'
import { recordServerFault } from './server-fault.ts'

interface Issue {
  path: string
  message: string
}

const isIssue = (value: unknown): value is Issue =>
  typeof value === 'object' && value !== null && 'path' in value && 'message' in value

/** A failed call, with status 0 without an answer. The text is status, colon, body. */
export class CallError extends Error {
  readonly status: number
  readonly body: string

  constructor(status: number, body: string) {
    super(`${status}: ${body}`)
    this.name = 'CallError'
    this.status = status
    this.body = body
  }

  get serverMessage(): string | undefined {
    const message = this.#json.message
    return typeof message === 'string' && message !== '' ? message : undefined
  }

  /** Id of the request in the server's log, for the person to quote; from 500 on. */
  get requestId(): string | undefined {
    const { requestId } = this.#json
    return this.status >= 500 && typeof requestId === 'string' ? requestId : undefined
  }

  /** Faults of single fields, with 400 and 409. */
  get issues(): readonly Issue[] {
    const { issues } = this.#json
    return Array.isArray(issues) ? issues.filter(isIssue) : []
  }

  /** True when the call succeeds after the password is entered again. */
  get needsPassword(): boolean {
    return this.#json.code === 'password_needed'
  }

  /** Present state, with 412. */
  get current(): unknown {
    return this.#json.current
  }

  get #json(): Readonly<Record<string, unknown>> {
    return fieldsOf(parseJson(this.body))
  }
}

interface Options {
  signal?: AbortSignal
  /** One key for each intended action, however often it is sent. */
  idempotencyKey?: string
  /** ETag of the version that the person saw. */
  ifMatch?: string
  /** Reaches the server also when the page goes meanwhile; for small bodies. */
  outlivesPage?: boolean
  /** Raw body, for calls that take a file. */
  file?: Blob
}

function addressOf(
  path: string,
  params: Record<string, unknown> = {},
  query: Record<string, unknown> = {},
): string {
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '')
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return search ? `${filled}?${search}` : filled
}

const parsed = <S extends z.ZodType>(schema: S, value: unknown): z.output<S> => schema.parse(value)

type AskPassword = () => Promise<boolean>

let askPassword: AskPassword | undefined

/** Registers the dialog for the password. @returns a function that removes it */
export function onPasswordNeeded(ask: AskPassword): () => void {
  askPassword = ask
  return () => {
    if (askPassword === ask) askPassword = undefined
  }
}

/** Calls the API, again after a requested password. @throws {CallError} for every failed answer, and with status 0 without one */
export async function call<E extends Endpoint>(
  endpoint: E,
  sent: Sent<E>,
  options: Options = {},
): Promise<Reply<E>> {
  const { params, query, body } = sent as { params?: object; query?: object; body?: unknown }
  const headers = new Headers({ 'accept-language': i18n.locale })
  if (options.file) headers.set('content-type', 'application/octet-stream')
  else if (endpoint.method !== 'GET') headers.set('content-type', 'application/json')
  if (options.idempotencyKey !== undefined) headers.set('idempotency-key', options.idempotencyKey)
  if (options.ifMatch !== undefined) headers.set('if-match', options.ifMatch)
  const unanswered = (error: unknown): never => {
    if (options.signal?.aborted) throw error
    throw new CallError(0, i18n.t('No connection'))
  }
  const response = await fetch(addressOf(endpoint.path, { ...params }, { ...query }), {
    method: endpoint.method,
    credentials: 'include',
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(options.file && { body: options.file }),
    ...(options.signal && { signal: options.signal }),
    ...(options.outlivesPage && { keepalive: true }),
  }).catch(unanswered)
  const text = await response.text().catch(unanswered)
  if (!response.ok) {
    const refusal = new CallError(response.status, text || response.statusText)
    if (refusal.needsPassword && (await askPassword?.())) return call(endpoint, sent, options)
    throw recordServerFault(refusal)
  }
  return parsed<E['reply']>(endpoint.reply, JSON.parse(text))
}
