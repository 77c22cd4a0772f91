import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { z } from 'zod'
import { KeptFile, useUploads, whyWait } from '#features/uploads/web/use-uploads.ts'
import type { CurrentUser } from '#features/users/contract.ts'
import { issuesByField } from '#platform/web/issues.ts'
import { toast, toastFailure, toastSuccess } from '#platform/web/ui/overlay/toast-store.ts'
import { useServerForm } from '#platform/web/ui/form/use-server-form.ts'
import { NewTicket, type TicketDetail } from '../../contract.ts'
import { createTicket } from '../api.ts'
import { draftKey } from '#platform/web/drafts/draft.ts'
import { emptyValues, FormValues, isWorthKeeping } from './new-ticket-values.ts'
import { createOnceKey } from '#platform/web/drafts/once-key.ts'
import { useDraft } from '#platform/web/drafts/use-draft.ts'

export interface NewTicketOptions {
  viewer: CurrentUser
  /** The form belongs to the viewer's own company, which is then not theirs to change. */
  isForOwnCompany: boolean
  onCreated?(ticket: TicketDetail): void
}

const KeptFiles = z.array(KeptFile)

/** The ticket somebody is writing, kept until the server has it. */
export function useNewTicket({ viewer, isForOwnCompany, onCreated }: NewTicketOptions) {
  const customerName = isForOwnCompany ? viewer.companyName : ''
  const isCustomerLocked = customerName !== ''
  const draft = useDraft(draftKey(viewer.id, 'ticket'), FormValues)
  const fileDraft = useDraft(draftKey(viewer.id, 'ticket-files'), KeptFiles)
  const uploads = useUploads({
    restored: fileDraft.restored ?? [],
    onKept: (files) => fileDraft.saveNow(files.length > 0 ? files : undefined),
  })
  const [wasTooEarly, setTooEarly] = useState(false)
  const [refusedFiles, setRefusedFiles] = useState<string>()
  const [isRestored, setRestored] = useState(draft.restored !== undefined || fileDraft.restored !== undefined)
  const [once] = useState(createOnceKey)
  const isSending = useRef(false)
  const creating = useMutation(createTicket(useQueryClient()))
  const form = useServerForm(NewTicket, {
    defaultValues: {
      ...(draft.restored ?? emptyValues(customerName)),
      ...(isCustomerLocked && { customerName }),
    },
    send,
    refused(said) {
      setRefusedFiles(issuesByField(said)['attachmentIds'])
      toastFailure('Failed to submit ticket. Please try again.')
    },
  })

  const { subscribe } = form
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback({ values }) {
          const kept = FormValues.safeParse(values).data
          if (kept) draft.save(isWorthKeeping(kept, customerName) ? kept : undefined)
        },
      }),
    [subscribe, draft, customerName],
  )

  function startAnew(): void {
    form.reset(emptyValues(customerName))
    setRefusedFiles(undefined)
    setRestored(false)
    draft.saveNow(undefined)
  }

  function saveDraft(): void {
    const kept = FormValues.safeParse(form.getValues()).data
    draft.saveNow(kept && isWorthKeeping(kept, customerName) ? kept : undefined)
    toast({ title: 'Draft Saved', description: 'It stays in this browser until you submit it.' })
  }

  async function send(values: NewTicket): Promise<void> {
    if (isSending.current) return
    const isTooEarly = whyWait(uploads) !== undefined
    setTooEarly(isTooEarly)
    if (isTooEarly) return
    isSending.current = true
    const input = { ...values, attachmentIds: uploads.ids }
    try {
      const ticket = await creating.mutateAsync({ input, idempotencyKey: once.keyFor(input) })
      once.renew()
      uploads.clear()
      startAnew()
      toastSuccess(`Ticket ${ticket.ticketNumber} has been submitted successfully.`)
      onCreated?.(ticket)
    } finally {
      isSending.current = false
    }
  }

  return {
    form,
    isCustomerLocked,
    isRestored,
    isSubmitting: creating.isPending,
    uploads,
    fileError: (wasTooEarly ? whyWait(uploads) : undefined) ?? refusedFiles,
    discardDraft() {
      uploads.discard()
      startAnew()
    },
    saveDraft,
  }
}

export type WrittenTicket = ReturnType<typeof useNewTicket>
