import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { i18n } from '#platform/contract/i18n.ts'
import { toastFailure } from '#platform/web/ui/overlay/toast-store.ts'
import type { SettingsChange } from '../contract.ts'
import { changeSettings } from './api.ts'

/** @returns a setter: the choice is shown at once and stored for every browser, and a failure is told */
export function useSavePreference(): (change: SettingsChange, onSaved?: () => void) => void {
  const { mutate } = useMutation(changeSettings(useQueryClient()))
  return useCallback(
    (change, onSaved) =>
      mutate(change, {
        ...(onSaved && { onSuccess: onSaved }),
        onError: () => toastFailure(i18n.t('The preference could not be saved.')),
      }),
    [mutate],
  )
}
