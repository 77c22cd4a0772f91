import { i18n } from '#platform/contract/i18n.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toastFailure, toastSuccess, type ToastAction } from '#platform/web/ui/overlay/toast-store.ts'
import { endSessions, listOtherSessions } from './sessions-api.ts'

/**
 * For another address of one's own: somebody else may have been signed in by the former one.
 * @returns a function that finds the action to offer with the news; undefined where nobody is signed in elsewhere
 */
export function useSignOutOffer(): () => Promise<ToastAction | undefined> {
  const client = useQueryClient()
  const ending = useMutation(endSessions(client))
  return async () => {
    // A list that could not be read is no reason to keep the news back.
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
