import { useSyncExternalStore } from 'react'

/**
 * Creates module state outside of React; `use` is its hook.
 * @param start runs with the first subscription; its result runs after the last
 */
export function createStore<T>(state: T, start?: () => () => void) {
  const listeners = new Set<() => void>()
  let stop: (() => void) | undefined
  const get = () => state
  function set(next: T): void {
    if (Object.is(next, state)) return
    state = next
    for (const listener of listeners) listener()
  }
  function subscribe(listener: () => void): () => void {
    if (listeners.size === 0) stop = start?.()
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0) stop?.()
    }
  }
  return { get, set, subscribe, use: () => useSyncExternalStore(subscribe, get) }
}
