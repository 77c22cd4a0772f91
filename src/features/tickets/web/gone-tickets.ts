import type { Person } from '#features/users/contract.ts'
import { createStore } from '#platform/web/store.ts'

/** How a ticket went out of the person's sight; nothing is known where it was given to another company. */
interface Going {
  by?: Person | null | undefined
  at?: string | null | undefined
}

const gone = createStore<ReadonlyMap<string, Going>>(new Map())

/** Notes that a ticket is out of sight, so that it is not asked for any more. */
export const markGone = (id: string, going: Going) => gone.set(new Map(gone.get()).set(id, going))

/** Notes that a ticket is there. @returns whether it was gone */
export function markPresent(id: string): boolean {
  if (!gone.get().has(id)) return false
  const others = new Map(gone.get())
  others.delete(id)
  gone.set(others)
  return true
}

/** How this ticket went, if it is gone. */
export const useGoing = (id: string): Going | undefined => gone.use().get(id)
