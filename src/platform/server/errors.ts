import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError, notFound, statusByCode, type ErrorReply } from '#platform/contract/errors.ts'
import { i18n } from '#platform/contract/i18n.ts'
import { fieldsOf } from '#platform/contract/narrowing.ts'
import { BusyError } from './busy-error.ts'
import { databaseErrorCode, isCollision, isForeignKeyViolation } from './database/database-errors.ts'
import { isUnanswered } from './database/query-builder.ts'
import { inLanguage, languageOfHeaders } from './language.ts'
import { forRequest } from './call/request-id.ts'

/** Errors of a database that is away, stopping, or too busy: the caller may retry. */
const unavailable = new Set([
  'EAI_AGAIN',
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTDOWN',
  'EHOSTUNREACH',
  'ENETDOWN',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  '53100',
  '53300',
  '55P03',
  '57014',
  '57P01',
  '57P02',
  '57P03',
  '08000',
  '08003',
  '08006',
])

const bodyIsNotJson = () => new AppError('invalid', i18n.t('The body is not valid JSON.'))

const fastifyRefusals: Record<string, () => AppError> = {
  FST_ERR_CTP_BODY_TOO_LARGE: () => new AppError('too_large', i18n.t('The body is larger than 1 MiB.')),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () =>
    new AppError('unsupported', i18n.t('Send the body as application/json.')),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () =>
    new AppError('invalid', i18n.t('The body is not as long as Content-Length says.')),
  FST_ERR_CTP_INVALID_JSON_BODY: bodyIsNotJson,
  FST_ERR_BAD_URL: () => new AppError('invalid', i18n.t('The address is not valid.')),
  FST_ERR_MAX_PARAM_LENGTH: notFound,
  FST_STATIC_FORBIDDEN_PATH: notFound,
  FST_UNDER_PRESSURE: () => new BusyError(5),
}

function isUnavailable(error: unknown): boolean {
  if (unavailable.has(databaseErrorCode(error) ?? '') || isUnanswered(error)) return true
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if (
      /timeout exceeded when trying to connect|Connection terminated|connection is closed|is not queryable/i.test(
        cause.message,
      )
    )
      return true
  }
  return false
}

/** True when a retry may succeed: the database is away or busy, or two transactions collided. */
export const isTransient = (error: unknown): boolean =>
  isUnavailable(error) || isCollision(error) || (error instanceof AppError && error.code === 'unavailable')

/** Unwraps a refusal of the pool from the query builder's error. */
function refusalIn(error: unknown): AppError | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof AppError) return cause
  return undefined
}

function refusalOf(error: unknown): AppError | undefined {
  const refusal = refusalIn(error)
  if (refusal) return refusal
  const { code, statusCode } = fieldsOf(error)
  const ofFastify = fastifyRefusals[String(code)]
  if (ofFastify) return ofFastify()
  if (error instanceof SyntaxError && statusCode === 400) return bodyIsNotJson()
  // The row was looked up before, so it was deleted in between.
  if (isForeignKeyViolation(error))
    return new AppError(
      'conflict',
      i18n.t('Something this belongs to was deleted in the meantime. Reload and try again.'),
    )
  if (isUnavailable(error))
    return new AppError('unavailable', i18n.t('The service is unavailable for a moment. Please try again.'), {
      retryAfterS: 2,
    })
  return undefined
}

export const nameRequest = ({ id }: FastifyRequest, reply: FastifyReply): void =>
  void reply.header('x-request-id', id)

/** Answers a failed request by `{message}`: never a stack, SQL or an inner value. A fault of the server adds the request id. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  // A request refused by the parser has passed no hook.
  nameRequest(request, reply)
  return forRequest(request.id, () =>
    inLanguage(languageOfHeaders(request.headers), () => refuse(error, request, reply)),
  )
}

function refuse(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  // A refused request may be granted a moment later.
  void reply.header('cache-control', 'no-store')
  const refusal = refusalOf(error)
  if (refusal instanceof BusyError) request.log.warn('refused, for the service is busy')
  else if (!refusal || ['unavailable', 'bad_gateway'].includes(refusal.code))
    request.log.error({ err: error }, 'request failed')
  if (!refusal)
    return reply.status(500).send({
      message: i18n.t('Something went wrong on our side. Please try again.'),
      requestId: request.id,
    } satisfies ErrorReply)
  const { issues, current, retryAfterS } = refusal.details
  if (retryAfterS !== undefined) void reply.header('retry-after', String(retryAfterS))
  const status = statusByCode[refusal.code]
  const body: ErrorReply = {
    message: refusal.message,
    ...(refusal.code === 'password_needed' && { code: refusal.code }),
    ...(status >= 500 && { requestId: request.id }),
    ...(issues && { issues }),
    ...(current !== undefined && { current }),
  }
  return reply.status(status).send(body)
}
