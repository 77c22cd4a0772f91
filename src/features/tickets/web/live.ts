import type { QueryClient } from '@tanstack/react-query'
import type { Person } from '#features/users/contract.ts'
import { nameOf } from '#features/users/web/person-name.ts'
import { i18n } from '#platform/contract/i18n.ts'
import type { Listening } from '#platform/web/feature.ts'
import { throttled } from '#platform/web/throttled.ts'
import { isPersonalShown, toast, type ToastOptions } from '#platform/web/ui/overlay/toast-store.ts'
import { TicketMessage, type Ticket } from '../contract.ts'
import { dropTicket, placeTicket, refreshLists, refreshTicket } from './api.ts'
import { newsChoice } from './news-choice.ts'
import { markGone, markPresent } from './gone-tickets.ts'
import { shownNumber } from './parts/shown-number.ts'

/** Throttles list refreshes, as a bulk change is many messages. */
const refreshEveryMs = 300
/** Suppresses update notices after one about an assignment or mention. */
const wordShowsMs = 5000

/** Throttles update notices; those in between are combined. */
const showEveryMs = 2000

let wordUntil = 0

const refreshSoon = throttled((client: QueryClient) => void refreshLists(client), refreshEveryMs)

/** The open ticket announces its own changes. */
function isOpen({ id, ticketNumber }: Ticket): boolean {
  const open = new URLSearchParams(window.location.search).get('ticket')
  return open === id || open?.toUpperCase() === ticketNumber
}

const updated = new Map<string, Ticket>()

const isTheirs = ({ createdById, assignedToId }: Ticket, viewerId: string) =>
  createdById === viewerId || assignedToId === viewerId

const showUpdates = throttled(
  (viewerId: string) => {
    if (isPersonalShown()) return showUpdates(viewerId)
    const { isOnlyMine, chooseMine } = newsChoice()
    const tickets = [...updated.values()].filter(
      (ticket) => !isOpen(ticket) && (!isOnlyMine || isTheirs(ticket, viewerId)),
    )
    updated.clear()
    const [ticket] = tickets
    if (!ticket) return
    const count = tickets.length
    const news =
      count === 1
        ? {
            title: i18n.t('Ticket Updated'),
            description: i18n.t('Ticket {number} has been updated.', { number: shownNumber(ticket) }),
          }
        : {
            title: i18n.t('Tickets Updated'),
            description: i18n.t('{count} tickets have been updated.', { count }),
          }
    const action = !isOnlyMine && chooseMine && { label: i18n.t('Only mine'), onAction: chooseMine }
    toast({ ...news, isNews: true, ...(action && { action }) })
  },
  showEveryMs,
  true,
)

/** Words about the viewer that wait for one about their own act. */
const words: ToastOptions[] = []

const showWords = throttled(
  () => {
    if (isPersonalShown()) return showWords()
    const word = words.shift()
    if (!word) return
    wordUntil = Date.now() + wordShowsMs
    toast({ ...word, isNews: true })
    showWords()
  },
  showEveryMs,
  true,
)

function sayWord(word: ToastOptions): void {
  words.push(word)
  showWords()
}

function sayUpdated(ticket: Ticket, viewerId: string): void {
  if (words.length > 0 || Date.now() < wordUntil) return
  updated.set(ticket.id, ticket)
  showUpdates(viewerId)
}

function sayAssigned(ticket: Ticket): void {
  sayWord({
    title: i18n.t('New Ticket Assigned'),
    description: i18n.t('You have been assigned to ticket {number}.', {
      number: shownNumber(ticket),
    }),
  })
}

function sayMentioned(ticketNumber: string, by: Person | null, onAction: () => void): void {
  const name = by ? nameOf(by) : i18n.t('A deleted user')
  sayWord({
    title: i18n.t('New Mention'),
    description: i18n.t('{name} mentioned you on {number}.', { name, number: ticketNumber }),
    action: { label: i18n.t('{button, select, other {Open}}', { button: '' }), onAction },
  })
}

export function onTicketMessage(message: unknown, { queryClient, viewerId, open }: Listening): void {
  const parsed = TicketMessage.safeParse(message)
  if (!parsed.success) return
  const { data } = parsed
  if (data.type === 'ticket:deleted') {
    markGone(data.ticketId, data)
    dropTicket(queryClient, data.ticketId)
    return refreshSoon(queryClient)
  }
  if (data.type === 'ticket:assigned') {
    if (data.assignedUserId === viewerId && !data.own) sayAssigned(data.ticket)
    return
  }
  if (data.type === 'comment:mention') {
    if (!data.own) sayMentioned(data.ticketNumber, data.by, () => open(data.ticketId))
    return
  }
  markPresent(data.ticket.id)
  placeTicket(queryClient, data.ticket)
  // The message has neither comments nor history.
  void refreshTicket(queryClient, data.ticket.id)
  refreshSoon(queryClient)
  // Version 1 is a new ticket, not an update.
  if (!data.own && data.ticket.version > 1) sayUpdated(data.ticket, viewerId)
}
