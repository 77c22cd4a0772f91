import { useEffect, useState } from 'react'
import { useIsLive } from './live.ts'

const afterMs = 5000

/** True when the server was unreachable for longer than a page load or a restart takes. */
export function useIsLost(): boolean {
  const isLive = useIsLive()
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    if (isLive) return undefined
    const timer = setTimeout(() => setLong(true), afterMs)
    return () => {
      clearTimeout(timer)
      setLong(false)
    }
  }, [isLive])
  return !isLive && isLong
}
