import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { useViewer } from '#features/auth/web/session.tsx'
import { loadWholeChat } from '#features/chat/web/api.ts'
import { deleteTicket, ticketDetail } from '#features/conversation/web/api.ts'
import { DeleteTicket } from '#features/conversation/web/detail/delete-ticket.tsx'
import { PrintTicket } from '#features/conversation/web/detail/print-ticket.tsx'
import { TicketChips, TicketSummary, TicketTitle } from '#features/conversation/web/detail/ticket-header.tsx'
import { useTicketActions } from '#features/conversation/web/detail/use-ticket-actions.ts'
import type { View } from '#features/conversation/web/stream/entries.ts'
import { useNeighbours } from '#features/ticket-list/web/neighbours/use-neighbours.ts'
import type { Ticket } from '#features/tickets/contract.ts'
import { canDelete, canSeeInternal } from '#features/tickets/policy.ts'
import { listedTicket } from '#features/tickets/web/api.ts'
import { useGoing } from '#features/tickets/web/gone-tickets.ts'
import { shownNumber } from '#features/tickets/web/parts/shown-number.ts'
import { useWithPending } from '#features/tickets/web/pending.ts'
import { isClient } from '#features/users/policy.ts'
import { i18n } from '#platform/contract/i18n.ts'
import { CallError } from '#platform/web/call.ts'
import { useMedia } from '#platform/web/hooks/use-media.ts'
import { loadMarkdown } from '#platform/web/markdown.tsx'
import { messageIn } from '#platform/web/refusal.ts'
import { toastFailure, toastSuccess } from '#platform/web/ui/overlay/toast-store.ts'
import { fetchAhead } from '#platform/web/lazy-parts.ts'
import { lazyExtra } from '#platform/web/ui/part-boundary.tsx'
import { ChatToggle, useChatPlace } from './live-chat.tsx'
import { TicketNeighbours } from './next/ticket-neighbours.tsx'
import { useOwnStatus } from './next/use-own-status.ts'
import { BodyLoading } from './body-loading.tsx'
import { TicketBody } from './ticket-body.tsx'
import { FrameButtons } from './frame-buttons.tsx'
import { useFrame, useIsWide, useOwnSettings } from './frame.ts'
import { TicketFrame } from './ticket-frame.tsx'
import { TicketQueue } from './ticket-queue.tsx'
import { useOpener } from './use-opener.ts'
import { TicketGone } from './ticket-gone.tsx'

const Viewers = lazyExtra(() => import('#features/live/web/viewers.tsx'), 'Viewers')
fetchAhead(Viewers, { load: loadMarkdown })

interface TicketDialogProps {
  /** Id or number. */
  id: string
  at?: 'management'
  open(id: string): void
  onClose(): void
}

const isOutOfReach = (error: unknown) =>
  error instanceof CallError && (error.status === 403 || error.status === 404)

