import { Hourglass } from 'lucide-react'
import { cn } from '#platform/web/cn.ts'
import { RelativeTime } from '#platform/web/relative-time.tsx'
import { turnWords, turnWordsForClients, type Ticket } from '../../contract.ts'
import { lengthLabel } from './age-label.ts'

interface TurnProps {
  ticket: Pick<Ticket, 'turn' | 'turnSince'>
  isForClient?: boolean
}

/** Shows the turn and its length; nothing when done. */
export function Turn({ ticket: { turn, turnSince }, isForClient = false }: TurnProps) {
  if (turn === null) return null
  const isOnReader = turn === (isForClient ? 'client' : 'us')
  return (
    <span
      className={cn(
        'inline-flex items-center gap-1 whitespace-nowrap [&>svg]:size-3.5!',
        isOnReader ? 'text-amber-fg' : 'text-muted',
      )}
    >
      <Hourglass aria-hidden />
      {(isForClient ? turnWordsForClients : turnWords)[turn]}
      {turnSince !== null && (
        <>
          <span aria-hidden>·</span>
          <RelativeTime className="text-subtle" at={turnSince} label={(moment) => lengthLabel(moment)} />
        </>
      )}
    </span>
  )
}
