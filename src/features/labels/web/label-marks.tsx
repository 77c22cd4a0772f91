import { useQuery } from '@tanstack/react-query'
import { i18n } from '#platform/contract/i18n.ts'
import { cn } from '#platform/web/cn.ts'
import { StatusDot } from '#platform/web/ui/badge.tsx'
import { sideBySide } from '#platform/web/written.ts'
import type { Label } from '../contract.ts'
import { labelList } from './label-list.ts'

export interface MarksProps {
  ids: readonly string[]
  /** In one line, with the number of those that have no room. */
  isShort?: boolean
  /** Within a button, which has room for text alone. */
  isText?: boolean
}

/** Two fit side by side. */
const mostInShort = 2

/** Shows labels by dot and word, in the order of the desk's list. */
export function LabelMarks({ ids, isShort = false, isText = false }: MarksProps) {
  const { data: all = [] } = useQuery(labelList())
  const labels = all.filter(({ id }) => ids.includes(id))
  if (labels.length === 0) return null
  const shown = isShort && labels.length > mostInShort ? labels.slice(0, 1) : labels
  const rest = labels.slice(shown.length)
  // A printed ticket may be handed to its client.
  const look = cn('no-print flex min-w-0 items-center gap-1', !isShort && 'flex-wrap')
  if (isText)
    return (
      <span className={look}>
        {shown.map((label) => (
          <Mark key={label.id} {...label} />
        ))}
      </span>
    )
  return (
    <ul
      aria-label={i18n.t('Labels')}
      title={isShort ? sideBySide(labels.map(({ name }) => name)) : undefined}
      className={look}
    >
      {shown.map((label) => (
        <li key={label.id} className="flex min-w-0">
          <Mark {...label} />
        </li>
      ))}
      {rest.length > 0 && (
        <li className="flex-none text-meta text-muted tabular-nums">
          <span aria-hidden>+{rest.length}</span>
          <span className="sr-only">{sideBySide(rest.map(({ name }) => name))}</span>
        </li>
      )}
    </ul>
  )
}

const Mark = ({ name, color }: Label) => (
  <StatusDot hue={color} className="h-5 min-w-0 rounded-full border border-border px-2">
    <span dir="auto" className="truncate">
      {name}
    </span>
  </StatusDot>
)
