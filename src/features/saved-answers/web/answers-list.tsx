import { i18n } from '#platform/contract/i18n.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { MessageSquareText, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { CurrentUser } from '#features/users/contract.ts'
import { wordsFinder } from '#platform/contract/searchable.ts'
import { messageIn } from '#platform/web/refusal.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { EmptyState } from '#platform/web/ui/empty-state.tsx'
import { ErrorNote } from '#platform/web/ui/error-note.tsx'
import { IconButton } from '#platform/web/ui/icon-button.tsx'
import { AlertDialog } from '#platform/web/ui/overlay/alert-dialog.tsx'
import { toastFailure, toastSuccess } from '#platform/web/ui/overlay/toast-store.ts'
import { SearchBox } from '#platform/web/ui/search-box.tsx'
import { Loading, Skeleton } from '#platform/web/ui/skeleton.tsx'
import type { SavedAnswer } from '../contract.ts'
import { canChangeAnswer } from '../policy.ts'
import { deleteSavedAnswer, savedAnswerList } from './api.ts'
import { sharingWords } from './sharing-words.ts'

interface AnswersListProps {
  viewer: CurrentUser
  onEdit(answer: SavedAnswer): void
  onAdd(): void
}

export function AnswersList({ viewer, onEdit, onAdd }: AnswersListProps) {
  const answers = useQuery(savedAnswerList())
  const [search, setSearch] = useState('')
  const [deleted, setDeleted] = useState<SavedAnswer>()
  const add = (
    <Button variant="primary" onClick={onAdd}>
      <Plus aria-hidden />
      {i18n.t('New Answer')}
    </Button>
  )
  const failure = answers.isError && (
    <ErrorNote error={answers.error} onRetry={() => void answers.refetch()} busy={answers.isFetching}>
      {i18n.t('The saved answers could not be loaded.')}
    </ErrorNote>
  )
  if (!answers.data)
    return (
      failure || (
        <Loading label={i18n.t('Loading saved answers...')} className="flex flex-col gap-3">
          <Skeleton className="h-8" />
          <Skeleton className="w-3/5" />
          <Skeleton className="w-2/5" />
        </Loading>
      )
    )
  if (answers.data.length === 0)
    return (
      failure || (
        <EmptyState
          icon={<MessageSquareText />}
          title={i18n.t('No saved answers yet')}
          hint={i18n.t('Save what you write again and again, and put it into a comment with a few keys.')}
          action={add}
          className="py-8"
        />
      )
    )
  const fits = wordsFinder(search)
  const shown = answers.data.filter(({ title, text }) => fits(`${title}\n${text}`))
  return (
    <div className="flex flex-col gap-3">
      {failure}
      <div className="flex flex-wrap gap-2">
        <SearchBox
          label={i18n.t('Search saved answers')}
          value={search}
          onChange={setSearch}
          className="min-w-50! flex-1"
        />
        {add}
      </div>
      {shown.length === 0 && (
        <p className="py-4 text-center text-muted">{i18n.t('No saved answer fits your search.')}</p>
      )}
      <ul aria-label={i18n.t('Saved answers')} className="flex flex-col divide-y divide-border">
        {shown.map((answer) => (
          <Row
            key={answer.id}
            answer={answer}
            viewer={viewer}
            onEdit={() => onEdit(answer)}
            onDelete={() => setDeleted(answer)}
          />
        ))}
      </ul>
      {deleted && <Question answer={deleted} onClose={() => setDeleted(undefined)} />}
    </div>
  )
}

interface RowProps {
  answer: SavedAnswer
  viewer: CurrentUser
  onEdit(): void
  onDelete(): void
}

function Row({ answer, viewer, onEdit, onDelete }: RowProps) {
  const { title, text } = answer
  return (
    <li className="flex items-start gap-2 py-2.5">
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium">{title}</p>
        <p className="line-clamp-2 text-muted wrap-anywhere">{text}</p>
        <p className="mt-0.5 text-meta font-normal text-muted">{sharingWords(answer, viewer)}</p>
      </div>
      {canChangeAnswer(viewer, answer) && (
        <span className="flex flex-none gap-0.5">
          <IconButton label={i18n.t('Edit {title}', { title })} onClick={onEdit}>
            <Pencil aria-hidden />
          </IconButton>
          <IconButton label={i18n.t('Delete {title}', { title })} onClick={onDelete}>
            <Trash2 aria-hidden />
          </IconButton>
        </span>
      )}
    </li>
  )
}

function Question({ answer, onClose }: { answer: SavedAnswer; onClose(): void }) {
  const removing = useMutation(deleteSavedAnswer(useQueryClient()))
  async function remove() {
    try {
      await removing.mutateAsync(answer.id)
      toastSuccess(i18n.t('{title} is deleted.', { title: answer.title }))
    } catch (error) {
      const said = messageIn(error)
      toastFailure(said ?? i18n.t('The saved answer could not be deleted.'))
    }
    onClose()
  }
  return (
    <AlertDialog
      open
      onOpenChange={onClose}
      title={i18n.t('Delete {title}?', { title: answer.title })}
      description={
        answer.sharedWith.length > 0
          ? i18n.t(
              'Everyone it is shared with loses it, too. Comments that were made with it stay as they are.',
            )
          : i18n.t('Comments that were made with it stay as they are.')
      }
      confirmLabel={i18n.t('Delete')}
      busy={removing.isPending}
      busyLabel={i18n.t('Deleting...')}
      onConfirm={() => void remove()}
    />
  )
}
