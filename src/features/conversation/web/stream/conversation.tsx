import { useMutation, useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import { ArrowDown } from 'lucide-react'
import { Fragment, useLayoutEffect, useRef } from 'react'
import { loadOlder } from '#features/chat/web/api.ts'
import { ChatLine } from '#features/chat/web/chat-line.tsx'
import { showEarlierComments } from '#features/comments/web/api.ts'
import { CommentRow, type CommentParts } from '#features/comments/web/comment-row.tsx'
import { useCommentsRead } from '#features/comments/web/unread-comments.ts'
import { toLatest, toRequest } from '#features/tickets/web/actions.ts'
import type { CurrentUser } from '#features/users/contract.ts'
import { i18n, words } from '#platform/contract/i18n.ts'
import { useActions } from '#platform/web/actions/actions.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { ErrorNote } from '#platform/web/ui/error-note.tsx'
import { toastFailure } from '#platform/web/ui/overlay/toast-store.ts'
import { Loading, Skeleton } from '#platform/web/ui/skeleton.tsx'
import { revealBy } from '#platform/web/ui/tabs.tsx'
import type { TicketDetail } from '../../contract.ts'
import { HistoryLine } from '../detail/history-line.tsx'
import { Section } from '../section.tsx'
import type { FollowedPane } from './use-followed-pane.ts'
import { isIn, type Entry, type OtherEntry, type View } from './entries.ts'
import { FoldLine } from './fold-line.tsx'
import { useFolds } from './use-folds.ts'
import { useNewBelow } from './use-new-below.ts'
import { useOpening } from './use-opening.ts'
import { useScrollAnchor } from './use-scroll-anchor.ts'
import { useSources } from './use-sources.ts'
import { ViewChoice } from './view-choice.tsx'
import './conversation.css'

const emptyWords: Record<View, string> = words({
  all: () => i18n.t('No updates yet.'),
  comments: () => i18n.t('No comments yet.'),
  chat: () => i18n.t('Nobody has written in the chat yet.'),
  history: () => i18n.t('Nothing has happened yet.'),
})

export interface ConversationProps {
  ticket: TicketDetail
  viewer: CurrentUser
  view: View
  onView(view: View): void
  mayChat: boolean
  /** The chat stands beside the conversation, which leaves it out. */
  isChatBeside: boolean
  /** Entries of other features; the same array while they are the same. */
  others?: readonly OtherEntry[] | undefined
  /** Parts of other features in comments, by their ids. */
  commentParts?: ReadonlyMap<string, CommentParts> | undefined
  place: FollowedPane
  /** No other tab covers it. */
  isShown: boolean
  /** Deletion is under way: nothing more is requested about it. */
  isLeaving: boolean
}

export function Conversation(props: ConversationProps) {
  const { ticket, viewer, view, onView, mayChat, isChatBeside, place, isShown, isLeaving } = props
  const { others, commentParts } = props
  const { history, chat, log, awaitsChat, conversation, isSettled } = useSources({
    ticket,
    mayChat,
    isLeaving,
    others,
  })
  const list = useRef<HTMLOListElement>(null)
  const opening = useOpening({
    ticket,
    viewer,
    entries: conversation.entries,
    isReady: isSettled && isShown,
    isLeaving,
    list,
    place,
  })
  const isRead = opening !== undefined && isShown && (view === 'all' || view === 'comments')
  useCommentsRead(ticket, viewer.id, isRead && !isLeaving)
  useFollowedEnd(
    place,
    isSettled ? conversation.entries.findLast(({ kind }) => kind !== 'other')?.key : undefined,
  )
  const keep = useScrollAnchor(list)
  const { stay } = place
  useActions(
    isShown
      ? [
          { ...toRequest, run: place.toStart },
          { ...toLatest, run: place.toEnd },
        ]
      : [],
  )
  const keepPlace = () => {
    stay()
    keep()
  }
  const hasEarlierComments =
    view === 'comments' ? ticket.hasMoreComments : view === 'all' && conversation.missing === 'comments'
  const hasEarlierChat =
    view === 'chat' ? log?.hasMore === true : view === 'all' && conversation.missing === 'chat'
  const isLeftOut = (entry: Entry) =>
    !isIn(view, conversation, entry) || (view === 'all' && isChatBeside && entry.kind === 'chat')
  const { isFolded, drawsFolded, headedBy, unfold, revealRow } = useFolds({
    conversation,
    opening,
    view,
    onView,
    stay,
  })
  function foldAt(entry: Entry) {
    const head = headedBy(entry)
    return head && <FoldLine fold={head.fold} onShow={() => unfold(head.key)} />
  }
  // Unread words that this view leaves out are not below its line.
  const unread = opening
    ? conversation.entries.filter((entry) => opening.unread.has(entry.key) && !isLeftOut(entry))
    : []
  const countsEarlier = view === 'all' || view === 'comments'
  const newCount = unread.length + (opening && countsEarlier ? opening.earlier : 0)
  const ofOthers = conversation.entries.filter((entry) => isOfOthers(entry, viewer.id))
  const said = ofOthers.filter((entry) => !isLeftOut(entry))
  const below = useNewBelow(ofOthers, said, opening !== undefined, place.isAway)
  const isHistoryMissing = (view === 'all' || view === 'history') && history.isError && !history.data
  const isChatMissing = mayChat && (view === 'all' || view === 'chat') && chat.isError && !log
  const isEmpty = isSettled && !isHistoryMissing && !isChatMissing && conversation.entries.every(isLeftOut)

  return (
    <Section
      title={i18n.t('Updates & Comments')}
      side={<ViewChoice view={view} onChange={onView} hasChat={mayChat} />}
      data-print="comments"
    >
      {isHistoryMissing && (
        <LoadFailure query={history}>{i18n.t('Changes to this ticket could not be loaded.')}</LoadFailure>
      )}
      {isChatMissing && (
        <LoadFailure query={chat}>{i18n.t('Chat messages could not be loaded.')}</LoadFailure>
      )}
      {hasEarlierComments && <ShowEarlierComments ticket={ticket} onCome={keepPlace} />}
      {hasEarlierChat && <ShowEarlierChat ticketId={ticket.id} />}
      {ticket.hasMoreComments && (
        <p className="hidden print:block">{i18n.t('Earlier comments are not printed.')}</p>
      )}
      {awaitsChat && view === 'all' && (
        <Loading label={i18n.t('Loading the conversation...')} className="flex flex-col gap-3 py-2">
          <Skeleton className="w-2/5" />
          <Skeleton className="w-4/5" />
          <Skeleton className="w-3/5" />
        </Loading>
      )}
      {isEmpty && <p className="py-2 text-muted">{emptyWords[view]}</p>}
      <ol
        className="conversation flex flex-col gap-1 empty:hidden"
        ref={(element) => {
          list.current = element
          // The row that a link leads to may be left out now.
          if (element) revealBy(element, revealRow)
        }}
      >
        {conversation.entries.map((entry) => (
          <Fragment key={entry.key}>
            {entry === unread[0] && <NewLine count={newCount} />}
            {foldAt(entry)}
            {(drawsFolded || !isFolded(entry)) && (
              <Row
                entry={entry}
                isLeftOut={isLeftOut(entry) || isFolded(entry)}
                ticket={ticket}
                viewer={viewer}
                commentParts={commentParts}
              />
            )}
          </Fragment>
        ))}
      </ol>
      {place.isAway && opening !== undefined && isShown && (
        <p className="no-print pointer-events-none sticky bottom-2 z-10 flex justify-end">
          <Button size="small" className="pointer-events-auto shadow-popover" onClick={place.toEnd}>
            <ArrowDown aria-hidden />
            {below > 0 ? i18n.t('{count} new below', { count: below }) : i18n.t('Latest')}
          </Button>
        </p>
      )}
    </Section>
  )
}

interface LoadFailureProps {
  query: Pick<UseQueryResult, 'isFetching' | 'error' | 'refetch'>
  children: string
}

const LoadFailure = ({ query, children }: LoadFailureProps) => (
  <ErrorNote
    className="mb-2"
    busy={query.isFetching}
    error={query.error}
    onRetry={() => void query.refetch()}
  >
    {children}
  </ErrorNote>
)

function isOfOthers(entry: Entry, viewerId: string): boolean {
  if (entry.kind === 'comment') return entry.comment.user.id !== viewerId
  return entry.kind === 'chat' && entry.message.senderId !== viewerId
}

interface RowProps {
  entry: Entry
  isLeftOut: boolean
  ticket: TicketDetail
  viewer: CurrentUser
  commentParts: ConversationProps['commentParts']
}

function Row({ entry, isLeftOut, ticket, viewer, commentParts }: RowProps) {
  const place = { id: entry.key, isLeftOut }
  if (entry.kind === 'comment')
    return (
      <CommentRow
        {...place}
        comment={entry.comment}
        gallery={ticket.attachments}
        ticketId={ticket.id}
        viewer={viewer}
        parts={commentParts?.get(entry.comment.id)}
      />
    )
  if (entry.kind === 'chat')
    return <ChatLine {...place} message={entry.message} ticket={ticket} viewer={viewer} />
  if (entry.kind === 'other') return entry.draw(place)
  return <HistoryLine {...place} entry={entry.event} />
}

/** Begins what the viewer had not seen when the ticket was opened. */
const NewLine = ({ count }: { count: number }) => (
  <li
    data-new
    className="no-print my-1 flex items-center gap-2 text-meta font-medium text-link before:h-px before:flex-1 before:bg-current after:h-px after:flex-1 after:bg-current"
  >
    {i18n.t('New · {count}', { count })}
  </li>
)

/** Scrolls to new entries at the end, but not for those of the first load, from any source. */
function useFollowedEnd({ follow }: FollowedPane, newest: string | undefined): void {
  const known = useRef<string>(undefined)
  useLayoutEffect(() => {
    if (newest !== undefined && known.current !== undefined && newest !== known.current) follow()
    known.current = newest ?? known.current
  }, [newest, follow])
}

function ShowEarlierComments({ ticket, onCome }: { ticket: TicketDetail; onCome(): void }) {
  const earlier = useMutation(showEarlierComments(useQueryClient()))
  return (
    <EarlierButton
      isBusy={earlier.isPending}
      onShow={(onError) => earlier.mutate({ ticket, onCome }, { onError })}
    >
      {i18n.t('Show earlier comments')}
    </EarlierButton>
  )
}

function ShowEarlierChat({ ticketId }: { ticketId: string }) {
  const older = useMutation(loadOlder(useQueryClient(), ticketId))
  return (
    <EarlierButton isBusy={older.isPending} onShow={(onError) => older.mutate(undefined, { onError })}>
      {i18n.t('Show earlier')}
    </EarlierButton>
  )
}

interface EarlierButtonProps {
  isBusy: boolean
  onShow(onError: () => void): void
  children: string
}

const EarlierButton = ({ isBusy, onShow, children }: EarlierButtonProps) => (
  <p className="no-print mb-2 flex justify-center">
    <Button
      size="small"
      busy={isBusy}
      onClick={() => onShow(() => toastFailure(i18n.t('Failed to load earlier entries.')))}
    >
      {children}
    </Button>
  </p>
)
