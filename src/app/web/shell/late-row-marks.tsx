import { useEffect, useState } from 'react'
import { RowMarks } from './row-marks.tsx'

const quietForMs = 300

/** Asks for the marks of the rows once the screen has settled: its own data goes first. */
export function LateRowMarks() {
  const [isQuiet, setQuiet] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setQuiet(true), quietForMs)
    return () => clearTimeout(timer)
  }, [])
  return isQuiet && <RowMarks />
}
