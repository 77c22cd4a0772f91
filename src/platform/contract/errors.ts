import { z } from 'zod'
import { i18n } from './i18n.ts'
import { issueSentence } from './issue-sentence.ts'

export const statusByCode = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  password_needed: 403,
  not_found: 404,
  conflict: 409,
  length_required: 411,
  stale: 412,
  too_large: 413,
  unsupported: 415,
  too_many: 429,
  not_offered: 501,
  bad_gateway: 502,
  unavailable: 503,
  full: 507,
} as const

export type ErrorCode = keyof typeof statusByCode

export const Issue = z.object({ path: z.string(), message: z.string() })
export type Issue = z.infer<typeof Issue>

/**
 * Answer of every refused call. `current`, with 412, is the present state. `requestId`, with 500 and above, equals `X-Request-Id`. `code`
 * marks a call that succeeds after the password is entered again.
 */
export const ErrorReply = z.object({
  message: z.string(),
  code: z.literal('password_needed').optional(),
  issues: z.array(Issue).optional(),
  current: z.unknown().optional(),
  requestId: z.string().optional(),
})
export type ErrorReply = z.infer<typeof ErrorReply>

interface Details {
  issues?: Issue[]
  current?: unknown
  retryAfterS?: number
}

/** An expected refusal. Anything else that is thrown is a defect and becomes a bare 500. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly details: Details

  constructor(code: ErrorCode, message: string, details: Details = {}) {
    super(message)
    this.name = 'AppError'
    this.code = code
    this.details = details
  }
}

/** Has the same words for a missing thing and for an invisible one. */
export const notFound = () => new AppError('not_found', i18n.t('Not found'))
/** @returns undefined when the thing does not exist or no longer does */
export async function unlessGone<T>(found: Promise<T>): Promise<T | undefined> {
  try {
    return await found
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return undefined
    throw error
  }
}
export const unauthenticated = () => new AppError('unauthenticated', i18n.t('You are not signed in.'))
export const forbidden = (message = i18n.t('You are not allowed to do this.')) =>
  new AppError('forbidden', message)
/** Wants a sign-in or a password check of the last minutes. */
export const passwordNeeded = () =>
  new AppError('password_needed', i18n.t('Enter your password to continue.'))
export const foreignOrigin = () => forbidden(i18n.t('This request comes from another site.'))
/** @param path of the field in the body; empty for the whole */
export const invalid = (path: string, message: string) =>
  new AppError('invalid', message, { issues: [{ path, message }] })
export const conflictIn = (path: string, message: string) =>
  new AppError('conflict', message, { issues: [{ path, message }] })

/** Describes invalid input: one sentence a fault. The message is that of the first. */
export function describeIssues(issues: readonly z.core.$ZodIssue[]): { message: string; issues: Issue[] } {
  const told = issues.map((issue) => {
    const keys = issue.code === 'unrecognized_keys' ? issue.keys : []
    const path = [...issue.path.map(String), ...keys].join('.')
    return { path, message: issueSentence(issue) }
  })
  return { message: told[0]?.message ?? i18n.t('The input is not valid'), issues: told }
}
