import {
  CirclePlus,
  CircleUserRound,
  Contrast,
  Keyboard,
  Link2,
  LogOut,
  Printer,
  Rows2,
  SignalHigh,
  SquareCheck,
  type LucideIcon,
} from 'lucide-react'
import {
  priorities,
  priorityWords,
  statusWords,
  statuses,
  type TicketDetail,
} from '#features/tickets/contract.ts'
import { leave } from '../session/leave.ts'
import { canAssign, canChange, canCreateForOthers } from '#features/tickets/policy.ts'
import { useChangeTicket } from '#features/tickets/web/change/use-change-ticket.ts'
import { isClient } from '#features/users/policy.ts'
import { densities, setDensity, setTheme, themes } from '#platform/web/theme.ts'
import { toastFailure, toastSuccess } from '#platform/web/ui/overlay/toast-store.ts'
import { useNavigate } from '@tanstack/react-router'
import { showOverlay } from '../shell/overlay.ts'
import { useViewer } from '../session/session.tsx'
import { destinationsFor } from './destinations.ts'
import { useAssignToMe, useShownTicket } from './use-assign-to-me.ts'

export interface Action {
  label: string
  icon: LucideIcon
  /** Other words it is found by. */
  words?: string
  keys?: string | undefined
  /** Only shown when its words are typed: one of many values. */
  isRare?: boolean
  run(): void
}

export interface ActionGroup {
  heading: string
  actions: Action[]
}

async function copyLink({ ticketNumber }: TicketDetail) {
  try {
    await navigator.clipboard.writeText(`${location.origin}/my-tickets?ticket=${ticketNumber}`)
    toastSuccess('Link copied.')
  } catch {
    toastFailure('The link could not be copied.')
  }
}

/** What can be done with the open ticket. */
function useTicketActions(): ActionGroup[] {
  const viewer = useViewer()
  const ticket = useShownTicket()()
  const change = useChangeTicket()
  const assignToMe = useAssignToMe()
  if (!ticket) return []
  const changes: Action[] = [
    ...statuses
      .filter((status) => status !== ticket.status)
      .map((status) => ({
        label: `Set status to ${statusWords[status]}`,
        icon: SquareCheck,
        run: () => void change(ticket, 'status', status),
      })),
    ...priorities
      .filter((priority) => priority !== ticket.priority)
      .map((priority) => ({
        label: `Set priority to ${priorityWords[priority]}`,
        icon: SignalHigh,
        isRare: true,
        run: () => void change(ticket, 'priority', priority),
      })),
  ]
  const assign = { label: 'Assign to me', icon: CircleUserRound, keys: 'i', run: () => void assignToMe() }
  return [
    {
      heading: ticket.ticketNumber,
      actions: [
        ...(canAssign(viewer) && ticket.assignedToId !== viewer.id ? [assign] : []),
        ...(canChange(viewer) ? changes : []),
        // The palette is still there, and would be printed instead.
        { label: 'Print Ticket', icon: Printer, run: () => setTimeout(() => window.print(), 300) },
        { label: 'Copy link', icon: Link2, words: 'share url', run: () => void copyLink(ticket) },
      ],
    },
  ]
}

/** Everything the palette can do besides finding, for this person and this moment. */
export function useActions(): ActionGroup[] {
  const viewer = useViewer()
  const navigate = useNavigate()
  const onTicket = useTicketActions()
  const create = () =>
    isClient(viewer) ? void navigate({ to: '/client-portal' }) : showOverlay('new-ticket')
  const mayCreate = isClient(viewer) || canCreateForOthers(viewer)
  return [
    ...onTicket,
    {
      heading: 'Go to',
      actions: destinationsFor(viewer).map(({ to, label, icon, key }) => ({
        label,
        icon,
        words: 'go to open',
        keys: key && `g ${key}`,
        run: () => void navigate({ to, search: {} }),
      })),
    },
    {
      heading: 'Do',
      actions: [
        ...(mayCreate
          ? [{ label: 'Create Ticket', icon: CirclePlus, words: 'new submit', keys: 'c', run: create }]
          : []),
        ...themes.map((theme) => ({
          label: `Theme: ${theme[0]?.toUpperCase()}${theme.slice(1)}`,
          icon: Contrast,
          words: 'colour color appearance mode',
          isRare: true,
          run: () => setTheme(theme),
        })),
        ...densities.map((density) => ({
          label: `Density: ${density[0]?.toUpperCase()}${density.slice(1)}`,
          icon: Rows2,
          words: 'rows spacing',
          isRare: true,
          run: () => setDensity(density),
        })),
        {
          label: 'Keyboard shortcuts',
          icon: Keyboard,
          words: 'help keys',
          keys: '?',
          run: () => showOverlay('shortcuts'),
        },
        {
          label: 'Sign out',
          icon: LogOut,
          words: 'log out logout leave',
          run() {
            leave()
            location.assign('/api/logout')
          },
        },
      ],
    },
  ]
}

/** Those whose words begin with what was typed; without anything typed, those worth showing. */
export function matching(groups: readonly ActionGroup[], typed: string): ActionGroup[] {
  const wanted = typed.toLowerCase().split(/\s+/).filter(Boolean)
  const fits = ({ label, words = '', isRare }: Action) => {
    if (wanted.length === 0) return !isRare
    const known = `${label} ${words}`.toLowerCase().split(/[\s:]+/)
    return wanted.every((word) => known.some((one) => one.startsWith(word)))
  }
  return groups
    .map(({ heading, actions }) => ({ heading, actions: actions.filter(fits) }))
    .filter(({ actions }) => actions.length > 0)
}
