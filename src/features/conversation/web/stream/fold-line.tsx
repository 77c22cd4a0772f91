import { ListCollapse } from 'lucide-react'
import { nameOf } from '#features/users/web/person-name.ts'
import { i18n } from '#platform/contract/i18n.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { listed } from '#platform/web/written.ts'
import type { Fold } from './folds.ts'

function changesWords({ entries }: Fold): string {
  const people = entries.flatMap((entry) => (entry.kind === 'event' ? [entry.event.by] : []))
  const names = new Set(people.map((person) => (person ? nameOf(person) : i18n.t('A deleted user'))))
  return i18n.t('{count} changes by {names}', { count: entries.length, names: listed([...names]) })
}

/** Stands for folded entries, and shows them. */
export function FoldLine({ fold, onShow }: { fold: Fold; onShow(): void }) {
  if (fold.kind === 'earlier')
    return (
      <li className="no-print flex justify-center py-1">
        <Button size="small" onClick={onShow}>
          {i18n.t('Show {count} earlier', { count: fold.entries.length })}
        </Button>
      </li>
    )
  return (
    <li className="no-print flex items-center gap-3 py-1 text-muted">
      <span aria-hidden className="flex w-8 flex-none justify-center">
        <ListCollapse className="size-4! text-subtle" />
      </span>
      <span className="min-w-0">{changesWords(fold)}</span>
      <Button variant="link" size="small" onClick={onShow}>
        {i18n.t('Show')}
      </Button>
    </li>
  )
}
