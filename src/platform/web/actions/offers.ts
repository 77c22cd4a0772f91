import { useLayoutEffect, useRef, type RefObject } from 'react'
import { createStore } from '../store.ts'

/** Collects values of mounted components, the last mounted first. */
export function createOffers<T>() {
  const { get, set, use } = createStore<readonly RefObject<T>[]>([])

  /** Offers the value of the latest render while the component is mounted. */
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
