import { useLayoutEffect, useRef, type RefObject } from 'react'
import { createStore } from '../store.ts'

/** Keeps the offers of mounted components to others, the last mounted first. */
export function createOffers<T>() {
  const { get, set, use } = createStore<readonly RefObject<T>[]>([])

  /** Offers a value, always that of the last render, while the component is mounted. */
  function useOffer(value: T): void {
    const offer = useRef(value)
    useLayoutEffect(() => {
      offer.current = value
    })
    useLayoutEffect(() => {
      set([offer, ...get()])
      return () => set(get().filter((one) => one !== offer))
    }, [])
  }
  return { get, use, useOffer }
}
