import { TriangleAlert } from 'lucide-react'
import type { InboundMailDetail } from '../../contract.ts'
import { markWords } from '../words.ts'

/** Lists faults and peculiarities of a mail in words, with `more` before them. */
export function Marks({ marks, more = [] }: { marks: InboundMailDetail['marks']; more?: readonly string[] }) {
  const all = [...more, ...marks.map((mark) => markWords[mark])]
  if (all.length === 0) return null
  return (
    <ul className="mt-1.5 flex flex-wrap gap-x-4 gap-y-1 text-meta text-muted">
      {all.map((words) => (
        <li key={words} className="inline-flex items-start gap-1 wrap-anywhere">
          <TriangleAlert aria-hidden className="mt-px size-3.5! flex-none text-amber-fg" />
          {words}
        </li>
      ))}
    </ul>
  )
}
