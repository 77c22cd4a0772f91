import { i18n } from '#platform/contract/i18n.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { setNewsChoice } from '#features/tickets/web/news-choice.ts'
import { toastSuccess } from '#platform/web/ui/overlay/toast-store.ts'
import { ownSettings } from './api.ts'
import { useSavePreference } from './use-save-preference.ts'

export function useOwnNews(): void {
  const isOnlyMine = useQuery(ownSettings()).data?.onlyMyNews
  const save = useSavePreference()
  useEffect(() => {
    if (isOnlyMine === undefined) return
    const chooseMine = () =>
      save({ onlyMyNews: true }, () =>
        toastSuccess(
          i18n.t('You now get messages about your own tickets only. You can change this in your profile.'),
        ),
      )
    setNewsChoice({ isOnlyMine, chooseMine })
  }, [isOnlyMine, save])
}
