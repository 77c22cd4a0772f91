import type { Density } from '#platform/contract/density.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { setDensity } from '#platform/web/theme.ts'
import { ownSettings } from './api.ts'
import { useSavePreference } from './use-save-preference.ts'

/** @returns a setter: shown at once, then stored for every browser */
export function useChooseDensity(): (next: Density) => void {
  const save = useSavePreference()
  return (next) => {
    setDensity(next)
    save({ density: next })
  }
}

/** Applies the person's density, also after a change in another browser. */
export function useOwnDensity(): void {
  const density = useQuery(ownSettings()).data?.density
  useEffect(() => {
    if (density) setDensity(density)
  }, [density])
}
