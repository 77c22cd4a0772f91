import { useMutation, useQueryClient } from '@tanstack/react-query'
import { TicketPlus } from 'lucide-react'
import type { NamedTicket } from '#features/inbound/contract.ts'
import { opensTicket, type TicketOpener } from '#features/tickets/web/parts/ticket-opener.ts'
import { i18n } from '#platform/contract/i18n.ts'
import { messageIn } from '#platform/web/refusal.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { toastFailure, toastSuccess } from '#platform/web/ui/overlay/toast-store.ts'
import { splitMail } from './api.ts'

interface SplitMailProps {
  /** The mail. */
  id: string
  ticketId: string
  opener: TicketOpener
  splitInto: NamedTicket | undefined
}

/** Makes a ticket of a comment that came under a new subject, or names the one that was made. */
export function SplitMail({ id, ticketId, opener, splitInto }: SplitMailProps) {
  const splitting = useMutation(splitMail(useQueryClient(), ticketId))
  async function split() {
    if (splitting.isPending) return
    try {
      const made = await splitting.mutateAsync(id)
      toastSuccess(i18n.t('{number} created from the comment.', { number: made.ticketNumber }), {
        label: i18n.t('Open'),
        onAction: () => opener.open(made.id),
      })
    } catch (error) {
      toastFailure(messageIn(error) ?? i18n.t('The ticket could not be created.'))
    }
  }
  if (splitInto)
    return (
      <a className="link text-meta" {...opensTicket(opener, splitInto.id)}>
        {i18n.t('Became {number}', { number: splitInto.ticketNumber })}
      </a>
    )
  return (
    <Button size="small" className="no-print" busy={splitting.isPending} onClick={() => void split()}>
      <TicketPlus aria-hidden />
      {i18n.t('Make a ticket of this')}
    </Button>
  )
}
