import { i18n } from '#platform/contract/i18n.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { setNewsChoice } from '#features/tickets/web/news-choice.ts'
import { toastFailure, toastSuccess } from '#platform/web/ui/overlay/toast-store.ts'
import { changeSettings, ownSettings } from './api.ts'

export function useOwnNews(): void {
  const isOnlyMine = useQuery(ownSettings()).data?.onlyMyNews
  const { mutate } = useMutation(changeSettings(useQueryClient()))
  useEffect(() => {
    if (isOnlyMine === undefined) return
    const chooseMine = () =>
      mutate(
        { onlyMyNews: true },
        {
          onSuccess: () =>
            toastSuccess(
              i18n.t(
                'You now get messages about your own tickets only. You can change this in your profile.',
              ),
            ),
          onError: () => toastFailure(i18n.t('The preference could not be saved.')),
        },
      )
    setNewsChoice({ isOnlyMine, chooseMine })
  }, [isOnlyMine, mutate])
}
