import { useEffect, useState } from 'react'
import { awaitPerson } from '../lazy-parts.ts'

/** Whether a person has turned to one of these elements, or has been on the page for a while. @param at selects them */
export function useTurnedTo(at: string): boolean {
  const [hasTurned, turn] = useState(false)
  useEffect(() => awaitPerson(at, () => turn(true)), [at])
  return hasTurned
}
