import { i18n } from '#platform/contract/i18n.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { BellOff, MailQuestionMark } from 'lucide-react'
import type { User } from '#features/users/contract.ts'
import { nameOf } from '#features/users/web/person-name.ts'
import { CallError } from '#platform/web/call.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { EmptyState } from '#platform/web/ui/empty-state.tsx'
import { ErrorNote } from '#platform/web/ui/error-note.tsx'
import { LoadingRows } from '#platform/web/ui/skeleton.tsx'
import { toastFailure, toastSuccess } from '#platform/web/ui/overlay/toast-store.ts'
import { useMedia } from '#platform/web/hooks/use-media.ts'
import { createDefaults, preferenceList } from './api.ts'
import { PreferenceRow } from './preference-row.tsx'
import { messageIn } from '#platform/web/refusal.ts'

export function useCreateDefaults() {
  const creating = useMutation(createDefaults(useQueryClient()))
  return {
    isPending: creating.isPending,
    create: (userId: string) =>
      creating.mutate(userId, {
        onSuccess: () => toastSuccess(i18n.t('Default email preferences created successfully.')),
        onError: (error) => toastFailure(messageIn(error) ?? i18n.t('Failed to create default preferences.')),
      }),
  }
}

interface PreferenceListProps {
  userId: string
  user: User | undefined
}

/** Unknown or malformed id. Other refusals, such as a rate limit, keep the shown data. */
const isUnknownUser = (error: unknown) =>
  error instanceof CallError && (error.status === 404 || error.status === 400)

export function PreferenceList({ userId, user }: PreferenceListProps) {
  const found = useQuery(preferenceList(userId))
  const defaults = useCreateDefaults()
  const isWide = useMedia('(width >= 64rem)')
  const whose = user ? nameOf(user) : i18n.t('This user')
  if (found.isPending) return <LoadingRows label={i18n.t('Loading preferences...')} rows={5} />
  if (isUnknownUser(found.error))
    return (
      <div className="card">
        <EmptyState
          icon={<MailQuestionMark aria-hidden />}
          title={i18n.t('User not found')}
          hint={i18n.t('Choose someone else above.')}
        />
      </div>
    )
  if (!found.data)
    return (
      <ErrorNote error={found.error} onRetry={() => void found.refetch()} busy={found.isFetching}>
        {i18n.t('The preferences could not be loaded.')}
      </ErrorNote>
    )
  if (found.data.length === 0)
    return (
      <div className="card">
        <EmptyState
          icon={<BellOff aria-hidden />}
          title={i18n.t('No Email Preferences')}
          hint={i18n.t('{whose} gets the default emails. Create their preferences to change them.', {
            whose,
          })}
          action={
            <Button
              variant="primary"
              busy={defaults.isPending}
              busyLabel={i18n.t('Creating...')}
              onClick={() => defaults.create(userId)}
            >
              {i18n.t('Create Default Preferences')}
            </Button>
          }
        />
      </div>
    )
  return (
    <ul
      aria-label={user ? i18n.t('Email preferences of {whose}', { whose }) : i18n.t('Email preferences')}
      className={isWide ? 'card divide-y divide-border' : 'flex flex-col gap-3'}
    >
      {found.data.map((preference) => (
        <PreferenceRow key={preference.id} preference={preference} isWide={isWide} />
      ))}
    </ul>
  )
}
