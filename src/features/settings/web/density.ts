import { i18n } from '#platform/contract/i18n.ts'
import type { Density } from '#platform/contract/density.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { setDensity } from '#platform/web/theme.ts'
import { toastFailure } from '#platform/web/ui/overlay/toast-store.ts'
import { changeSettings, ownSettings } from './api.ts'

/** @returns a setter: shown at once, then stored for every browser */
export function useChooseDensity(): (next: Density) => void {
  const change = useMutation(changeSettings(useQueryClient()))
  return (next) => {
    setDensity(next)
    change.mutate(
      { density: next },
      { onError: () => toastFailure(i18n.t('The preference could not be saved.')) },
    )
  }
}

/** Applies the person's density, also after a change in another browser. */
export function useOwnDensity(): void {
  const density = useQuery(ownSettings()).data?.density
  useEffect(() => {
    if (density) setDensity(density)
  }, [density])
}
