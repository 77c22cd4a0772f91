import { useState } from 'react'

/** Freezes a value while held: nothing moves under a pointer that is about to choose. */
export function useFrozen<T>(value: T, isHeld: boolean): T {
  const [kept, keep] = useState(value)
  if (!isHeld && kept !== value) keep(value)
  return isHeld ? kept : value
}
