import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { z } from 'zod'
import { ticketDetail } from '#features/conversation/web/api.ts'
import { recall, remember } from '#platform/web/storage.ts'
import { useOpenTicket } from '../ticket/open-ticket.ts'

const Recent = z.array(z.object({ id: z.string(), ticketNumber: z.string(), subject: z.string() }))
type Recent = z.infer<typeof Recent>
const most = 6

const keyOf = (userId: string) => `signalbox.recent.${userId}`

/** Lists the tickets that this person opened last in this tab, the newest first. */
export function listRecent(userId: string): Recent {
  try {
    return Recent.parse(JSON.parse(recall('tab', keyOf(userId)) ?? '[]'))
  } catch {
    return []
  }
}

export function useRememberOpened(userId: string): void {
  const { openId } = useOpenTicket()
  const { data } = useQuery({ ...ticketDetail(openId ?? ''), enabled: false })
  const { id, ticketNumber, subject } = data ?? {}
  useEffect(() => {
    if (!id || !ticketNumber || !subject) return
    const others = listRecent(userId).filter((one) => one.id !== id)
    const recent = [{ id, ticketNumber, subject }, ...others].slice(0, most)
    remember('tab', keyOf(userId), JSON.stringify(recent))
  }, [userId, id, ticketNumber, subject])
}
