import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { z } from 'zod'
import { restoreThing } from '#features/deleted/web/api.ts'
import { canDelete } from '#features/tickets/policy.ts'
import { refreshTicket } from '#features/tickets/web/api.ts'
import { markPresent, useGoing } from '#features/tickets/web/gone-tickets.ts'
import type { CurrentUser } from '#features/users/contract.ts'
import { nameOf } from '#features/users/web/person-name.ts'
import { i18n } from '#platform/contract/i18n.ts'
import { draftKey } from '#platform/web/drafts/draft-key.ts'
import { createDraft } from '#platform/web/drafts/draft.ts'
import { messageIn } from '#platform/web/refusal.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Field } from '#platform/web/ui/form/field.tsx'
import { Textarea } from '#platform/web/ui/form/textarea.tsx'
import { toastFailure, toastNote, toastSuccess } from '#platform/web/ui/overlay/toast-store.ts'
import { writtenExactly } from '#platform/web/written.ts'
import { TicketFrame } from './ticket-frame.tsx'

const Content = z.object({ content: z.string() })

/** Reads the unsent comment. The timeout waits for the composer, which saves it on unmount. */
function useUnsent(viewerId: string, ticketId: string): string {
  const [text, setText] = useState('')
  useEffect(() => {
    const draft = createDraft<z.output<typeof Content>>(draftKey(viewerId, 'comment', ticketId))
    const timer = setTimeout(() => setText(draft.read(Content)?.content ?? ''))
    return () => clearTimeout(timer)
  }, [viewerId, ticketId])
  return text
}

interface TicketGoneProps {
  id: string
  viewer: CurrentUser
  onClose(): void
}

export function TicketGone({ id, viewer, onClose }: TicketGoneProps) {
  const client = useQueryClient()
  const going = useGoing(id)
  const unsent = useUnsent(viewer.id, id)
  const restoring = useMutation(restoreThing(client))
  const { by, at } = going ?? {}

  async function restore() {
    try {
      await restoring.mutateAsync({ id })
    } catch (error) {
      const said = messageIn(error)
      return toastFailure(said ?? i18n.t('This could not be restored.'))
    }
    toastSuccess(i18n.t('The ticket was restored.'))
    markPresent(id)
    void refreshTicket(client, id)
  }

  async function copy() {
    await navigator.clipboard.writeText(unsent).then(
      () => toastNote(i18n.t('Your text was copied.')),
      () => toastFailure(i18n.t('Your text could not be copied. Select it and copy it by hand.')),
    )
  }

  return (
    <TicketFrame
      title={i18n.t('Ticket Not Found')}
      size="small"
      footer={
        <>
          {at && canDelete(viewer) && (
            <Button
              busy={restoring.isPending}
              busyLabel={i18n.t('Restoring...')}
              onClick={() => void restore()}
            >
              {i18n.t('Restore')}
            </Button>
          )}
          <Button onClick={onClose}>{i18n.t('Close')}</Button>
        </>
      }
      onClose={onClose}
    >
      <div className="flex flex-col gap-3 px-5 pb-5 max-sm:px-4">
        <p className="text-muted">{i18n.t('The requested ticket could not be found.')}</p>
        {at && (
          <p>
            {by
              ? i18n.t('{name} deleted it on {time}.', {
                  name: nameOf(by),
                  time: writtenExactly(new Date(at)),
                })
              : i18n.t('It was deleted on {time}.', { time: writtenExactly(new Date(at)) })}
          </p>
        )}
        {unsent && (
          <>
            <Field label={i18n.t('Your comment, which was not added')}>
              <Textarea readOnly rows={4} value={unsent} />
            </Field>
            <Button className="self-start" onClick={() => void copy()}>
              <Copy aria-hidden />
              {i18n.t('Copy text')}
            </Button>
          </>
        )}
      </div>
    </TicketFrame>
  )
}
