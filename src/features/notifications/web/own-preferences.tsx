import { i18n, words } from '#platform/contract/i18n.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { Button } from '#platform/web/ui/button.tsx'
import { ErrorNote } from '#platform/web/ui/error-note.tsx'
import { Select } from '#platform/web/ui/form/select.tsx'
import { Loading, Skeleton } from '#platform/web/ui/skeleton.tsx'
import {
  frequencies,
  frequencyWords,
  notificationTypes,
  notificationWords,
  type NotificationType,
  type OwnPreference,
  type PreferenceChange,
} from '../contract.ts'
import { changeOwnPreference, ownPreferences } from './api.ts'
import { messageIn } from '#platform/web/refusal.ts'

const explanations: Record<NotificationType, string> = words({
  ticket_updates: () => i18n.t('New comments and chat messages that you have not read'),
  daily_summary: () => i18n.t('What happened to your tickets each day'),
  weekly_summary: () => i18n.t('What happened to your tickets each week'),
  assignment_notifications: () => i18n.t('A ticket is assigned to you'),
  status_changes: () => i18n.t('The status of one of your tickets changes'),
})

export function OwnPreferences() {
  const own = useQuery(ownPreferences())
  if (own.isPending)
    return (
      <Loading label={i18n.t('Loading preferences...')} className="flex flex-col gap-4">
        {notificationTypes.map((type) => (
          <Skeleton key={type} className="w-3/5" />
        ))}
      </Loading>
    )
  return (
    <div className="flex flex-col gap-3">
      {own.isError && (
        <ErrorNote error={own.error} onRetry={() => void own.refetch()} busy={own.isFetching}>
          {i18n.t('The email notifications could not be loaded.')}
        </ErrorNote>
      )}
      {own.data && (
        <ul aria-label={i18n.t('Email notifications')} className="divide-y divide-border">
          {own.data.map((preference) => (
            <OwnPreferenceRow key={preference.notificationType} preference={preference} />
          ))}
        </ul>
      )}
    </div>
  )
}

function OwnPreferenceRow({ preference }: { preference: OwnPreference }) {
  const { notificationType } = preference
  const id = useId()
  const changing = useMutation(changeOwnPreference(useQueryClient(), notificationType))
  const [draft, setDraft] = useState<PreferenceChange>({})
  const { frequency, isEnabled } = { ...preference, ...draft }
  const label = notificationWords[notificationType]

  function save(change: PreferenceChange) {
    const chosen = { ...draft, ...change }
    setDraft(chosen)
    changing.mutate(chosen, { onSuccess: () => setDraft({}) })
  }
  return (
    <li className="flex flex-col gap-2 py-3 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-64">
          <p className="font-medium">{label}</p>
          <p id={`${id}-hint`} className="text-meta font-normal text-muted">
            {explanations[notificationType]}
          </p>
        </div>
        <div className="flex items-center gap-4 max-sm:w-full max-sm:justify-between">
          <Select
            isInstant
            aria-label={i18n.t('Frequency of {label}', { label })}
            aria-describedby={`${id}-hint`}
            className="w-36"
            value={frequency}
            onChange={({ target }) => {
              const chosen = frequencies.find((one) => one === target.value)
              if (chosen) save({ frequency: chosen })
            }}
          >
            {frequencies.map((one) => (
              <option key={one} value={one}>
                {frequencyWords[one]}
              </option>
            ))}
          </Select>
          <input
            type="checkbox"
            role="switch"
            className="switch"
            aria-label={i18n.t('{label} enabled', { label })}
            aria-describedby={`${id}-hint`}
            checked={isEnabled}
            aria-checked={isEnabled}
            onChange={({ target }) => save({ isEnabled: target.checked })}
          />
        </div>
      </div>
      {changing.isError && (
        <div role="alert" className="flex flex-wrap items-center justify-between gap-2 text-red-fg">
          <p>{messageIn(changing.error) ?? i18n.t('This is not saved yet.')}</p>
          <Button size="small" onClick={() => save({})}>
            {i18n.t('Retry')}
          </Button>
        </div>
      )}
    </li>
  )
}
