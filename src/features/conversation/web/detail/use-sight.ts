import { useEffect, useState } from 'react'

type Places = ReadonlyMap<string, boolean>

/** Lists unseen elements. A visible one counts as seen; one that is not rendered does not. */
export function useSight(ids: readonly string[]) {
  /** Absent: not looked at yet. */
  const [isSeen, setSeen] = useState<Places>(new Map())
  const all = ids.join(' ')
  useEffect(() => {
    const note = (found: readonly (readonly [string, boolean])[]) =>
      setSeen((before) => new Map([...before, ...found.filter(([id]) => before.get(id) !== true)]))
    const observer = new IntersectionObserver(
      (entries) => note(entries.map(({ target, isIntersecting }) => [target.id, isIntersecting] as const)),
      // Its edge is not enough.
      { rootMargin: '-32px 0px' },
    )
    const missing: string[] = []
    for (const id of all.split(' ').filter(Boolean)) {
      const element = document.getElementById(id)
      if (element) observer.observe(element)
      else missing.push(id)
    }
    if (missing.length > 0) note(missing.map((id) => [id, false] as const))
    return () => observer.disconnect()
  }, [all])
  return {
    isUnseen: (id: string) => isSeen.get(id) === false,
    see: (some: readonly string[]) =>
      setSeen((before) => new Map([...before, ...some.map((id) => [id, true] as const)])),
  }
}
