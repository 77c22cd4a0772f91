import { useRef, useState, type ComponentProps } from 'react'
import { TicketAttachments } from '#features/attachments/web/ticket-attachments.tsx'
import { useTicketFiles, type TicketFiles } from '#features/attachments/web/use-ticket-files.ts'
import type { TicketDetail } from '#features/conversation/contract.ts'
import { Request } from '#features/conversation/web/detail/request.tsx'
import { SaveChanges } from '#features/conversation/web/detail/save-changes.tsx'
import type { View } from '#features/conversation/web/stream/entries.ts'
import { useFollowedPane } from '#features/conversation/web/stream/use-followed-pane.ts'
import type { Neighbours } from '#features/ticket-list/web/neighbours/use-neighbours.ts'
import { canChange } from '#features/tickets/policy.ts'
import { useTicketChanges } from '#features/tickets/web/change/use-ticket-changes.ts'
import { FileDropZone } from '#features/uploads/web/file-drop-zone.tsx'
import type { CurrentUser } from '#features/users/contract.ts'
import { i18n } from '#platform/contract/i18n.ts'
import { fetchAhead, lazyPart } from '#platform/web/lazy-parts.ts'
import { lazyExtra, PartBoundary } from '#platform/web/ui/part-boundary.tsx'
import { Loading, Skeleton } from '#platform/web/ui/skeleton.tsx'
import type { FactsSheet } from './panes/facts-sheet.tsx'
import { useHandingOver } from './next/handing-over.tsx'
import { useReply } from './use-reply.ts'
import type { ChatPlace } from './live-chat.tsx'
import { TicketComposer } from './panes/composer.tsx'
import { narrowPanes, Pane, widePanes } from './panes/panes.tsx'
import { TicketSide } from './panes/side.tsx'

const TicketNews = lazyExtra(() => import('#features/conversation/web/detail/ticket-news.tsx'), 'TicketNews')

const NextBar = lazyExtra(() => import('./next/next-bar.tsx'), 'NextBar')

const ChatFollower = lazyExtra(() => import('./chat-follower.tsx'), 'ChatFollower')

const RequestMail = lazyExtra(() => import('#features/mail-entries/web/request-mail.tsx'), 'RequestMail')

const TicketConversation = lazyPart(() => import('./ticket-conversation.tsx'), 'TicketConversation')
// On a slow line they come before the first ticket.
fetchAhead(TicketConversation, TicketNews, NextBar, ChatFollower)

interface TicketBodyProps {
  ticket: TicketDetail
  viewer: CurrentUser
  at?: 'management' | undefined
  chat: ChatPlace
  /** Tickets around it in its list. */
  neighbours: Neighbours
  /** The viewer has set the status that it has. */
  isStatusOwn: boolean
  view: View
  onView(view: View): void
  onClose(): void
  /** True while the ticket is being deleted: nothing more is requested about it. */
  isLeaving: boolean
  /** The facts stand beside the conversation. */
  isWide: boolean
  hasFacts: boolean
  /** Holds the facts otherwise. */
  sheet: Omit<ComponentProps<typeof FactsSheet>, 'children'>
}

/** Everything below the head of a ticket; it accepts dropped files. */
export function TicketBody(props: TicketBodyProps) {
  const files = useTicketFiles(props.ticket.id)
  return (
    <FileDropZone
      uploads={files.uploads}
      invitation={i18n.t('Drop files to add them to the ticket')}
      className="ticket-pane flex min-h-0 flex-1 flex-col"
    >
      {!props.isLeaving && <TicketNews ticket={props.ticket} viewerId={props.viewer.id} />}
      {props.chat.mayChat && <ChatFollower ticketId={props.ticket.id} viewerId={props.viewer.id} />}
      <TicketPanes {...props} files={files} />
    </FileDropZone>
  )
}

function TicketPanes(props: TicketBodyProps & { files: TicketFiles }) {
  const { ticket, viewer, chat, onView, isLeaving, isWide, sheet, files } = props
  const { comment, assigning } = useReply(ticket, viewer, chat.mayChat && !isLeaving)
  const handing = useHandingOver(ticket, viewer, comment)
  const changes = useTicketChanges(ticket)
  const [tab, setTab] = useState('updates')
  const pane = useRef<HTMLElement>(null)
  const isCovered = chat.hasTab ? tab === 'chat' : chat.isOver || (!isWide && sheet.isOpen)
  const place = useFollowedPane(pane, isWide ? 'wide' : isCovered ? undefined : 'narrow')
  const view = props.view === 'chat' && !chat.mayChat ? 'all' : props.view

  const main = (
    <>
      <Pane label={i18n.t('Description and updates')} ref={pane} className="px-5 py-4 max-sm:px-4">
        <div className="mx-auto flex max-w-[860px] flex-col gap-6">
          <Request
            ticket={ticket}
            rest={ticket.source === 'email' && !isLeaving && <RequestMail ticketId={ticket.id} />}
          />
          <TicketAttachments
            ticketId={ticket.id}
            attachments={ticket.attachments}
            viewer={viewer}
            files={files}
          />
          <PartBoundary what={i18n.t('The conversation')} note="inline" fallback={<ConversationLoading />}>
            <TicketConversation
              ticket={ticket}
              viewer={viewer}
              view={view}
              onView={onView}
              mayChat={chat.mayChat}
              isChatBeside={chat.isDocked}
              place={place}
              isShown={!isCovered}
              isLeaving={isLeaving}
            />
          </PartBoundary>
        </div>
      </Pane>
      <div className="ticket-foot flex-none">
        {canChange(viewer) && (
          <NextBar
            ticket={ticket}
            viewer={viewer}
            neighbours={props.neighbours}
            isOwn={props.isStatusOwn}
            isShown={!isCovered}
            handedTo={handing.handedTo}
            onClose={props.onClose}
          />
        )}
        <TicketComposer
          ticket={ticket}
          viewer={viewer}
          comment={comment}
          assigning={assigning}
          view={view}
          onView={onView}
          onReply={chat.write}
          onAdded={place.toEnd}
        />
      </div>
      {handing.form}
    </>
  )
  const side = (
    <TicketSide
      ticket={ticket}
      viewer={viewer}
      changes={changes}
      onHandOver={handing.begin}
      isTarget={props.at === 'management'}
      isLeaving={isLeaving}
      isWide={isWide}
    />
  )
  const save = (
    <SaveChanges hasUnsaved={changes.hasUnsaved} isOnline={comment.isOnline} onSave={changes.saveAll} />
  )
  const panes = { ticket, viewer, chat, main, side, save }
  if (!isWide) return narrowPanes({ ...panes, sheet })
  return widePanes({ ...panes, hasFacts: props.hasFacts, tab, onTab: setTab })
}

const ConversationLoading = () => (
  <Loading label={i18n.t('Loading updates...')} className="flex flex-col gap-3 py-2">
    <Skeleton className="w-3/5" />
    <Skeleton className="w-4/5" />
  </Loading>
)
