import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { unread } from '#features/chat/web/unread.ts'
import { onLiveMessage } from '#features/live/web/live.ts'
import { onUnreadComments, unreadComments } from '#features/comments/web/unread-comments.ts'
import { UnreadMark, type Waiting } from '#features/tickets/web/parts/unread-mark.tsx'
import { setUnread, useShownTickets } from '#features/tickets/web/parts/unread.ts'
import { setTitleCount } from './title.ts'

interface Counted {
  ticketId: string
  unread: number
}

function gather(comments: readonly Counted[], chat: readonly Counted[]): Map<string, Waiting> {
  const waiting = new Map(comments.map((one) => [one.ticketId, { comments: one.unread, chat: 0 }]))
  for (const { ticketId, unread: count } of chat)
    waiting.set(ticketId, { comments: waiting.get(ticketId)?.comments ?? 0, chat: count })
  return waiting
}

function Marks() {
  const client = useQueryClient()
  const shown = useShownTickets()
  const { data: chat } = useQuery(unread())
  const { data: comments } = useQuery({ ...unreadComments(shown), enabled: shown.length > 0 })
  useEffect(() => onLiveMessage((message) => onUnreadComments(message, client)), [client])
  useEffect(() => {
    const waiting = gather(comments?.tickets ?? [], chat?.tickets ?? [])
    setUnread(
      new Map([...waiting].map(([ticketId, one]) => [ticketId, <UnreadMark key={ticketId} {...one} />])),
    )
  }, [chat, comments])
  useEffect(() => setTitleCount((chat?.tickets ?? []).reduce((sum, one) => sum + one.unread, 0)), [chat])
  return null
}

const quietForMs = 300

/** Loads and shows the unread marks once the screen has settled. */
export function UnreadMarks() {
  const [isQuiet, setQuiet] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setQuiet(true), quietForMs)
    return () => clearTimeout(timer)
  }, [])
  return isQuiet && <Marks />
}
