import { useEffect, useState } from 'react'
import { lazyExtra } from '#platform/web/ui/part-boundary.tsx'

const RowMarks = lazyExtra(() => import('./row-marks.tsx'), 'RowMarks')

const quietForMs = 300

/** Loads and shows the marks of the rows once the screen has settled. */
export function LateRowMarks() {
  const [isQuiet, setQuiet] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setQuiet(true), quietForMs)
    return () => clearTimeout(timer)
  }, [])
  return isQuiet && <RowMarks />
}
