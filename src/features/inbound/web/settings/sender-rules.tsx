import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { Panel } from '#features/mail-settings/web/panel.tsx'
import { nameOf } from '#features/users/web/person-name.ts'
import { i18n } from '#platform/contract/i18n.ts'
import { useDoubleClickGuard } from '#platform/web/hooks/use-double-click-guard.ts'
import { messageIn } from '#platform/web/refusal.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import { ErrorNote } from '#platform/web/ui/error-note.tsx'
import { IconButton } from '#platform/web/ui/icon-button.tsx'
import { keepFocusThrough } from '#platform/web/ui/overlay/return-focus.ts'
import { toastFailure, toastSuccess } from '#platform/web/ui/overlay/toast-store.ts'
import { LoadingRows } from '#platform/web/ui/skeleton.tsx'
import { writtenDay } from '#platform/web/written.ts'
import type { InboundRule } from '../../settings/contract.ts'
import { inboundRules, removeRule } from '../api.ts'

/** Lists blocked senders, and those remembered as a person's. */
export function SenderRules() {
  const found = useQuery(inboundRules())
  const guardDoubleClick = useDoubleClickGuard('li')
  return (
    <Panel title={i18n.t('Sender Rules')}>
      {found.isError && !found.data && (
        <ErrorNote error={found.error} onRetry={() => void found.refetch()} busy={found.isFetching}>
          {i18n.t('The rules could not be loaded.')}
        </ErrorNote>
      )}
      {found.isPending && <LoadingRows label={i18n.t('Loading rules...')} rows={2} />}
      {found.data?.length === 0 && (
        <p className="text-muted">
          {i18n.t('No sender is blocked or remembered. Decisions in Unsorted Mail add rules.')}
        </p>
      )}
      {found.data && found.data.length > 0 && (
        <ul
          aria-label={i18n.t('Sender Rules')}
          className="divide-y divide-border"
          onClickCapture={guardDoubleClick}
        >
          {found.data.map((rule) => (
            <Rule key={rule.id} rule={rule} />
          ))}
        </ul>
      )}
    </Panel>
  )
}

function Rule({ rule: { id, kind, address, person, createdBy, createdAt } }: { rule: InboundRule }) {
  const removing = useMutation(removeRule(useQueryClient()))
  async function remove() {
    try {
      await removing.mutateAsync(id)
      toastSuccess(i18n.t('The rule for {address} is removed.', { address }))
    } catch (error) {
      toastFailure(messageIn(error) ?? i18n.t('The rule could not be removed.'))
    }
  }
  const day = writtenDay(createdAt)
  return (
    <li className="flex items-start gap-3 py-2">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="min-w-0 font-medium wrap-anywhere">{address}</span>
          <Badge hue={kind === 'block' ? 'red' : 'green'}>
            {kind === 'block'
              ? i18n.t('Blocked')
              : i18n.t('Belongs to {name}', { name: person ? nameOf(person) : i18n.t('a deleted user') })}
          </Badge>
        </p>
        <p className="text-meta text-muted">
          {createdBy ? i18n.t('Added by {name}, {day}', { name: nameOf(createdBy), day }) : day}
        </p>
      </div>
      <IconButton
        label={i18n.t('Remove the rule for {address}', { address })}
        busy={removing.isPending}
        onClick={() => keepFocusThrough(remove)}
      >
        <X aria-hidden />
      </IconButton>
    </li>
  )
}
