/** Finds PostgreSQL's error code in an error or its causes. */
export function databaseErrorCode(error: unknown): string | undefined {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && typeof cause.code === 'string') return cause.code
  }
  return undefined
}

/** Detects a deadlock or serialization failure: the database has ended this transaction in favour of another. */
export const isCollision = (error: unknown) => ['40P01', '40001'].includes(databaseErrorCode(error) ?? '')

export const isUniqueViolation = (error: unknown) => databaseErrorCode(error) === '23505'
export const isForeignKeyViolation = (error: unknown) => databaseErrorCode(error) === '23503'
