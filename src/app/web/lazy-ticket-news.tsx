import { lazy, Suspense, type ComponentType } from 'react'
import type { TicketNewsProps } from '#features/tickets/web/ticket-news.tsx'
import { loadPart } from '#platform/web/parts.ts'

const Nothing = () => null

/** Where that part does not come, a ticket is still a ticket. */
const TicketNews = lazy<ComponentType<TicketNewsProps>>(async () => {
  try {
    return { default: (await loadPart(() => import('#features/tickets/web/ticket-news.tsx'))).TicketNews }
  } catch {
    return { default: Nothing }
  }
})

export const LazyTicketNews = (props: TicketNewsProps) => (
  <Suspense>
    <TicketNews {...props} />
  </Suspense>
)
