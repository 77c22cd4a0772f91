import { RotateCcw } from 'lucide-react'
import { i18n } from '#platform/contract/i18n.ts'
import { useEveryMinute } from '#platform/web/relative-time.tsx'
import { Badge } from '#platform/web/ui/badge.tsx'
import type { Ticket } from '../../contract.ts'

const shownForMs = 24 * 60 * 60 * 1000

const isOver = (reopenedAt: string) => Date.now() - Date.parse(reopenedAt) > shownForMs

/** Marks a ticket for a day after a client's reply opened it again; by its icon alone in a narrow container. */
export function ReopenedMark({ ticket: { reopenedAt } }: { ticket: Pick<Ticket, 'reopenedAt'> }) {
  useEveryMinute()
  if (reopenedAt === null || isOver(reopenedAt)) return null
  return (
    <Badge hue="amber" title={i18n.t('Reopened')} icon={<RotateCcw aria-hidden />}>
      <span className="@max-[15rem]:sr-only">{i18n.t('Reopened')}</span>
    </Badge>
  )
}
