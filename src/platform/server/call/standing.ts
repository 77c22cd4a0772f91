import { forbidden, unauthenticated } from '#platform/contract/errors.ts'

export interface Caller {
  id: string
  role: string
  managedClientIds: readonly string[]
  clientIds: readonly string[]
}

const isSameSet = (some: readonly string[], others: readonly string[]) =>
  some.toSorted().join() === others.toSorted().join()

const isSame = (one: Caller, other: Caller) =>
  one.id === other.id &&
  one.role === other.role &&
  isSameSet(one.managedClientIds, other.managedClientIds) &&
  isSameSet(one.clientIds, other.clientIds)

/** Aborts an answer whose caller has lost the right to it on the way. */
class NoLongerStands extends Error {
  override name = 'NoLongerStands'
  /** Log such a stream like one whose reader left: the server has no fault. */
  code = 'ERR_STREAM_PREMATURE_CLOSE'
}

/**
 * Compares an admitted caller with the current state in the database.
 * @param viewer null for an anonymous caller, without rights to lose
 * @throws {NoLongerStands} when the caller has been signed out, blocked, or given other rights
 */
export function requireSame(viewer: Caller | null, now: Caller | null | undefined): void {
  if (viewer === null || (now && isSame(now, viewer))) return
  const cause = now ? forbidden() : unauthenticated()
  throw new NoLongerStands(cause.message, { cause })
}
