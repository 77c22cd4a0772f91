import { forbidden, unauthenticated } from '#platform/contract/errors.ts'

/** The rights of a caller, as far as the door needs them. */
export interface Caller {
  id: string
  role: string
  managedClientIds: readonly string[]
}

/** Tells whether a caller is who they were, with the same rights. */
const isSame = (one: Caller, other: Caller) =>
  one.id === other.id &&
  one.role === other.role &&
  one.managedClientIds.toSorted().join() === other.managedClientIds.toSorted().join()

/** Breaks an answer off whose caller has lost the right to it on the way. */
class NoLongerStands extends Error {
  override name = 'NoLongerStands'
  /** Logs a stream that ends by it like one whose reader went away: nothing is wrong with the server. */
  code = 'ERR_STREAM_PREMATURE_CLOSE'
}

/**
 * Compares a caller who was let in with what the database knows of them now.
 * @param viewer null: nobody who is signed in, of whom there is nothing to lose
 * @throws {NoLongerStands} when the caller was signed out, kept out, or given other rights since
 */
export function requireSame(viewer: Caller | null, now: Caller | null | undefined): void {
  if (viewer === null || (now && isSame(now, viewer))) return
  const cause = now ? forbidden() : unauthenticated()
  throw new NoLongerStands(cause.message, { cause })
}
