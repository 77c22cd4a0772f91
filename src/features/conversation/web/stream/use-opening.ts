import { useQuery } from '@tanstack/react-query'
import { useLayoutEffect, useState, type RefObject } from 'react'
import { unreadComments } from '#features/comments/web/unread-comments.ts'
import type { Entry } from './entries.ts'
import type { FollowedPane } from './use-followed-pane.ts'

interface Opening {
  /** First unread comment; undefined without one. */
  key: string | undefined
  /** Unread comments. */
  count: number
}

interface Options {
  ticketId: string
  viewerId: string
  entries: readonly Entry[]
  /** Everything is loaded, and the viewer sees it. */
  isReady: boolean
  isLeaving: boolean
  list: RefObject<HTMLElement | null>
  place: FollowedPane
}

function openingOf({ entries, viewerId }: Options, unread: number): Opening {
  const others = entries.filter((entry) => entry.kind === 'comment' && entry.comment.user.id !== viewerId)
  const first = unread > 0 ? (others.at(-unread) ?? others[0]) : undefined
  return { key: first?.key, count: unread }
}

/**
 * Opens a conversation once, at its first unread comment or else at its end. Chat messages are read in their panel.
 * @returns how it opened; undefined before
 */
export function useOpening(options: Options): Opening | undefined {
  const { ticketId, isReady, isLeaving, list, place } = options
  const [opening, setOpening] = useState<Opening>()
  const isWanted = opening === undefined && !isLeaving
  // Counted anew at each opening: an older count may have been read since.
  const counted = useQuery({
    ...unreadComments([ticketId]),
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
