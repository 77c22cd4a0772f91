import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Endpoint } from '#platform/contract/endpoint.ts'
import { AppError, describeIssues, invalid } from '#platform/contract/errors.ts'
import { i18n } from '#platform/contract/i18n.ts'
import { limits } from '#platform/contract/limits.ts'
import { fieldsOf } from '#platform/contract/narrowing.ts'

const nul = String.fromCodePoint(0)
/** Deeper than any input of our contracts. */
const deepestNesting = 20

/**
 * Finds the path of a NUL in a parsed body; PostgreSQL cannot store one.
 * @throws {AppError} `invalid` for a body so deep that walking it would exhaust the stack
 */
function findNul(value: unknown, path: string, depth = 0): string | undefined {
  if (typeof value === 'string') return value.includes(nul) ? path : undefined
  if (value === null || typeof value !== 'object') return undefined
  if (depth > deepestNesting) throw invalid(path.split('.')[0] ?? '', i18n.t('The body is nested too deeply'))
  for (const [key, inner] of Object.entries(value)) {
    const found = key.includes(nul)
      ? path || 'body'
      : findNul(inner, path ? `${path}.${key}` : key, depth + 1)
    if (found !== undefined) return found
  }
  return undefined
}

/** Drops parameters without a value, as forms send them. */
const withoutEmpty = (query: unknown) =>
  Object.fromEntries(Object.entries(fieldsOf(query)).filter(([, value]) => value !== ''))

/** Parses a value by a contract's schema. @throws {AppError} `invalid` with every fault */
export function checked<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const { message, issues } = describeIssues(result.error.issues)
  throw new AppError('invalid', message, { issues })
}

function parsed<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const nulAt = findNul(value, '')
  if (nulAt !== undefined)
    throw invalid(nulAt, i18n.t('{field} must not contain a NUL character', { field: nulAt || 'body' }))
  return checked(schema, value)
}

/** Parses query and body of a call. @throws {AppError} `invalid` */
export const inputOf = (endpoint: Endpoint, request: FastifyRequest) => ({
  query: endpoint.query && parsed(endpoint.query, withoutEmpty(request.query)),
  body: endpoint.body && parsed(endpoint.body, request.body ?? {}),
})

/** Measures the body of a call, also without Content-Length; 0 for endpoints without a JSON body. */
export const bodyBytes = ({ body: wanted }: Endpoint, { headers, body }: FastifyRequest): number =>
  wanted && body ? Number(headers['content-length'] ?? Buffer.byteLength(JSON.stringify(body))) : 0

/** @returns undefined for a call without a key @throws {AppError} `invalid` for an empty or too long key */
export function idempotencyKeyOf(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key !== 'string' || key === '' || key.length > limits.idempotencyKey)
    throw invalid(
      'Idempotency-Key',
      i18n.t('Idempotency-Key must have 1 to {max} characters', { max: limits.idempotencyKey }),
    )
  return key
}
