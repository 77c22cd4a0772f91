import type { Person } from '#features/users/contract.ts'
import { createStore } from '#platform/web/store.ts'

/** Details of a removal; empty after a move to a hidden company. */
interface Going {
  by?: Person | null | undefined
  at?: string | null | undefined
}

const gone = createStore<ReadonlyMap<string, Going>>(new Map())

/** Removed tickets are not requested any more. */
export const markGone = (id: string, going: Going) => gone.set(new Map(gone.get()).set(id, going))

/** @returns true if it was gone */
export function markPresent(id: string): boolean {
  if (!gone.get().has(id)) return false
  const others = new Map(gone.get())
  others.delete(id)
  gone.set(others)
  return true
}

export const useGoing = (id: string): Going | undefined => gone.use().get(id)
