import { Suspense } from 'react'
import type { TicketNewsProps } from '#features/tickets/web/ticket-news.tsx'
import { lazyExtra } from '#platform/web/parts.ts'

const TicketNews = lazyExtra(() => import('#features/tickets/web/ticket-news.tsx'), 'TicketNews')

export const LazyTicketNews = (props: TicketNewsProps) => (
  <Suspense>
    <TicketNews {...props} />
  </Suspense>
)
