import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { TicketOpener } from '#features/tickets/web/parts/ticket-opener.ts'
import { i18n } from '#platform/contract/i18n.ts'
import { useActions, type Action } from '#platform/web/actions/actions.ts'
import { messageIn } from '#platform/web/refusal.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Kbd } from '#platform/web/ui/kbd.tsx'
import { AlertDialog } from '#platform/web/ui/overlay/alert-dialog.tsx'
import { toastFailure, toastSuccess } from '#platform/web/ui/overlay/toast-store.ts'
import { useWhileShown } from '#platform/web/ui/overlay/use-while-shown.ts'
import type { InboundMail, InboundMailDetail } from '../../contract.ts'
import { decisions, type Decision } from '../actions.ts'
import { blockSender, dropMail, restoreMail } from '../api.ts'
import { AttachMail } from './attach-mail.tsx'
import { FileMail } from './file-mail.tsx'
import { MakeSender } from './make-sender.tsx'

interface DecisionsProps {
  /** Taking back needs `hasSource`, which the list does not have. */
  mail: InboundMail & Partial<Pick<InboundMailDetail, 'hasSource'>>
  opener: TicketOpener
  onSorted(mail: InboundMail): void
  /** False when it could not be loaded; an open dialog stays. */
  isOffered: boolean
  hasButtons: boolean
}

/** Finds the decision that the suggestion speaks for. */
function likelyOf({ suggestion, reason }: InboundMail): Decision {
  if (suggestion?.ticket) return 'attach'
  return reason === 'unknown-sender' ? 'person' : 'ticket'
}

/** Buttons and keys for the decisions about a mail of the tray. An open dialog stays when a colleague decides. */
export function Decisions({ mail, opener, onSorted, isOffered, hasButtons }: DecisionsProps) {
  const client = useQueryClient()
  const sorted = useWhileShown(onSorted)
  const [deciding, decide] = useState<Decision>()
  const dropping = useMutation(dropMail(client))
  const restoring = useMutation(restoreMail(client))
  const blocking = useMutation(blockSender(client))
  const { from, suggestion } = mail
  const address = from?.address ?? ''
  const likely = likelyOf(mail)
  const offered = (['attach', 'person', 'ticket', 'block', 'drop', 'restore'] as const).filter((one) => {
    if (!isOffered) return false
    if (one === 'restore') return mail.state === 'dropped' && mail.hasSource
    if (mail.state !== 'tray') return false
    if (one === 'block') return address !== ''
    return one !== 'person' || (address !== '' && !suggestion?.person)
  })

  async function restore(isUndo: boolean) {
    try {
      const { state, ticket } = await restoring.mutateAsync(mail.id)
      const number = ticket?.ticketNumber
      toastSuccess(
        state === 'tray' || number === undefined
          ? i18n.t('The email waits in Unsorted Mail again.')
          : i18n.t('Email added to {number}.', { number }),
      )
      if (!isUndo) sorted(mail)
    } catch (error) {
      toastFailure(messageIn(error) ?? i18n.t('The email could not be taken back.'))
    }
  }
  const undo = { label: i18n.t('Undo'), onAction: () => void restore(true), isUndo: true } as const

  async function drop() {
    try {
      await dropping.mutateAsync(mail.id)
      toastSuccess(i18n.t('Email dropped.'), undo)
      sorted(mail)
    } catch (error) {
      toastFailure(messageIn(error) ?? i18n.t('The email could not be dropped.'))
    }
  }
  async function block() {
    try {
      await blocking.mutateAsync(mail.id)
      toastSuccess(i18n.t('{address} is blocked.', { address }), undo)
      sorted(mail)
    } catch (error) {
      toastFailure(messageIn(error) ?? i18n.t('The sender could not be blocked.'))
      decide(undefined)
    }
  }
  function run(decision: Decision) {
    if (decision === 'drop') {
      if (!dropping.isPending) void drop()
    } else if (decision === 'restore') {
      if (!restoring.isPending) void restore(false)
    } else decide(decision)
  }
  useActions(offered.map((one) => ({ ...decisions[one], run: () => run(one) })))

  const form = {
    mail,
    onClose: () => decide(undefined),
    /** @param words of the result, with the ticket that it came to */
    onDone(decided: InboundMail, words: string) {
      const { ticket } = decided
      toastSuccess(
        words,
        ticket ? { label: i18n.t('Open'), onAction: () => opener.open(ticket.id) } : undefined,
      )
      // Somebody new may still not write on the ticket that the mail answers.
      if (decided.state === 'tray') decide(undefined)
      else sorted(mail)
    },
  }
  return (
    <div className="flex flex-wrap gap-2 empty:hidden">
      {(hasButtons ? offered : []).map((one) => {
        const { label, icon: Icon, keys }: Action = decisions[one]
        return (
          <Button
            key={one}
            variant={one === likely ? 'primary' : 'secondary'}
            aria-keyshortcuts={keys}
            busy={(one === 'drop' && dropping.isPending) || (one === 'restore' && restoring.isPending)}
            onClick={() => run(one)}
          >
            {Icon && <Icon aria-hidden />}
            {label}
            <Kbd aria-hidden className="pointer-coarse:hidden">
              {keys?.toUpperCase()}
            </Kbd>
          </Button>
        )
      })}
      {deciding === 'attach' && <AttachMail {...form} />}
      {deciding === 'ticket' && <FileMail {...form} />}
      {deciding === 'person' && <MakeSender {...form} />}
      <AlertDialog
        open={deciding === 'block'}
        onOpenChange={() => decide(undefined)}
        title={i18n.t('Block {address}?', { address })}
        description={i18n.t(
          'All emails from this address are dropped, also those that wait here. Take one of them back under Dropped, and the sender is unblocked.',
        )}
        confirmLabel={i18n.t('Block')}
        busy={blocking.isPending}
        busyLabel={i18n.t('Blocking...')}
        onConfirm={() => void block()}
      />
    </div>
  )
}
