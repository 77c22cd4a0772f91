import { i18n } from '#platform/contract/i18n.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Pencil, Save, Trash2 } from 'lucide-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import type { CurrentUser } from '#features/users/contract.ts'
import { messageIn } from '#platform/web/refusal.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { IconButton } from '#platform/web/ui/icon-button.tsx'
import { keepFocusThrough } from '#platform/web/ui/overlay/return-focus.ts'
import { toastFailure, toastSuccess } from '#platform/web/ui/overlay/toast-store.ts'
import type { View } from '../contract.ts'
import { canChangeView } from '../policy.ts'
import { changeView, deleteView } from './api.ts'
import { useReturn } from './use-return.ts'
import { EditViewForm } from './view-form.tsx'

interface ViewActionsProps {
  view: View
  viewer: CurrentUser
  current: string
  children: ReactNode
}

interface QuestionProps {
  name: string
  isBusy: boolean
  onCancel(): void
  onDelete(): void
}

function Question({ name, isBusy, onCancel, onDelete }: QuestionProps) {
  const cancel = useRef<HTMLButtonElement>(null)
  useEffect(() => cancel.current?.focus(), [])
  return (
    <div
      role="group"
      aria-label={i18n.t('Delete {name}?', { name })}
      className="flex items-center gap-2 px-2 py-1"
    >
      <p className="min-w-0 flex-1 truncate">{i18n.t('Delete “{name}”?', { name })}</p>
      <Button size="small" ref={cancel} onClick={onCancel}>
        {i18n.t('Cancel')}
      </Button>
      <Button size="small" variant="danger" busy={isBusy} onClick={onDelete}>
        {i18n.t('Delete')}
      </Button>
    </div>
  )
}

export function ViewActions({ view, viewer, current, children }: ViewActionsProps) {
  const client = useQueryClient()
  const [doing, setDoing] = useState<'edit' | 'delete' | null>(null)
  const updating = useMutation({
    ...changeView(client),
    onError: (error) => toastFailure(messageIn(error) ?? i18n.t('The view could not be updated.')),
  })
  const removing = useMutation({
    ...deleteView(client),
    onError: (error) => toastFailure(messageIn(error) ?? i18n.t('The view could not be deleted.')),
  })
  const edit = useReturn<HTMLButtonElement>(doing !== null)
  const { id, name } = view

  async function update() {
    await updating.mutateAsync({ id, change: { query: current } })
    toastSuccess(i18n.t('View “{name}” updated.', { name }))
  }

  if (!canChangeView(viewer, view)) return <div className="flex items-center">{children}</div>
  if (doing === 'edit') return <EditViewForm view={view} viewer={viewer} onDone={() => setDoing(null)} />
  if (doing === 'delete')
    return (
      <Question
        name={name}
        isBusy={removing.isPending}
        onCancel={() => setDoing(null)}
        onDelete={() => keepFocusThrough(() => removing.mutateAsync(id).catch(() => undefined))}
      />
    )
  return (
    <div className="flex items-center gap-0.5">
      {children}
      {view.query !== current && (
        <IconButton
          size="small"
          label={i18n.t('Save the current filters as {name}', { name })}
          busy={updating.isPending}
          onClick={() => void update().catch(() => undefined)}
        >
          <Save aria-hidden />
        </IconButton>
      )}
      <IconButton
        ref={edit}
        size="small"
        label={i18n.t('Rename or share {name}', { name })}
        onClick={() => setDoing('edit')}
      >
        <Pencil aria-hidden />
      </IconButton>
      <IconButton size="small" label={i18n.t('Delete {name}', { name })} onClick={() => setDoing('delete')}>
        <Trash2 aria-hidden />
      </IconButton>
    </div>
  )
}
