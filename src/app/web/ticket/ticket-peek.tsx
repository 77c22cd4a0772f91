import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { Lock, MessagesSquare } from 'lucide-react'
import { useId, useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { useViewer } from '#features/auth/web/session.tsx'
import { chatLog } from '#features/chat/web/api.ts'
import { senderOf } from '#features/chat/web/sender.ts'
import { ticketDetail } from '#features/conversation/web/api.ts'
import { Request } from '#features/conversation/web/detail/request.tsx'
import { TicketSummary, TicketTitle } from '#features/conversation/web/detail/ticket-header.tsx'
import { converse, type Entry } from '#features/conversation/web/stream/entries.ts'
import { RowFaces } from '#features/live/web/row-faces.tsx'
import { useColleaguesAt } from '#features/live/web/row-presence.ts'
import { canChat } from '#features/tickets/policy.ts'
import { listedTicket } from '#features/tickets/web/api.ts'
import { talkTime } from '#features/tickets/web/parts/talk-time.ts'
import { PersonAvatar } from '#features/users/web/person-avatar.tsx'
import { nameOf } from '#features/users/web/person-name.ts'
import { i18n } from '#platform/contract/i18n.ts'
import { cn } from '#platform/web/cn.ts'
import { Markdown, PlainText } from '#platform/web/markdown.tsx'
import { RelativeTime } from '#platform/web/relative-time.tsx'
import { ErrorNote } from '#platform/web/ui/error-note.tsx'
import { Loading, Skeleton } from '#platform/web/ui/skeleton.tsx'
import { TicketHead } from './ticket-head.tsx'

const shownAtMost = 12
// Focusable, or the keyboard could not scroll it.
const scroller = { tabIndex: 0 }

/** Shows the newest part of a conversation, to be read only. */
export function TicketPeek({ id }: { id: string }) {
  const viewer = useViewer()
  const client = useQueryClient()
  const { data: ticket, isError, error } = useQuery(ticketDetail(id))
  const ofChat = chatLog(client, id)
  const mayChat = ticket !== undefined && canChat(viewer, ticket)
  const { data: log, isPending } = useQuery(mayChat ? ofChat : { ...ofChat, queryFn: skipToken })
  const entries = ticket ? converse({ comments: ticket.comments, history: undefined, chat: log }).entries : []
  const head = ticket ?? listedTicket(client, id)
  const failed = isError && !ticket && i18n.t('The ticket could not be loaded.')
  const colleagues = useColleaguesAt(id)
  const titleId = useId()
  const pane = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    pane.current?.scrollTo({ top: pane.current.scrollHeight })
  })
  return createPortal(
    <div role="dialog" aria-labelledby={titleId} className="ticket-peek">
      <TicketHead
        heading={
          <h2 id={titleId} className="text-dialog">
            {head ? <TicketTitle ticket={head} /> : failed || i18n.t('Loading ticket...')}
          </h2>
        }
        summary={head && <TicketSummary ticket={head} viewer={viewer} />}
        tools={colleagues.length > 0 && <RowFaces people={colleagues} />}
      />
      <section
        ref={pane}
        aria-label={i18n.t('Description and updates')}
        className="min-h-0 flex-1 overflow-y-auto border-t border-border px-5 py-4"
        {...scroller}
      >
        {failed ? (
          <ErrorNote error={error}>{failed}</ErrorNote>
        ) : ticket && !(mayChat && isPending) ? (
          <div className="flex flex-col gap-4">
            {entries.length <= shownAtMost && <Request ticket={ticket} />}
            <ol className="flex flex-col gap-4 empty:hidden">
              {entries.slice(-shownAtMost).map((entry) => (
                <Said key={entry.key} entry={entry} />
              ))}
            </ol>
          </div>
        ) : (
          <Loading label={i18n.t('Loading ticket...')} className="flex flex-col gap-3">
            <Skeleton className="w-4/5" />
            <Skeleton className="w-3/5" />
          </Loading>
        )}
      </section>
    </div>,
    document.body,
  )
}

function Said({ entry }: { entry: Entry }) {
  if (entry.kind !== 'comment' && entry.kind !== 'chat') return null
  const person = entry.kind === 'comment' ? entry.comment.user : senderOf(entry.message)
  const isInternal = entry.kind === 'comment' && entry.comment.isInternal
  return (
    <li
      className={cn(
        'flex gap-3',
        isInternal && '-mx-3 rounded-card border border-internal-border bg-internal px-3 py-2.5',
      )}
    >
      <PersonAvatar person={person} size={32} decorative />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2">
          <span className="font-semibold">{nameOf(person)}</span>
          <RelativeTime at={entry.at} label={talkTime} className="text-meta font-normal text-subtle" />
          {isInternal && (
            <span className="ms-auto inline-flex items-center gap-1 text-meta text-amber-fg">
              <Lock aria-hidden className="size-3.5!" />
              {i18n.t('Internal')}
            </span>
          )}
          {entry.kind === 'chat' && (
            <span className="ms-auto inline-flex items-center gap-1 text-meta text-muted">
              <MessagesSquare aria-hidden className="size-3.5!" />
              {i18n.t('Chat')}
            </span>
          )}
        </p>
        {entry.kind === 'comment' ? (
          <Markdown text={entry.comment.content} className="mt-0.5" />
        ) : (
          <PlainText text={entry.message.message} className="mt-0.5" />
        )}
      </div>
    </li>
  )
}
