import { useEffect, useSyncExternalStore } from 'react'
import { clientIconApi, mostAskedIcons } from '#features/clients/icons/contract.ts'
import { call } from '#platform/web/call.ts'
import { createStore } from '#platform/web/store.ts'
import { throttled } from '#platform/web/throttled.ts'

/** Null while it is being asked for, and for a company that has none. */
const icons = createStore<ReadonlyMap<string, string | null>>(new Map())
const wanted = new Set<string>()
const gatheredMs = 100

/** One call for all that a screen shows at once: browsers keep its answer. */
async function ask(): Promise<void> {
  // In an order of their own, so that the same companies are the same address.
  const ids = [...wanted].sort().slice(0, mostAskedIcons)
  for (const id of ids) wanted.delete(id)
  if (wanted.size > 0) askSoon()
  const answer = await call(clientIconApi.list, { query: { ids: ids.join() } }).catch(() => undefined)
  if (answer)
    icons.set(new Map([...icons.get(), ...answer.icons.map((one) => [one.clientId, one.image] as const)]))
}
const askSoon = throttled(() => void ask(), gatheredMs)

function want(clientId: string): void {
  if (icons.get().has(clientId)) return
  icons.set(new Map([...icons.get(), [clientId, null]]))
  wanted.add(clientId)
  askSoon()
}

/** The icon of the company's website as an address of an image; nothing until it is known, and where there is none. */
export function useClientIcon(clientId: string, isWanted: boolean): string | null | undefined {
  useEffect(() => {
    if (isWanted) want(clientId)
  }, [clientId, isWanted])
  return useSyncExternalStore(icons.subscribe, () => icons.get().get(clientId))
}
