import { i18n } from '#platform/contract/i18n.ts'
import type { QueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { persistently } from '#features/uploads/web/persistence.ts'
import { runWhenOffered } from '#platform/web/actions/actions.ts'
import { CallError } from '#platform/web/call.ts'
import { passes } from '#platform/web/query-client.ts'
import { toast, toastFailure } from '#platform/web/ui/overlay/toast-store.ts'
import { refreshTicket } from '../../web/api.ts'
import type { Comment } from '../contract.ts'
import { writeComment } from './actions.ts'
import { takeBackComment } from './api.ts'

type GiveBack = (comment: Comment) => void

/** The composers of the tickets that are open. */
const composers = new Map<string, GiveBack>()

/** Comments on this ticket that are taken back come to this composer while it is there. */
export function useTakenBack(ticketId: string, giveBack: GiveBack): void {
  const give = useEffectEvent(giveBack)
  useEffect(() => {
    const mine = (comment: Comment) => give(comment)
    composers.set(ticketId, mine)
    return () => {
      if (composers.get(ticketId) === mine) composers.delete(ticketId)
    }
  }, [ticketId])
}

/** Only the author knows of a held comment, so the log tells nobody: the tabs of a browser tell each other. */
const channelName = 'signalbox.held-comments'

export function tellOtherTabs(ticketId: string): void {
  const channel = new BroadcastChannel(channelName)
  // A channel has no target to name: it reaches this origin alone.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  channel.postMessage(ticketId)
  channel.close()
}

/** Loads the ticket again when another tab has held or taken back a comment on it. */
export function useOtherTabs(client: QueryClient, ticketId: string): void {
  useEffect(() => {
    const channel = new BroadcastChannel(channelName)
    channel.addEventListener('message', ({ data }) => {
      if (data === ticketId) void refreshTicket(client, ticketId)
    })
    return () => channel.close()
  }, [client, ticketId])
}

interface Held {
  ticketId: string
  id: string
  /** Takes it where no composer of the ticket is open any more; the one that is open now, unless it is said. */
  keep?: GiveBack | undefined
}

/** Takes back a comment that is not sent yet, and gives it to the composer. */
export async function takeBack(
  client: QueryClient,
  { ticketId, id, keep = composers.get(ticketId) }: Held,
): Promise<void> {
  try {
    // The server answers a repeated call as the first, whose answer may be lost; by then it shows the comment nowhere else.
    const comment = await persistently(() => takeBackComment(client, ticketId, id), undefined, passes)
    const composer = composers.get(ticketId)
    const giveBack = composer ?? keep
    giveBack?.(comment)
    if (composer) runWhenOffered(writeComment)
    else
      toast({
        title: i18n.t('Comment taken back'),
        description: i18n.t('Its text is kept in the ticket as a draft.'),
      })
  } catch (error) {
    const failed = i18n.t('Failed to take back the comment.')
    if (passes(error)) {
      // Not loaded again: a comment that is taken back would go from the screen, and its text with it.
      const onAction = () => void takeBack(client, { ticketId, id, keep })
      return toastFailure(failed, { label: i18n.t('Try again'), onAction })
    }
    void refreshTicket(client, ticketId)
    const isSent = error instanceof CallError && error.status === 409
    toastFailure(isSent ? i18n.t('This comment has already been sent.') : failed)
  }
  tellOtherTabs(ticketId)
}
