import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useLayoutEffect, useRef, useState } from 'react'
import type { HistoryEntry } from '#features/tickets/contract.ts'
import { ticketHistory } from '#features/tickets/web/api.ts'
import { nameOf } from '#features/users/web/person-name.ts'
import { i18n } from '#platform/contract/i18n.ts'
import { tint } from '#platform/web/hooks/use-tint.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { IconButton } from '#platform/web/ui/icon-button.tsx'
import { reveal } from '#platform/web/ui/tabs.tsx'
import { listed } from '#platform/web/written.ts'
import type { TicketDetail } from '../../contract.ts'
import { outlineOf, outlinesOf } from './history-words.ts'
import { useSight } from './use-sight.ts'

/** Most entries described; more are only counted. */
const mostWords = 3

const authorOf = ({ by }: HistoryEntry) => (by ? nameOf(by) : i18n.t('A deleted user'))

function useNews(ticketId: string, viewerId: string): HistoryEntry[] {
  const { data, isFetchedAfterMount, isStale } = useQuery(ticketHistory(ticketId))
  const [known, setKnown] = useState<ReadonlySet<string>>()
  // News from an earlier visit may be older than the ticket on the screen.
  if (known === undefined && data && (isFetchedAfterMount || !isStale))
    setKnown(new Set(data.map(({ id }) => id)))
  return known && data ? data.filter(({ id, by }) => !known.has(id) && by?.id !== viewerId) : []
}

/** Finds the row of an entry: its comment, or a line of its own. */
function placeOf({ id, what, at, by }: HistoryEntry, comments: TicketDetail['comments']): string | undefined {
  if (what !== 'commented') return `event-${id}`
  const comment = comments.find((one) => one.createdAt === at && one.user.id === by?.id)
  return comment && `comment-${comment.id}`
}

function wordsOf(news: readonly HistoryEntry[]): string {
  const deeds = outlinesOf(news)
  const rest = deeds.length - mostWords
  return listed(rest > 0 ? [...deeds.slice(0, mostWords), i18n.t('{rest} more', { rest })] : deeds)
}

function bringTo(place: string | undefined): void {
  const element = document.getElementById(place ?? '')
  if (!element) return
  reveal(element)
  element.scrollIntoView({ block: 'center' })
  element.focus({ preventScroll: true })
  tint(element)
}

export interface TicketNewsProps {
  ticket: Pick<TicketDetail, 'id' | 'comments'>
  viewerId: string
}

/** Tells of others' changes out of sight, until they have been seen. */
export function TicketNews({ ticket, viewerId }: TicketNewsProps) {
  const news = useNews(ticket.id, viewerId)
  const placed = news.flatMap((entry) => {
    const place = placeOf(entry, ticket.comments)
    return place === undefined ? [] : [{ entry, place }]
  })
  const { isUnseen, see } = useSight(placed.map(({ place }) => place))
  const unseen = placed.filter(({ place }) => isUnseen(place))
  const newest = news.at(-1)
  return (
    <>
      <p role="status" className="sr-only">
        {newest && `${authorOf(newest)} ${outlineOf(newest)}`}
      </p>
      {unseen.length > 0 && (
        <NewsRow
          news={unseen.map(({ entry }) => entry)}
          onShow={() => {
            bringTo(unseen[0]?.place)
            see(unseen.map(({ place }) => place))
          }}
          onDismiss={() => see(unseen.map(({ place }) => place))}
        />
      )}
    </>
  )
}

interface NewsRowProps {
  news: readonly HistoryEntry[]
  onShow(): void
  onDismiss(): void
}

function NewsRow({ news, onShow, onDismiss }: NewsRowProps) {
  const row = useRef<HTMLElement>(null)
  useHeightCompensation(row)
  return (
    <section
      ref={row}
      aria-label={i18n.t('Updates to this ticket')}
      className="no-print flex min-h-8 flex-none items-center gap-2 border-t border-border bg-selected ps-5 pe-3 max-sm:ps-4"
    >
      <p className="min-w-0 flex-1 truncate">
        <span className="font-medium">{listed(new Set(news.map(authorOf)))}</span> {wordsOf(news)}
      </p>
      <Button size="small" variant="link" onClick={onShow}>
        {i18n.t('Show')}
      </Button>
      <IconButton size="small" label={i18n.t('Dismiss')} onClick={onDismiss}>
        <X aria-hidden />
      </IconButton>
    </section>
  )
}

/** Compensates for the row's height, so that the content below stays in place. */
function useHeightCompensation(row: React.RefObject<HTMLElement | null>) {
  useLayoutEffect(() => {
    const height = row.current?.offsetHeight ?? 0
    const panes = [...(row.current?.parentElement?.querySelectorAll('section.ticket-pane') ?? [])]
    const moved = panes.filter(({ scrollTop }) => scrollTop > 0)
    for (const pane of moved) pane.scrollTop += height
    return () => {
      for (const pane of moved) pane.scrollTop -= height
    }
  }, [row])
}
