import { useState, type ReactNode } from 'react'
import { handOverTicket } from '#features/comments/web/actions.ts'
import type { WrittenComment } from '#features/comments/web/written/use-written-comment.ts'
import type { TicketDetail } from '#features/conversation/contract.ts'
import { canAssign } from '#features/tickets/policy.ts'
import { shownNumber } from '#features/tickets/web/parts/shown-number.ts'
import type { CurrentUser, Person } from '#features/users/contract.ts'
import { nameOf } from '#features/users/web/person-name.ts'
import { i18n } from '#platform/contract/i18n.ts'
import { useActions } from '#platform/web/actions/actions.ts'
import { lazyPart } from '#platform/web/lazy-parts.ts'
import { PartBoundary } from '#platform/web/ui/part-boundary.tsx'

const HandOver = lazyPart(() => import('#features/comments/web/hand-over.tsx'), 'HandOver')

interface HandingOver {
  begin(): void
  /** Name of the person who has just got the ticket. */
  handedTo: string | undefined
  form: ReactNode
}

/** Offers to hand the open ticket over, and holds the form. */
export function useHandingOver(
  ticket: TicketDetail,
  viewer: CurrentUser,
  comment: WrittenComment,
): HandingOver {
  const [isOpen, setOpen] = useState(false)
  const [to, setTo] = useState<Person>()
  const begin = () => setOpen(true)
  const close = () => setOpen(false)
  useActions(canAssign(viewer) ? [{ ...handOverTicket, heading: shownNumber(ticket), run: begin }] : [])
  const form = isOpen && (
    <PartBoundary what={i18n.t('The form')} note="floating" onRetry={close}>
      <HandOver
        ticket={ticket}
        viewer={viewer}
        comment={comment}
        onClose={close}
        onDone={setTo}
        onUndone={() => setTo(undefined)}
      />
    </PartBoundary>
  )
  return { begin, handedTo: to && nameOf(to), form }
}
