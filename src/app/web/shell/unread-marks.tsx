import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { unread } from '#features/chat/web/unread.ts'
import { setUnread } from '#features/tickets/web/parts/unread.ts'
import { setTitleCount } from './title.ts'

/** Shows unread chat messages in the lists and in the title of the window. */
export function UnreadMarks() {
  const { data } = useQuery(unread())
  useEffect(() => {
    const tickets = data?.tickets ?? []
    setUnread(new Map(tickets.map(({ ticketId, unread: count }) => [ticketId, count])))
    setTitleCount(tickets.reduce((sum, { unread: count }) => sum + count, 0))
  }, [data])
  return null
}
