import type { ComponentProps, ReactNode, Ref } from 'react'
import type { TicketDetail } from '#features/conversation/contract.ts'
import { TicketSummary } from '#features/conversation/web/detail/ticket-header.tsx'
import type { CurrentUser } from '#features/users/contract.ts'
import { i18n } from '#platform/contract/i18n.ts'
import { cn } from '#platform/web/cn.ts'
import { runWhenOffered } from '#platform/web/actions/actions.ts'
import { revealBy, Tab, TabList, TabPanel, Tabs } from '#platform/web/ui/tabs.tsx'
import { FactsSheet } from './facts-sheet.tsx'
import { toggleFacts } from '../frame-actions.ts'
import { ChatCount, LiveChat, type ChatPlace } from '../live-chat.tsx'

interface PanesBase {
  ticket: TicketDetail
  viewer: CurrentUser
  chat: ChatPlace
  /** Conversation and composer. */
  main: ReactNode
  side: ReactNode
  save: ReactNode
}

interface NarrowPanes extends PanesBase {
  sheet: Omit<ComponentProps<typeof FactsSheet>, 'children'>
}

// Functions rather than components: what is written and unfolded in `main` stays when the width changes.

/** Draws the panes one in place of the other. */
export function narrowPanes({ ticket, viewer, chat, main, side, save, sheet }: NarrowPanes): ReactNode {
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
}

interface WidePanes extends PanesBase {
  hasFacts: boolean
  tab: string
  onTab(tab: string): void
}

/** Draws the panes side by side, and a chat without room behind a tab. */
export function widePanes(panes: WidePanes): ReactNode {
  const { ticket, viewer, chat, main, side, save, hasFacts, tab, onTab } = panes
  return (
    <div
      className="ticket-pane ticket-grid border-t border-border"
      data-facts={hasFacts}
      data-chat={chat.isDocked}
    >
      {chat.hasTab ? (
        <Tabs value={tab} onValueChange={onTab} className="ticket-pane flex min-h-0 flex-col">
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

export function Pane({ label, ref, className, children }: PaneProps) {
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