export function TicketDialog({ id, at, open, onClose }: TicketDialogProps) {
  const viewer = useViewer()
  const client = useQueryClient()
  const deleting = useMutation(deleteTicket(client))
  const [leaving, setLeaving] = useState<string>()
  const isLeaving = leaving === id
  const known = client.getQueryData(ticketDetail(id).queryKey)?.id ?? id
  const isGone = useGoing(known) !== undefined && !isLeaving
  // A deleted ticket, by us or others, is not fetched again.
  const found = useQuery({ ...ticketDetail(id), enabled: !isLeaving && !isGone })
  const withPending = useWithPending()
  const neighbours = useNeighbours(id, open)

  const shown = useRef<string>(undefined)
  useEffect(() => {
    shown.current = id
    return () => {
      shown.current = undefined
    }
  }, [id])

  async function remove(ticketId: string) {
    const stay = () => setLeaving((now) => (now === id ? undefined : now))
    setLeaving(id)
    try {
      await deleting.mutateAsync(ticketId)
    } catch (error) {
      const said = messageIn(error)
      toastFailure(said ?? i18n.t('Failed to delete ticket.'))
      stay()
      throw error
    }
    toastSuccess(i18n.t('Ticket deleted successfully.'))
    // The person may have gone on to another ticket.
    if (shown.current === id) onClose()
    else stay()
  }

  // The ticket stays on the screen through a failed refresh, but not when another user deleted it.
  const isMissing = isGone || (isOutOfReach(found.error) && !isLeaving)
  const ticket = isMissing ? undefined : found.data
  const isWide = useIsWide()
  const chat = useChatPlace(viewer, ticket, isWide)
  const opener = useOpener()
  const frame = useFrame()
  const { queueBeside, factsBeside } = useOwnSettings()
  const hasRoomForAll = useMedia('(width >= 105rem)')
  const hasQueue =
    useMedia('(width >= 80rem)') &&
    frame === 'place' &&
    neighbours.query !== undefined &&
    (hasRoomForAll || !chat.isDocked)
  const factsId = useId()
  const [areFactsOpen, openFacts] = useState(at === 'management')
  const chips = useRef<HTMLButtonElement>(null)
  function closeFacts() {
    openFacts(false)
    requestAnimationFrame(() => chips.current?.focus())
  }
  const [view, setView] = useState<View>('all')
  /** The last head stays until the next one is known. */
  const [headed, setHeaded] = useState<Ticket>()
  // A key that follows the title at once finds the ticket by its row.
  const early = ticket ?? listedTicket(client, id)
  const isHidden = isMissing || (!ticket && found.isError)
  useTicketActions(isHidden ? undefined : early, viewer)
  const isStatusOwn = useOwnStatus(early?.id ?? id)
  if (isHidden) return <TicketGone key={known} id={known} viewer={viewer} onClose={onClose} />
  const head = early ?? headed
  if (head && head !== headed) setHeaded(head)
  const shownHead = head && withPending<Ticket>(head)
  const deleteIt = ticket && canDelete(viewer) && (
    <DeleteTicket
      key={ticket.id}
      number={shownNumber(ticket)}
      isDeleting={deleting.isPending && isLeaving}
      onDelete={() => remove(ticket.id)}
    />
  )
  const more = ticket && (
    <>
      <PrintTicket
        ticketId={ticket.id}
        hasInternal={
          ticket.comments.some(({ isInternal }) => isInternal) ||
          (ticket.hasMoreComments && canSeeInternal(viewer))
        }
        loadChat={chat.isInUse ? () => loadWholeChat(client, ticket.id) : undefined}
      />
      {deleteIt}
    </>
  )
  return (
    <TicketFrame
      title={
        shownHead ? (
          <TicketTitle ticket={shownHead} {...(ticket && isWide && { viewer })} />
        ) : (
          i18n.t('Loading ticket...')
        )
      }
      isLoading={!head}
      summary={
        shownHead &&
        (isWide ? (
          <TicketSummary ticket={shownHead} viewer={viewer} />
        ) : (
          <>
            <TicketChips
              ref={chips}
              ticket={shownHead}
              controls={factsId}
              isOpen={areFactsOpen}
              onToggle={() => (areFactsOpen ? closeFacts() : openFacts(true))}
            />
            <div className="hidden print:block">
              <TicketSummary ticket={shownHead} viewer={viewer} />
            </div>
          </>
        ))
      }
      tools={
        ticket && (
          <>
            <Viewers ticketId={ticket.id} />
            {chat.hasToggle && <ChatToggle place={chat} ticketId={ticket.id} isBrief={!isWide} />}
          </>
        )
      }
      steps={<TicketNeighbours {...neighbours} />}
      more={
        isWide && (
          <>
            <FrameButtons isPlace={frame === 'place'} hasQueue={hasQueue} />
            {more}
          </>
        )
      }
      frame={frame}
      queue={
        hasQueue &&
        queueBeside && (
          <TicketQueue
            query={neighbours.query}
            place={neighbours.place}
            ticketId={head?.id ?? id}
            opener={opener}
            isForClient={isClient(viewer)}
          />
        )
      }
      onEscape={() => {
        if (isWide || !areFactsOpen) return false
        closeFacts()
        return true
      }}
      onClose={onClose}
    >
      {ticket ? (
        <TicketBody
          key={ticket.id}
          ticket={ticket}
          viewer={viewer}
          at={at}
          chat={chat}
          neighbours={neighbours}
          isStatusOwn={isStatusOwn}
          view={view}
          onView={setView}
          onClose={onClose}
          isLeaving={isLeaving}
          isWide={isWide}
          hasFacts={frame === 'box' || factsBeside}
          sheet={{
            id: factsId,
            isOpen: areFactsOpen,
            onReveal: openFacts,
            onClose: closeFacts,
            actions: more,
          }}
        />
      ) : (
        <BodyLoading isWide={isWide} />
      )}
    </TicketFrame>
  )
}
