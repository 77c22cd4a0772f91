import { useEffect, useState } from 'react'
import { lazyExtra } from '#platform/web/ui/part-boundary.tsx'

const UnreadMarks = lazyExtra(() => import('./unread-marks.tsx'), 'UnreadMarks')

const quietForMs = 300

/** Shows what is unread, once the screen has settled. Without this part the lists work all the same. */
export function LazyUnreadMarks() {
  const [isQuiet, setQuiet] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setQuiet(true), quietForMs)
    return () => clearTimeout(timer)
  }, [])
  return isQuiet && <UnreadMarks />
}
