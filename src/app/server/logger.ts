import { DrizzleQueryError } from 'drizzle-orm'
import pino, { type DestinationStream, type Logger } from 'pino'
import { fieldsOf } from '#platform/contract/narrowing.ts'
import type { Env } from '#platform/server/process/env.ts'
import { findRequestId } from '#platform/server/call/request-id.ts'
import { findSpanRecorder } from '#platform/server/traces/spans.ts'

/** Leaves out the parameters of a failed statement: they hold texts of people and password hashes. */
function loggedError(error: Error) {
  if (!(error instanceof DrizzleQueryError)) return pino.stdSerializers.err(error)
  const { query, cause, stack } = error
  return {
    type: error.constructor.name,
    message: cause instanceof Error ? cause.message : 'Failed query',
    code: fieldsOf(cause)['code'],
    query,
    stack: stack?.replace(error.message, ''),
  }
}

/** Adds the request id, unless the request's own logger has it already. */
function ofRequest(logger: Logger) {
  const requestId = findRequestId()
  return requestId === undefined || 'requestId' in logger.bindings() ? {} : { requestId }
}

export function createLogger(level: Env['LOG_LEVEL'], to: DestinationStream = pino.destination()): Logger {
  return pino(
    {
      level,
      serializers: { err: loggedError },
      redact: ['req.headers.cookie', 'req.headers.authorization', '*.password', '*.token'],
      timestamp: pino.stdTimeFunctions.isoTime,
      mixin: (_line, _level, logger) => ({ ...ofRequest(logger), ...findSpanRecorder()?.ids() }),
    },
    to,
  )
}
