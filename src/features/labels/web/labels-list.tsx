import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { i18n } from '#platform/contract/i18n.ts'
import { StatusDot } from '#platform/web/ui/badge.tsx'
import { ErrorNote } from '#platform/web/ui/error-note.tsx'
import { IconButton } from '#platform/web/ui/icon-button.tsx'
import { AlertDialog } from '#platform/web/ui/overlay/alert-dialog.tsx'
import { keepFocusThrough } from '#platform/web/ui/overlay/return-focus.ts'
import { toastFailure, toastSuccess } from '#platform/web/ui/overlay/toast-store.ts'
import { messageIn } from '#platform/web/refusal.ts'
import { Loading, Skeleton } from '#platform/web/ui/skeleton.tsx'
import type { Label } from '../contract.ts'
import { deleteLabel } from './api.ts'
import { labelList } from './label-list.ts'
import { LabelForm } from './label-form.tsx'

export interface Counts {
  /** Tickets by the id of the label; undefined until counted. */
  counts: Readonly<Record<string, number>> | undefined
}

export function LabelsList({ counts }: Counts) {
  const labels = useQuery(labelList())
  const [editedId, setEditedId] = useState<string>()
  const [deleted, setDeleted] = useState<Label>()
  const failed = labels.isError && (
    <ErrorNote error={labels.error} onRetry={() => void labels.refetch()} busy={labels.isFetching}>
      {i18n.t('The labels could not be loaded.')}
    </ErrorNote>
  )
  if (!labels.data)
    return (
      failed || (
        <Loading label={i18n.t('Loading labels...')} className="flex flex-col gap-3">
          <Skeleton className="h-8" />
          <Skeleton className="w-3/5" />
          <Skeleton className="w-2/5" />
        </Loading>
      )
    )
  const countOf = ({ id }: Label) => counts && (counts[id] ?? 0)
  return (
    <div className="flex flex-col gap-3">
      {failed}
      <LabelForm count={labels.data.length} />
      <ul aria-label={i18n.t('Labels')} className="flex flex-col divide-y divide-border">
        {labels.data.map((label) => (
          <li key={label.id} className="flex min-h-11 items-center gap-2 py-1.5">
            {label.id === editedId ? (
              <LabelForm label={label} onDone={() => keepFocusThrough(() => setEditedId(undefined))} />
            ) : (
              <Row
                label={label}
                count={countOf(label)}
                onEdit={() => setEditedId(label.id)}
                onDelete={() => setDeleted(label)}
              />
            )}
          </li>
        ))}
      </ul>
      {deleted && <Question label={deleted} count={countOf(deleted)} onClose={() => setDeleted(undefined)} />}
    </div>
  )
}

interface RowProps {
  label: Label
  /** Undefined until counted. */
  count: number | undefined
  onEdit(): void
  onDelete(): void
}

const Row = ({ label: { name, color }, count, onEdit, onDelete }: RowProps) => (
  <>
    <StatusDot hue={color} />
    <span dir="auto" className="min-w-0 flex-1 truncate">
      {name}
    </span>
    <span className="flex-none text-muted tabular-nums">
      {count !== undefined && i18n.t('{count, plural, one {# ticket} other {# tickets}}', { count })}
    </span>
    <span className="flex flex-none gap-0.5">
      <IconButton label={i18n.t('Edit {title}', { title: name })} onClick={onEdit}>
        <Pencil aria-hidden />
      </IconButton>
      <IconButton label={i18n.t('Delete {title}', { title: name })} onClick={onDelete}>
        <Trash2 aria-hidden />
      </IconButton>
    </span>
  </>
)

function Question({ label, count, onClose }: Pick<RowProps, 'label' | 'count'> & { onClose(): void }) {
  const removing = useMutation(deleteLabel(useQueryClient()))
  async function remove() {
    try {
      await removing.mutateAsync(label.id)
      toastSuccess(i18n.t('{title} is deleted.', { title: label.name }))
    } catch (error) {
      toastFailure(messageIn(error) ?? i18n.t('The label could not be deleted.'))
    }
    onClose()
  }
  return (
    <AlertDialog
      open
      onOpenChange={onClose}
      title={i18n.t('Delete {title}?', { title: label.name })}
      description={
        count === undefined
          ? i18n.t('It is taken off all its tickets, and cannot be restored.')
          : i18n.t(
              '{count, plural, =0 {It is on no ticket. It cannot be restored.} one {It is taken off # ticket, and cannot be restored.} other {It is taken off # tickets, and cannot be restored.}}',
              { count },
            )
      }
      confirmLabel={i18n.t('Delete')}
      busy={removing.isPending}
      busyLabel={i18n.t('Deleting...')}
      onConfirm={() => void remove()}
    />
  )
}
