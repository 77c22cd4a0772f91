import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Panel } from '#features/mail-settings/web/panel.tsx'
import { i18n } from '#platform/contract/i18n.ts'
import { messageIn } from '#platform/web/refusal.ts'
import { RelativeTime } from '#platform/web/relative-time.tsx'
import { timeAgo } from '#platform/web/time-ago.ts'
import { StatusDot } from '#platform/web/ui/badge.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { ErrorNote } from '#platform/web/ui/error-note.tsx'
import { IconButton } from '#platform/web/ui/icon-button.tsx'
import { AlertDialog } from '#platform/web/ui/overlay/alert-dialog.tsx'
import { toastFailure, toastSuccess } from '#platform/web/ui/overlay/toast-store.ts'
import { LoadingRows } from '#platform/web/ui/skeleton.tsx'
import { writtenNumber } from '#platform/web/written.ts'
import { mostMailboxes, type ListedMailbox, type Mailbox } from '../contract.ts'
import { checkMailbox, mailboxList, removeMailbox } from './api.ts'
import { MailboxForm } from './mailbox-form.tsx'

/** Mailboxes that are read by IMAP: their state, and the forms to add and change them. */
export function MailboxesPanel() {
  const found = useQuery(mailboxList())
  const [edited, setEdited] = useState<Mailbox | 'new'>()
  const [removed, setRemoved] = useState<Mailbox>()
  const mailboxes = found.data ?? []
  return (
    <Panel
      title={i18n.t('Mailboxes')}
      action={
        <Button onClick={() => setEdited('new')} disabled={mailboxes.length >= mostMailboxes}>
          <Plus aria-hidden />
          {i18n.t('Add Mailbox')}
        </Button>
      }
    >
      {found.isError && !found.data && (
        <ErrorNote error={found.error} onRetry={() => void found.refetch()} busy={found.isFetching}>
          {i18n.t('The mailboxes could not be loaded.')}
        </ErrorNote>
      )}
      {found.isPending && <LoadingRows label={i18n.t('Loading mailboxes...')} rows={1} />}
      {found.data?.length === 0 && (
        <p className="text-muted">
          {i18n.t('No mailbox is read. Add one, and mails to it become tickets and comments.')}
        </p>
      )}
      {mailboxes.length > 0 && (
        <ul className="divide-y divide-border">
          {mailboxes.map((mailbox) => (
            <MailboxRow
              key={mailbox.id}
              mailbox={mailbox}
              onEdit={() => setEdited(mailbox)}
              onRemove={() => setRemoved(mailbox)}
            />
          ))}
        </ul>
      )}
      {edited && (
        <MailboxForm mailbox={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />
      )}
      {removed && <RemoveMailbox mailbox={removed} onClose={() => setRemoved(undefined)} />}
    </Panel>
  )
}

interface MailboxRowProps {
  mailbox: ListedMailbox
  onEdit(): void
  onRemove(): void
}

function MailboxRow({ mailbox, onEdit, onRemove }: MailboxRowProps) {
  const checking = useMutation(checkMailbox())
  const { id, address, host, tooLarge } = mailbox
  async function check() {
    try {
      const { message } = await checking.mutateAsync(id)
      toastSuccess(message)
    } catch (error) {
      toastFailure(messageIn(error) ?? i18n.t('The mailbox could not be checked.'))
    }
  }
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-2.5 first:pt-0 last:pb-0">
      <div className="min-w-0 flex-1 basis-60">
        <p className="font-medium wrap-anywhere">{address}</p>
        <p className="text-meta text-subtle wrap-anywhere">
          {host}
          {tooLarge > 0 && (
            <>
              {' · '}
              {i18n.t(
                '{count, plural, one {# mail was too large or could not be stored, and stayed} other {# mails were too large or could not be stored, and stayed}}',
                {
                  count: tooLarge,
                },
              )}
            </>
          )}
        </p>
        <MailboxState mailbox={mailbox} />
      </div>
      <div className="flex gap-2">
        <Button size="small" busy={checking.isPending} onClick={() => void check()}>
          {i18n.t('Check')}
        </Button>
        <IconButton label={i18n.t('Edit {name}', { name: address })} onClick={onEdit}>
          <Pencil aria-hidden />
        </IconButton>
        <IconButton label={i18n.t('Remove {name}', { name: address })} onClick={onRemove}>
          <Trash2 aria-hidden />
        </IconButton>
      </div>
    </li>
  )
}

function MailboxState({ mailbox }: { mailbox: ListedMailbox }) {
  const { isActive, failure, failedAt, checkedAt, mailsToday, unreadToday } = mailbox
  if (!isActive) return <StatusDot hue="gray">{i18n.t('Off')}</StatusDot>
  if (failure !== null)
    return (
      <StatusDot hue="red">
        {failure} {failedAt && <RelativeTime at={failedAt} label={timeAgo} />}
      </StatusDot>
    )
  if (checkedAt === null) return <StatusDot hue="amber">{i18n.t('Not checked yet')}</StatusDot>
  return (
    <StatusDot hue={unreadToday > 0 ? 'amber' : 'green'}>
      {i18n.t('Last checked')} <RelativeTime at={checkedAt} label={timeAgo} />
      {` · ${i18n.t('{count} today', { count: writtenNumber(mailsToday) })} · ${i18n.t('{count} not understood', { count: writtenNumber(unreadToday) })}`}
    </StatusDot>
  )
}

function RemoveMailbox({ mailbox: { id, address }, onClose }: { mailbox: Mailbox; onClose(): void }) {
  const removing = useMutation(removeMailbox(useQueryClient()))
  async function remove() {
    try {
      await removing.mutateAsync(id)
      toastSuccess(i18n.t('The mailbox is no longer read.'))
    } catch (error) {
      toastFailure(messageIn(error) ?? i18n.t('The mailbox could not be removed.'))
    }
    onClose()
  }
  return (
    <AlertDialog
      open
      onOpenChange={onClose}
      title={i18n.t('Remove {name}', { name: address })}
      description={i18n.t('Signalbox reads this mailbox no longer. Its mails stay, there and here.')}
      confirmLabel={i18n.t('Remove')}
      busy={removing.isPending}
      busyLabel={i18n.t('Removing...')}
      onConfirm={() => void remove()}
    />
  )
}
