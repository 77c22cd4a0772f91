import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Fragment, useEffect } from 'react'
import { useViewer } from '#features/auth/web/session.tsx'
import { unread } from '#features/chat/web/unread.ts'
import { onUnreadComments, unreadComments } from '#features/comments/web/unread-comments.ts'
import { onLiveMessage } from '#features/live/web/live.ts'
import { RowFaces } from '#features/live/web/row-faces.tsx'
import { useRowPresence } from '#features/live/web/row-presence.ts'
import { UnreadMark, type Waiting } from '#features/tickets/web/parts/unread-mark.tsx'
import { setMarks, useShownTickets } from '#features/tickets/web/parts/row-marks.ts'
import { isStaff } from '#features/users/policy.ts'
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

const nowhere: readonly string[] = []

/** Marks the tickets on the screen: colleagues who have them open, and what is unread. */
export function RowMarks() {
  const client = useQueryClient()
  const viewer = useViewer()
  const shown = useShownTickets()
  const { data: chat } = useQuery(unread())
  const { data: comments } = useQuery({ ...unreadComments(shown), enabled: shown.length > 0 })
  const present = useRowPresence(isStaff(viewer) ? shown : nowhere, viewer.id)
  useEffect(() => onLiveMessage((message) => onUnreadComments(message, client)), [client])
  useEffect(() => {
    const waiting = gather(comments?.tickets ?? [], chat?.tickets ?? [])
    const markOf = (ticketId: string) => {
      const people = present.get(ticketId)
      const counts = waiting.get(ticketId)
      return (
        <Fragment key={ticketId}>
          {people && <RowFaces people={people} />}
          {counts && <UnreadMark {...counts} />}
        </Fragment>
      )
    }
    setMarks(new Map([...waiting.keys(), ...present.keys()].map((ticketId) => [ticketId, markOf(ticketId)])))
  }, [chat, comments, present])
  useEffect(() => setTitleCount((chat?.tickets ?? []).reduce((sum, one) => sum + one.unread, 0)), [chat])
  return null
}
