import { fieldsOf } from '#platform/contract/narrowing.ts'

/** Finds a field of PostgreSQL's error, in the error or its causes. */
function textOf(error: unknown, name: 'code' | 'constraint'): string | undefined {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    const text = fieldsOf(cause)[name]
    if (typeof text === 'string') return text
  }
  return undefined
}

/** Finds PostgreSQL's error code in an error or its causes. */
export const databaseErrorCode = (error: unknown): string | undefined => textOf(error, 'code')

/** Detects a deadlock or serialization failure: the database has ended this transaction in favour of another. */
export const isCollision = (error: unknown) => ['40P01', '40001'].includes(databaseErrorCode(error) ?? '')

/** @param constraint its name; absent: any */
export const isUniqueViolation = (error: unknown, constraint?: string) =>
  databaseErrorCode(error) === '23505' &&
  (constraint === undefined || textOf(error, 'constraint') === constraint)
export const isForeignKeyViolation = (error: unknown) => databaseErrorCode(error) === '23503'
