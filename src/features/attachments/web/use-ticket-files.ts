import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useUploads } from '#features/uploads/web/use-uploads.ts'
import { i18n } from '#platform/contract/i18n.ts'
import { CallError } from '#platform/web/call.ts'
import { createOnceKey } from '#platform/web/drafts/once-key.ts'
import { toastFailure, toastSuccess } from '#platform/web/ui/overlay/toast-store.ts'
import { addAttachments } from './api.ts'

/** Attaches files to a ticket by themselves, once all of them have arrived. */
export function useTicketFiles(ticketId: string) {
  const uploads = useUploads({ onLeftEarly: () => void leave() })
  const { ids, isBusy, clear } = uploads
  const [once] = useState(createOnceKey)
  const adding = useMutation(addAttachments(useQueryClient()))

  /** @returns whether the ticket has them */
  async function attach(): Promise<boolean> {
    const input = { ticketId, attachmentIds: ids }
    try {
      await adding.mutateAsync({ ...input, idempotencyKey: once.keyFor(input) })
    } catch {
      return false
    }
    once.renew(input)
    // Others may have been added since; they are attached next.
    clear(ids)
    adding.reset()
    toastSuccess(
      ids.length === 1
        ? i18n.t('The file has been attached.')
        : i18n.t('{count} files have been attached.', { count: ids.length }),
    )
    return true
  }

  const isReady = ids.length > 0 && !isBusy && adding.isIdle
  const { reset, isError } = adding
  useEffect(() => {
    if (isReady) void attach()
    // The files that failed were removed, so reset for the next ones.
    if (isError && ids.length === 0) reset()
  })

  /** Attaches the arrived files when the ticket is left before the others arrive. */
  async function leave(): Promise<void> {
    const areAttached = ids.length === 0 || !adding.isIdle || (await attach())
    toastFailure(
      areAttached
        ? i18n.t('The files that were still being uploaded were not attached.')
        : i18n.t('The files could not be attached.'),
    )
  }

  const { error } = adding
  const said = error instanceof CallError ? error.serverMessage : undefined
  return {
    uploads,
    isAdding: adding.isPending,
    failure: error ? (said ?? i18n.t('The files could not be attached.')) : undefined,
    attachAgain: () => void attach(),
  }
}

export type TicketFiles = ReturnType<typeof useTicketFiles>
