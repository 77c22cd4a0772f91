import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Command } from 'cmdk'
import { Check, Minus, Plus, Settings2 } from 'lucide-react'
import { useState } from 'react'
import type { Ticket } from '#features/tickets/contract.ts'
import { newestOf, useHeardOf } from '#features/tickets/web/latest-known.ts'
import type { Viewer } from '#features/users/contract.ts'
import { i18n } from '#platform/contract/i18n.ts'
import { searchable, wordsFinder } from '#platform/contract/searchable.ts'
import { runWhenOffered } from '#platform/web/actions/actions.ts'
import { StatusDot } from '#platform/web/ui/badge.tsx'
import { ErrorNote } from '#platform/web/ui/error-note.tsx'
import { toastFailure } from '#platform/web/ui/overlay/toast-store.ts'
import { messageIn } from '#platform/web/refusal.ts'
import { labelLimits, type Label } from '../contract.ts'
import { canManageLabels } from '../policy.ts'
import { manageLabels } from './actions.ts'
import { createLabel } from './api.ts'
import { labelList } from './label-list.ts'
import { nextColor } from './next-color.ts'
import { useLabelling } from './use-labelling.ts'

const rowLook =
  'flex min-h-8 cursor-pointer items-center gap-2 rounded-control px-2 py-1 select-none data-[selected=true]:bg-raised-hover pointer-coarse:min-h-11'

// The popover sets the focus on opening, maybe before this part is loaded.
const focus = (input: HTMLInputElement | null) => input?.focus()

interface LabelChoicesProps {
  tickets: readonly Ticket[]
  viewer: Pick<Viewer, 'role'>
  onClose(): void
}

/** Enter toggles the label, and the list stays open for the next. */
export function LabelChoices({ tickets, viewer, onClose }: LabelChoicesProps) {
  const { data: labels, isError, error, refetch, isFetching } = useQuery(labelList())
  useHeardOf()
  const { isOnAll, toggle, putOn } = useLabelling(tickets.map(newestOf))
  const creating = useMutation(createLabel(useQueryClient()))
  const [typed, type] = useState('')
  const name = typed.trim()
  const fits = wordsFinder(name)
  const found = labels?.filter((label) => fits(label.name))
  const isNew = name !== '' && !labels?.some((label) => searchable(label.name) === searchable(name))
  const mayManage = canManageLabels(viewer)

  async function create(all: readonly Label[]) {
    if (creating.isPending) return
    try {
      const made = await creating.mutateAsync({ name, color: nextColor(all.length) })
      type('')
      await putOn(made)
    } catch (error) {
      toastFailure(messageIn(error) ?? i18n.t('The label could not be created.'))
    }
  }

  return (
    <Command label={i18n.t('Labels')} shouldFilter={false} loop>
      <Command.Input
        ref={focus}
        value={typed}
        onValueChange={type}
        maxLength={labelLimits.name}
        placeholder={mayManage ? i18n.t('Find or create a label') : i18n.t('Find a label')}
        className="w-full border-b border-border bg-transparent px-3 py-2 text-input outline-none pointer-coarse:min-h-11"
      />
      <Command.List
        label={i18n.t('Labels')}
        className="max-h-[min(18rem,var(--radix-popover-content-available-height,100dvh)-3rem)] overflow-y-auto overscroll-contain p-1"
        // The focus stays in the field, for the next label.
        onMouseDown={(event) => event.preventDefault()}
      >
        {labels && !(isNew && mayManage) && (
          <Command.Empty className="px-2 py-3 text-muted">
            {labels.length === 0 && !mayManage
              ? i18n.t('The desk has no labels yet.')
              : i18n.t('No labels found')}
          </Command.Empty>
        )}
        {found?.map((label) => (
          <Command.Item key={label.id} value={label.id} className={rowLook} onSelect={() => toggle(label)}>
            <StatusDot hue={label.color} />
            <span dir="auto" className="min-w-0 flex-1 truncate">
              {label.name}
            </span>
            <Sign isOn={isOnAll(label)} />
          </Command.Item>
        ))}
        {labels && isNew && mayManage && (
          <Command.Item value="new" className={rowLook} onSelect={() => void create(labels)}>
            <Plus aria-hidden className="text-muted" />
            <span className="min-w-0 flex-1 truncate">{i18n.t('Create “{name}”', { name })}</span>
          </Command.Item>
        )}
        {labels && mayManage && name === '' && (
          <Command.Item
            value="manage"
            className={rowLook}
            onSelect={() => {
              onClose()
              runWhenOffered(manageLabels)
            }}
          >
            <Settings2 aria-hidden className="text-muted" />
            {i18n.t('Manage labels…')}
          </Command.Item>
        )}
      </Command.List>
      {isError && (
        <ErrorNote error={error} onRetry={() => void refetch()} busy={isFetching} className="m-1">
          {i18n.t('The labels could not be loaded.')}
        </ErrorNote>
      )}
    </Command>
  )
}

/** @param isOn undefined: on some of the tickets */
function Sign({ isOn }: { isOn: boolean | undefined }) {
  if (isOn === false) return null
  const Icon = isOn ? Check : Minus
  return (
    <>
      <Icon aria-hidden className="size-3.5! text-link!" />
      <span className="sr-only">{isOn ? i18n.t(', chosen') : i18n.t(', on some')}</span>
    </>
  )
}
