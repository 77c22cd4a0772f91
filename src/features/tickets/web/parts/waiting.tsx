import { i18n } from '#platform/contract/i18n.ts'
import { cn } from '#platform/web/cn.ts'
import { useEveryMinute } from '#platform/web/relative-time.tsx'
import { writtenExactly } from '#platform/web/written.ts'
import { turnWords, turnWordsForClients, type Ticket, type Turn } from '../../contract.ts'
import { lengthLabel } from './age-label.ts'

const hourMs = 60 * 60_000
/** A day, in which every desk has opened once. */
const longMs = 24 * hourMs
/** Longer than a weekend, so that nothing is red on Monday morning because of it. */
const tooLongMs = 72 * hourMs

const shortWords: Record<Turn, (length: string) => string> = {
  us: (length) => i18n.t('us {length}', { length }),
  client: (length) => i18n.t('client {length}', { length }),
  third_party: (length) => i18n.t('third {length}', { length }),
}
const shortWordsForClients: Record<Turn, (length: string) => string> = {
  us: (length) => i18n.t('support {length}', { length }),
  client: (length) => i18n.t('you {length}', { length }),
  third_party: shortWords.third_party,
}

function hueOf(turn: Turn, since: Date, isForClient: boolean): string {
  if (isForClient) return turn === 'client' ? 'text-amber-fg' : 'text-subtle'
  const waitedMs = turn === 'us' ? Date.now() - since.getTime() : 0
  if (waitedMs >= tooLongMs) return 'text-red-fg'
  return waitedMs >= longMs ? 'text-amber-fg' : 'text-muted'
}

interface WaitingProps {
  ticket: Pick<Ticket, 'turn' | 'turnSince'>
  isForClient?: boolean
}

/** Prints the party to act next, and since when: "us 3h", "client 2d"; nothing when finished. */
export function Waiting({ ticket: { turn, turnSince }, isForClient = false }: WaitingProps) {
  useEveryMinute()
  if (turn === null || turnSince === null) return null
  const since = new Date(turnSince)
  const words = (isForClient ? turnWordsForClients : turnWords)[turn]
  const length = lengthLabel(since)
  return (
    <span
      role="img"
      aria-label={`${words} · ${length}`}
      title={`${words} · ${writtenExactly(since)}`}
      className={cn('flex-none text-meta whitespace-nowrap tabular-nums', hueOf(turn, since, isForClient))}
    >
      {(isForClient ? shortWordsForClients : shortWords)[turn](length)}
    </span>
  )
}
