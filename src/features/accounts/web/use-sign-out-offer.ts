import { i18n } from '#platform/contract/i18n.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toastFailure, toastSuccess, type ToastAction } from '#platform/web/ui/overlay/toast-store.ts'
import { endSessions, listOtherSessions } from './sessions-api.ts'

/** @returns a finder of the toast action; undefined without other sessions */
export function useSignOutOffer(): () => Promise<ToastAction | undefined> {
  const client = useQueryClient()
  const ending = useMutation(endSessions(client))
  return async () => {
    // Show the news also when the list of sessions cannot be read.
    const others = await listOtherSessions(client).catch(() => [])
    if (others.length === 0) return undefined
    return {
      label: i18n.t('Sign out everywhere else'),
      onAction: () =>
        ending.mutate('others', {
          onSuccess: () => toastSuccess(i18n.t('You are signed out everywhere else.')),
          onError: () => toastFailure(i18n.t('The session could not be ended.')),
        }),
    }
  }
}
