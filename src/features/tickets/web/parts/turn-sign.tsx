import { Hourglass } from 'lucide-react'
import { cn } from '#platform/web/cn.ts'
import { turnWords, turnWordsForClients, type Ticket } from '../../contract.ts'

interface TurnSignProps {
  ticket: Pick<Ticket, 'turn'>
  isForClient?: boolean
}

/** Compact sign, only while others have the turn. */
export function TurnSign({ ticket: { turn }, isForClient = false }: TurnSignProps) {
  if (turn === null || turn === 'us') return null
  const words = (isForClient ? turnWordsForClients : turnWords)[turn]
  const isOnReader = isForClient && turn === 'client'
  return (
    <span
      role="img"
      aria-label={words}
      title={words}
      className={cn('flex-none', isOnReader ? 'text-amber-fg' : 'text-subtle')}
    >
      <Hourglass aria-hidden className="size-3.5!" />
    </span>
  )
}
