import { useQueryClient } from '@tanstack/react-query'
import { refreshTicket } from '#features/tickets/web/api.ts'
import type { useUploads } from '#features/uploads/web/use-uploads.ts'
import { i18n } from '#platform/contract/i18n.ts'
import type { useComposer } from '#platform/web/drafts/use-composer.ts'
import { toastFailure } from '#platform/web/ui/overlay/toast-store.ts'
import type { Content } from './comment-draft.ts'

export interface FollowUpCall {
  description: string
  attachmentIds: string[]
  idempotencyKey: string
}

interface Options {
  ticketId: string
  composer: ReturnType<typeof useComposer<Content, ReturnType<typeof useUploads>>>
  isOnline: boolean
  /** Where a failure is told. */
  place: string
}

/** @returns a function that submits the text as a ticket of its own, and tells whether the server has it */
export function useFollowUp({ ticketId, composer, isOnline, place }: Options) {
  const client = useQueryClient()
  return async (send: (sent: FollowUpCall) => Promise<void>): Promise<boolean> => {
    const taken = isOnline
      ? composer.take(({ content }, attachmentIds) => ({ content, attachmentIds }))
      : undefined
    if (!taken) return false
    try {
      await composer.deliver(taken, ({ body: { content, attachmentIds }, key }) =>
        send({ description: content.trim(), attachmentIds, idempotencyKey: key }),
      )
      return true
    } catch {
      toastFailure(i18n.t('Failed to submit ticket. Please try again.'), undefined, { place })
      void refreshTicket(client, ticketId)
      return false
    }
  }
}
