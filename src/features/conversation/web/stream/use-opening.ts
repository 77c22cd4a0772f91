import { useQuery } from '@tanstack/react-query'
import { useLayoutEffect, useState, type RefObject } from 'react'
import { unreadFor } from '#features/chat/web/use-read-marks.ts'
import { unreadComments } from '#features/comments/web/unread-comments.ts'
import type { CurrentUser } from '#features/users/contract.ts'
import type { TicketDetail } from '../../contract.ts'
import type { Entry } from './entries.ts'
import type { FollowedPane } from './use-followed-pane.ts'

export interface Opening {
  /** Keys of the unread comments and chat messages. */
  unread: ReadonlySet<string>
  /** Unread comments that are not loaded. */
  earlier: number
}

interface Options {
  ticket: Pick<TicketDetail, 'id' | 'createdById'>
  viewer: CurrentUser
  entries: readonly Entry[]
  /** Everything is loaded, and the viewer sees it. */
  isReady: boolean
  isLeaving: boolean
  list: RefObject<HTMLElement | null>
  place: FollowedPane
}

function openingOf({ entries, ticket, viewer }: Options, unread: number): Opening {
  const others = entries.filter((entry) => entry.kind === 'comment' && entry.comment.user.id !== viewer.id)
  const comments = unread > 0 ? others.slice(-unread) : []
  const messages = entries.filter(
    (entry) => entry.kind === 'chat' && unreadFor(viewer, ticket.createdById, [entry.message]).length > 0,
  )
  return {
    unread: new Set([...comments, ...messages].map(({ key }) => key)),
    earlier: unread - comments.length,
  }
}

/**
 * Opens a conversation once, at its first unread entry or else at its end. Chat messages count as unread until
 * their panel has shown them.
 * @returns how it opened; undefined before
 */
export function useOpening(options: Options): Opening | undefined {
  const { ticket, isReady, isLeaving, list, place } = options
  const [opening, setOpening] = useState<Opening>()
  const isWanted = opening === undefined && !isLeaving
  // Counted anew at each opening: an older count may have been read since.
  const counted = useQuery({
    ...unreadComments([ticket.id]),
    enabled: isWanted,
    gcTime: 0,
    staleTime: 0,
    // Without an answer it opens at its end: nobody waits for a mark.
    retry: false,
  })
  if (isWanted && isReady && !counted.isFetching)
    setOpening(openingOf(options, counted.data?.tickets[0]?.unread ?? 0))
  const { openAt } = place
  useLayoutEffect(() => {
    if (opening) openAt(list.current?.querySelector<HTMLElement>('[data-new]') ?? null)
  }, [opening, openAt, list])
  return opening
}
