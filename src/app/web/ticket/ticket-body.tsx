import { useRef, useState, type ComponentProps, type ReactNode, type Ref } from 'react'
import { TicketAttachments } from '#features/attachments/web/ticket-attachments.tsx'
import { useTicketFiles, type TicketFiles } from '#features/attachments/web/use-ticket-files.ts'
import type { TicketDetail } from '#features/conversation/contract.ts'
import { Request } from '#features/conversation/web/detail/request.tsx'
import { SaveChanges } from '#features/conversation/web/detail/save-changes.tsx'
import { TicketSummary } from '#features/conversation/web/detail/ticket-header.tsx'
import { TicketDetails } from '#features/conversation/web/detail/ticket-details.tsx'
import { TicketManagement } from '#features/conversation/web/detail/ticket-management.tsx'
import type { View } from '#features/conversation/web/stream/entries.ts'
import { useFollowedPane } from '#features/conversation/web/stream/use-followed-pane.ts'
import { ParticipantsCard } from '#features/participants/web/participants.tsx'
import type { Neighbours } from '#features/ticket-list/web/neighbours/use-neighbours.ts'
import { canChange, canSeeInternal } from '#features/tickets/policy.ts'
import { useTicketChanges } from '#features/tickets/web/change/use-ticket-changes.ts'
import { FileDropZone } from '#features/uploads/web/file-drop-zone.tsx'
import type { CurrentUser } from '#features/users/contract.ts'
import { isAdministrator } from '#features/users/policy.ts'
import { i18n } from '#platform/contract/i18n.ts'
import { cn } from '#platform/web/cn.ts'
import { runWhenOffered } from '#platform/web/actions/actions.ts'
import { useMedia } from '#platform/web/hooks/use-media.ts'
import { lazyPart } from '#platform/web/lazy-parts.ts'
import { lazyExtra, PartBoundary } from '#platform/web/ui/part-boundary.tsx'
import { Loading, Skeleton } from '#platform/web/ui/skeleton.tsx'
import { revealBy, Tab, TabList, TabPanel, Tabs } from '#platform/web/ui/tabs.tsx'
import { FactsSheet } from './facts-sheet.tsx'
import { toggleFacts } from './frame-actions.ts'
import { useHandingOver } from './next/handing-over.tsx'
import { useOpener } from './use-opener.ts'
import { useReply } from './use-reply.ts'
import { ChatCount, LiveChat, type ChatPlace } from './live-chat.tsx'

const TicketHistory = lazyExtra(
  () => import('#features/conversation/web/detail/ticket-history.tsx'),
  'TicketHistory',
)
const TicketNews = lazyExtra(() => import('#features/conversation/web/detail/ticket-news.tsx'), 'TicketNews')

const NextBar = lazyExtra(() => import('./next/next-bar.tsx'), 'NextBar')

const WritingLine = lazyExtra(() => import('#features/live/web/writing-line.tsx'), 'WritingLine')

const ChatFollower = lazyExtra(() => import('./chat-follower.tsx'), 'ChatFollower')

const ReplyInChat = lazyExtra(
  () => import('#features/conversation/web/stream/reply-in-chat.tsx'),
  'ReplyInChat',
)

const RequestMail = lazyExtra(() => import('#features/mail-entries/web/request-mail.tsx'), 'RequestMail')

const GiveReader = lazyExtra(() => import('./give-reader.tsx'), 'GiveReader')

const TicketConversation = lazyPart(() => import('./ticket-conversation.tsx'), 'TicketConversation')
const Share = lazyExtra(() => import('#features/sharing/web/share.tsx'), 'Share')
const Requester = lazyPart(() => import('./requester.tsx'), 'Requester')

const CommentBox = lazyPart(() => import('#features/comments/web/comment-box.tsx'), 'CommentBox')
// Fetched together with this module, so that they are there without a network, and on a slow line before the first ticket.
for (const part of [
  TicketConversation,
  CommentBox,
  Requester,
  TicketNews,
  NextBar,
  WritingLine,
  ChatFollower,
  Share,
])
  void part.load().catch(() => undefined)

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

