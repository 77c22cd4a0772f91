import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { statsKey } from './live.ts'

const quarterMs = 15 * 60_000

/** Asks for the numbers anew from time to time: days and weeks end without a message. */
export function useFreshNumbers(): void {
  const client = useQueryClient()
  useEffect(() => {
    const timer = setInterval(() => void client.invalidateQueries({ queryKey: statsKey }), quarterMs)
    return () => clearInterval(timer)
  }, [client])
}
