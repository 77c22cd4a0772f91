import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useState } from 'react'
import { nameOf } from '#features/users/web/person-name.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { IconButton } from '#platform/web/ui/icon-button.tsx'
import type { HistoryEntry } from '../../contract.ts'
import { ticketHistory } from '../api.ts'
import { outlineOf } from './history-words.ts'

/** More than these at once are only counted. */
const mostWords = 3
const listed = new Intl.ListFormat('en', { type: 'conjunction' })

const authorOf = ({ by }: HistoryEntry) => (by ? nameOf(by) : 'a deleted user')

/** The changes of others to the ticket since it was opened, or since the person has last dismissed them. */
function useNews(ticketId: string, viewerId: string) {
  const { data, isFetchedAfterMount, isStale } = useQuery(ticketHistory(ticketId))
  const [seen, setSeen] = useState<ReadonlySet<string>>()
  // News from an earlier visit may be older than the ticket on the screen.
  if (seen === undefined && data && (isFetchedAfterMount || !isStale))
    setSeen(new Set(data.map(({ id }) => id)))
  return {
    news: seen && data ? data.filter(({ id, by }) => !seen.has(id) && by?.id !== viewerId) : [],
    see: () => data && setSeen(new Set(data.map(({ id }) => id))),
  }
}

function wordsOf(news: readonly HistoryEntry[]): string {
  const deeds = [...new Set(news.map(outlineOf))]
  const rest = deeds.length - mostWords
  return listed.format(rest > 0 ? [...deeds.slice(0, mostWords), `${rest} more`] : deeds)
}

export interface TicketNewsProps {
  ticketId: string
  viewerId: string
  /** Brings the person to the history. */
  onShow(): void
}

/** Tells a person with an open ticket who else has changed it. It lies over the ticket, so that nothing moves under the reader. */
export function TicketNews({ ticketId, viewerId, onShow }: TicketNewsProps) {
  const { news, see } = useNews(ticketId, viewerId)
  const by = listed.format([...new Set(news.map(authorOf))])
  const newest = news.at(-1)
  return (
    <>
      <p role="status" className="sr-only">
        {newest && `Updated by ${authorOf(newest)}: ${outlineOf(newest)}`}
      </p>
      {newest && (
        <section
          aria-label="Updates to this ticket"
          className="no-print absolute inset-x-3 top-12 z-10 xl:top-1.5 mx-auto flex w-fit max-w-xl items-center gap-2 rounded-card border border-border bg-surface py-1 ps-3 pe-1 shadow-popover"
        >
          <p className="min-w-0 wrap-anywhere">
            Updated by <span className="font-medium">{by}</span>
            <span className="text-muted">: {wordsOf(news)}</span>
          </p>
          <span className="flex flex-none items-center">
            <Button
              size="small"
              variant="link"
              onClick={() => {
                see()
                onShow()
              }}
            >
              Show changes
            </Button>
            <IconButton size="small" label="Dismiss" onClick={see}>
              <X aria-hidden />
            </IconButton>
          </span>
        </section>
      )}
    </>
  )
}
