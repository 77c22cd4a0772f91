import type { QueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { refreshTicket } from '#features/tickets/web/api.ts'
import { persistently } from '#features/uploads/web/persistence.ts'
import { i18n } from '#platform/contract/i18n.ts'
import { runWhenOffered } from '#platform/web/actions/actions.ts'
import { CallError } from '#platform/web/call.ts'
import { randomKey } from '#platform/web/drafts/once-key.ts'
import { passes } from '#platform/web/query-client.ts'
import { toast, toastFailure } from '#platform/web/ui/overlay/toast-store.ts'
import type { Comment } from '../contract.ts'
import { writeComment } from './actions.ts'
import { takeBackComment } from './api.ts'

type GiveBack = (comment: Comment) => void

const composers = new Map<string, GiveBack>()

/** Finds the open composer of a ticket. */
export const composerOf = (ticketId: string): GiveBack | undefined => composers.get(ticketId)

/** Directs the ticket's taken-back comments to this composer while it is mounted. */
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

interface Taking {
  ticketId: string
  id: string
  /** Receives it when no composer of the ticket is open; by default the present composer. */
  keep?: GiveBack | undefined
  /** Made once for all attempts, whose answers may be lost. */
  idempotencyKey?: string
}

export async function takeBack(
  client: QueryClient,
  { ticketId, id, keep = composers.get(ticketId), idempotencyKey = randomKey() }: Taking,
): Promise<void> {
  const taking = { ticketId, commentId: id, idempotencyKey }
  try {
    const comment = await persistently(() => takeBackComment(client, taking), undefined, passes)
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
      const onAction = () => void takeBack(client, { ticketId, id, keep, idempotencyKey })
      return toastFailure(failed, { label: i18n.t('Try again'), onAction })
    }
    void refreshTicket(client, ticketId)
    const isOver = error instanceof CallError && error.status === 409
    toastFailure(isOver ? i18n.t('It is too late to take this comment back.') : failed)
  }
}
