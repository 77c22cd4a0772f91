import { useEffect, useState, type ComponentType } from 'react'
import { loadPart } from '#platform/web/parts.ts'

const quietForMs = 300

/** Shows what waits in chats, once the screen has settled. Where that part does not come, a list is still a list. */
export function LazyUnreadMarks() {
  const [part, setPart] = useState<{ UnreadMarks: ComponentType }>()
  useEffect(() => {
    const load = () => void loadPart(() => import('./unread-marks.tsx')).then(setPart, () => undefined)
    const timer = setTimeout(load, quietForMs)
    return () => clearTimeout(timer)
  }, [])
  return part ? <part.UnreadMarks /> : null
}
