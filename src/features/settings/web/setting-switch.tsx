import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { defaultSettings } from '../contract.ts'
import { ownSettings } from './api.ts'
import { useSavePreference } from './use-save-preference.ts'

interface SettingSwitchProps {
  name: 'shortcuts' | 'smsNotifications' | 'onlyMyNews' | 'assignOnReply'
  label: string
  hint: string
  /** Off and disabled for now; the hint says why. */
  isOutOfReach?: boolean
}

export function SettingSwitch({ name, label, hint, isOutOfReach = false }: SettingSwitchProps) {
  const id = useId()
  const settings = useQuery(ownSettings())
  const save = useSavePreference()
  const isOn = !isOutOfReach && (settings.data ?? defaultSettings)[name]
  return (
    <div className="flex items-center justify-between gap-4">
      <div className="min-w-0">
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
        <p id={`${id}-hint`} className="text-meta font-normal text-muted">
          {hint}
        </p>
      </div>
      <input
        id={id}
        type="checkbox"
        role="switch"
        className="switch"
        aria-describedby={`${id}-hint`}
        checked={isOn}
        aria-checked={isOn}
        disabled={!settings.data || isOutOfReach}
        onChange={({ target }) => save({ [name]: target.checked })}
      />
    </div>
  )
}
