import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useUploads } from '#features/uploads/web/use-uploads.ts'
import type { CurrentUser } from '#features/users/contract.ts'
import { i18n } from '#platform/contract/i18n.ts'
import type { CallError } from '#platform/web/call.ts'
import { draftKey } from '#platform/web/drafts/draft-key.ts'
import { isUnanswered } from '#platform/web/drafts/until-answered.ts'
import { useComposer, useWritten } from '#platform/web/drafts/use-composer.ts'
import { issuesByField } from '#platform/web/issues.ts'
import { useServerForm } from '#platform/web/ui/form/use-server-form.ts'
import { toast, toastFailure, toastSuccess } from '#platform/web/ui/overlay/toast-store.ts'
import { useWhileShown } from '#platform/web/ui/overlay/use-while-shown.ts'
import type { TicketDetail } from '../../contract.ts'
import { createTicket } from '../api.ts'
import { emptyValues, FormValues, isSame, OthersTicket, OwnTicket, toNewTicket } from './new-ticket-values.ts'

export interface NewTicketOptions {
  viewer: CurrentUser
  /** The form belongs to the viewer's own company, which cannot be changed. */
  isForOwnCompany: boolean
  onCreated?(ticket: TicketDetail): void
  /** Opens the ticket from the confirmation; absent: no such link. */
  onOpenTicket?(ticket: TicketDetail): void
}

function failureWords(said: CallError | undefined): string {
  if (isUnanswered(said))
    return i18n.t(
      'The server did not respond, so the ticket may have been submitted. If you submit it again, it is still submitted only once.',
    )
  // The key belonged to an earlier submission.
  return said?.status === 409
    ? i18n.t('Your ticket was submitted before you changed it. Your changes are not included.')
    : i18n.t('Failed to submit ticket. Please try again.')
}

export function useNewTicket({ viewer, isForOwnCompany, onCreated, onOpenTicket }: NewTicketOptions) {
  const customerName = isForOwnCompany ? viewer.companyName : ''
  const isCustomerLocked = customerName !== ''
  const empty = emptyValues(customerName)
  const created = useWhileShown((ticket: TicketDetail) => onCreated?.(ticket))
  const [refusedFiles, setRefusedFiles] = useState<string>()
  const creating = useMutation(createTicket(useQueryClient()))
  const draft = useWritten({ key: draftKey(viewer.id, 'ticket'), schema: FormValues, empty, isSame })
  const composer = useComposer({
    written: draft,
    uploads: useUploads(draft.files),
    onEmptied() {
      form.reset(empty)
      setRefusedFiles(undefined)
    },
  })
  const { files: _, ...written } = composer.written
  const form = useServerForm(isForOwnCompany ? OwnTicket : OthersTicket, {
    defaultValues: { ...written, ...(isCustomerLocked && { customerName }) },
    send,
    isDrafted: true,
    refused(said) {
      setRefusedFiles(issuesByField(said)['attachmentIds'])
      toastFailure(failureWords(said))
    },
  })

  const { subscribe } = form
  const { write } = composer
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback({ values }) {
          const written = FormValues.safeParse(values).data
          if (written) write(written)
        },
      }),
    [subscribe, write],
  )

  async function send(values: OwnTicket): Promise<void> {
    const taken = composer.take((_, attachmentIds) => ({ ...toNewTicket(values), attachmentIds }))
    if (!taken) return
    setRefusedFiles(undefined)
    const ticket = await composer.deliver(taken, ({ body, key }) =>
      creating.mutateAsync({ input: body, idempotencyKey: key }),
    )
    toastSuccess(
      i18n.t('Ticket {number} has been submitted successfully.', { number: ticket.ticketNumber }),
      onOpenTicket && {
        label: isForOwnCompany
          ? i18n.t('View ticket')
          : i18n.t('{button, select, other {Open}}', { button: '' }),
        onAction: () => onOpenTicket(ticket),
      },
    )
    created(ticket)
  }

  return {
    form,
    isCustomerLocked,
    isRestored: composer.isRestored,
    isSubmitting: composer.isSending,
    uploads: composer.uploads,
    fileError: composer.fileError ?? refusedFiles,
    discardDraft: composer.discard,
    saveDraft() {
      composer.keep()
      toast({
        title: i18n.t('Draft Saved'),
        description: i18n.t('It stays in this browser until you submit it.'),
        changesNothing: true,
      })
    },
  }
}

export type WrittenTicket = ReturnType<typeof useNewTicket>