function TicketPanes({
  ticket,
  viewer,
  at,
  chat,
  neighbours,
  isStatusOwn,
  view: chosenView,
  onView,
  onClose,
  isLeaving,
  isWide,
  hasFacts,
  sheet,
  files,
}: TicketBodyProps & { files: TicketFiles }) {
  const hasHistory = !useMedia('(width >= 64rem)') || !isWide
  const { comment, assigning } = useReply(ticket, viewer, chat.mayChat && !isLeaving)
  const handing = useHandingOver(ticket, viewer, comment)
  const opener = useOpener()
  const changes = useTicketChanges(ticket)
  const [tab, setTab] = useState('updates')
  const pane = useRef<HTMLElement>(null)
  const isCovered = chat.hasTab ? tab === 'chat' : chat.isOver || (!isWide && sheet.isOpen)
  const place = useFollowedPane(pane, isWide ? 'wide' : isCovered ? undefined : 'narrow')
  const view = chosenView === 'chat' && !chat.mayChat ? 'all' : chosenView

  const description = (
    <>
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
    </>
  )
  const conversation = (
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
  )
  const box = (
    <div className="ticket-composer no-print flex-none border-t border-border px-5 py-3 max-sm:px-4 [&>*]:mx-auto [&>*]:w-full [&>*]:max-w-[860px]">
      {view === 'chat' ? (
        <ReplyInChat onReply={chat.write} onComment={() => onView('all')} />
      ) : (
        <PartBoundary
          what={i18n.t('The comment box')}
          note="inline"
          fallback={<div className={canSeeInternal(viewer) ? 'h-40' : 'h-24'} />}
        >
          <CommentBox
            comment={comment}
            ticket={ticket}
            viewer={viewer}
            reopens={ticket.repliesReopen}
            assigning={assigning}
            giveReader={isAdministrator(viewer) && <GiveReader ticket={ticket} />}
            writing={canChange(viewer) && <WritingLine ticketId={ticket.id} />}
            onAdded={place.toEnd}
          />
        </PartBoundary>
      )}
    </div>
  )
  const side = (
    <>
      {canChange(viewer) ? (
        <>
          <TicketManagement
            ticket={ticket}
            viewer={viewer}
            changes={changes}
            onHandOver={handing.begin}
            isTarget={at === 'management'}
          />
          <PartBoundary
            what={i18n.t('The requester')}
            note="inline"
            fallback={<div className="card h-72 flex-none" />}
          >
            <Requester ticket={ticket} viewer={viewer} isLeaving={isLeaving} />
          </PartBoundary>
        </>
      ) : (
        <ParticipantsCard ticket={ticket} viewerId={viewer.id} />
      )}
      <TicketDetails
        ticket={ticket}
        opener={opener}
        viewer={viewer}
        changes={changes}
        isTarget={at === 'management'}
      />
      {hasHistory && <TicketHistory ticketId={ticket.id} isLeaving={isLeaving} />}
      {ticket.ticketNumber && <Share ticketNumber={ticket.ticketNumber} />}
    </>
  )
  const save = (
    <SaveChanges hasUnsaved={changes.hasUnsaved} isOnline={comment.isOnline} onSave={changes.saveAll} />
  )

  const main = (
    <>
      <Pane label={i18n.t('Description and updates')} ref={pane} className="px-5 py-4 max-sm:px-4">
        <div className="mx-auto flex max-w-[860px] flex-col gap-6">
          {description}
          {conversation}
        </div>
      </Pane>
      <div className="ticket-foot flex-none">
        {canChange(viewer) && (
          <NextBar
            ticket={ticket}
            viewer={viewer}
            neighbours={neighbours}
            isOwn={isStatusOwn}
            isShown={!isCovered}
            handedTo={handing.handedTo}
            onClose={onClose}
          />
        )}
        {box}
      </div>
      {handing.form}
    </>
  )

  if (!isWide)
    return (
      <div className="ticket-pane flex min-h-0 flex-1 flex-col border-t border-border">
        <div
          hidden={chat.isOver || sheet.isOpen}
          ref={(element) => {
            if (!element) return
            revealBy(element, () => {
              if (chat.isOver) chat.show(false)
              if (sheet.isOpen) sheet.onReveal(false)
            })
          }}
          className="ticket-pane flex min-h-0 flex-1 flex-col"
        >
          {main}
        </div>
        {chat.mayChat && (
          <div
            hidden={!chat.isOver || sheet.isOpen}
            ref={(element) => {
              if (!element) return
              revealBy(element, () => {
                chat.show(true)
                if (sheet.isOpen) sheet.onReveal(false)
              })
            }}
            className="ticket-chat no-print flex min-h-0 flex-1 flex-col"
          >
            <LiveChat ticket={ticket} viewer={viewer} isShown={chat.isOver && !sheet.isOpen} isFilling />
          </div>
        )}
        <FactsSheet {...sheet}>
          <Pane label={i18n.t('About this ticket')} className="flex flex-col gap-3 p-3">
            <div className="no-print">
              <TicketSummary ticket={ticket} viewer={viewer} />
            </div>
            {side}
          </Pane>
          {save}
        </FactsSheet>
      </div>
    )
  return (
    <div
      className="ticket-pane ticket-grid border-t border-border"
      data-facts={hasFacts}
      data-chat={chat.isDocked}
    >
      {chat.hasTab ? (
        <Tabs value={tab} onValueChange={setTab} className="ticket-pane flex min-h-0 flex-col">
          <TabList label={i18n.t('Conversation')} className="flex-none px-3">
            <Tab value="updates">
              {i18n.t('Updates & Comments')}
              <span className="text-subtle tabular-nums">{`${ticket.comments.length}${ticket.hasMoreComments ? '+' : ''}`}</span>
            </Tab>
            <Tab value="chat">
              {i18n.t('Live Chat')}
              <ChatCount ticketId={ticket.id} />
            </Tab>
          </TabList>
          <TabPanel value="updates" keepMounted className="ticket-pane flex min-h-0 flex-1 flex-col">
            {main}
          </TabPanel>
          <TabPanel value="chat" keepMounted className="ticket-chat no-print flex min-h-0 flex-1 flex-col">
            <LiveChat ticket={ticket} viewer={viewer} isShown={tab === 'chat'} isFilling />
          </TabPanel>
        </Tabs>
      ) : (
        <div className="ticket-pane flex min-h-0 flex-col">{main}</div>
      )}
      <div
        hidden={!hasFacts}
        ref={(element) => {
          if (element) revealBy(element, () => !hasFacts && runWhenOffered(toggleFacts))
        }}
        className="ticket-pane ticket-facts flex min-h-0 flex-col"
      >
        <Pane label={i18n.t('About this ticket')} className="flex flex-col gap-3 p-3">
          {side}
        </Pane>
        {save}
      </div>
      {chat.isDocked && (
        <div className="no-print min-h-0 overflow-y-auto border-s border-border bg-canvas p-3">
          <LiveChat ticket={ticket} viewer={viewer} isShown isFilling={false} />
        </div>
      )}
    </div>
  )
}

interface PaneProps {
  label: string
  ref?: Ref<HTMLElement>
  className: string
  children: ReactNode
}

// Focusable, or the keyboard could not scroll it.
const scroller = { tabIndex: 0 }

function Pane({ label, ref, className, children }: PaneProps) {
  return (
    <section
      ref={ref}
      aria-label={label}
      {...scroller}
      className={cn('ticket-pane min-h-0 flex-1 overflow-y-auto -outline-offset-2!', className)}
    >
      {children}
    </section>
  )
}

const ConversationLoading = () => (
  <Loading label={i18n.t('Loading updates...')} className="flex flex-col gap-3 py-2">
    <Skeleton className="w-3/5" />
    <Skeleton className="w-4/5" />
  </Loading>
)
