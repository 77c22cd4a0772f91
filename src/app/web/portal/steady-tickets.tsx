import { Suspense, useRef, type ReactNode } from 'react'
import { Updates } from '#features/ticket-list/web/list/list-parts.ts'
import { useStablePage } from '#features/ticket-list/web/list/use-stable-page.ts'
import type { TicketPage } from '#features/tickets/contract.ts'
import { useAttention } from '#platform/web/hooks/use-attention.ts'

interface SteadyTicketsProps {
  page: TicketPage
  /** Place of the page; another one shows its rows at once. */
  place?: string
  children(tickets: TicketPage['tickets']): ReactNode
}

/** Holds rows in place while a person points at them or has the focus there. */
export function SteadyTickets({ page, place = '', children }: SteadyTicketsProps) {
  const list = useRef<HTMLDivElement>(null)
  const attention = useAttention()
  const settled = useStablePage(page, place, attention.isHere)
  function show() {
    settled.show()
    // The button unmounts; the new rows are next to read.
    list.current?.focus()
  }
  return (
    <div ref={list} tabIndex={-1} className="relative outline-0" {...attention.listeners}>
      {settled.updates.count > 0 && (
        <Suspense>
          <Updates updates={settled.updates} onShow={show} />
        </Suspense>
      )}
      {children((settled.page ?? page).tickets)}
    </div>
  )
}
