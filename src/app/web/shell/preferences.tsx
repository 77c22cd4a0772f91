import { i18n, words } from '#platform/contract/i18n.ts'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useViewer } from '#features/auth/web/session.tsx'
import { afterResolvingChoices, defaultSettings } from '#features/settings/contract.ts'
import { ownSettings } from '#features/settings/web/api.ts'
import { SettingSwitch } from '#features/settings/web/setting-switch.tsx'
import { useSavePreference } from '#features/settings/web/use-save-preference.ts'
import { canAssign, canChange } from '#features/tickets/policy.ts'
import { useChooseDensity } from '#features/settings/web/density.ts'
import { setTheme, useDensity, useTheme } from '#platform/web/theme.ts'
import { density, theme, type Look } from './menu-actions.ts'

const afterResolving = {
  get label() {
    return i18n.t('After resolving a ticket of a list')
  },
  values: afterResolvingChoices,
  names: words({
    stay: () => i18n.t('Stay'),
    next: () => i18n.t('Next ticket'),
    list: () => i18n.t('Back to the list'),
  }),
}

export function Preferences() {
  const viewer = useViewer()
  const settings = useQuery(ownSettings()).data ?? defaultSettings
  const save = useSavePreference()
  return (
    <div className="flex flex-col gap-4">
      <Choice of={theme} value={useTheme()} onChoose={setTheme} hint={i18n.t('Saved in this browser')} />
      <Choice
        of={density}
        value={useDensity()}
        onChoose={useChooseDensity()}
        hint={i18n.t('Touch screens always use comfortable rows')}
      />
      <SettingSwitch
        name="shortcuts"
        label={i18n.t('Single-key shortcuts')}
        hint={i18n.t('Turn these off if you use dictation or hit keys by accident')}
      />
      {canAssign(viewer) && (
        <SettingSwitch
          name="assignOnReply"
          label={i18n.t('Assign to me when I answer')}
          hint={i18n.t('Answering an unassigned ticket makes you its assignee')}
        />
      )}
      {canChange(viewer) && (
        <Choice
          of={afterResolving}
          value={settings.afterResolving}
          onChoose={(next) => save({ afterResolving: next })}
          hint={i18n.t('Stay offers the next ticket above the comment box')}
        />
      )}
      <SettingSwitch
        name="onlyMyNews"
        label={i18n.t('Messages about my tickets only')}
        hint={i18n.t('Leaves out updates of tickets that you neither submitted nor work on')}
      />
    </div>
  )
}

interface ChoiceProps<T extends string> {
  of: Pick<Look<T>, 'label' | 'values' | 'names'>
  value: T
  onChoose(next: T): void
  hint: string
}

function Choice<T extends string>({ of: { label, values, names }, value, onChoose, hint }: ChoiceProps<T>) {
  const id = useId()
  return (
    <fieldset
      aria-describedby={`${id}-hint`}
      className="flex min-w-0 flex-wrap items-center justify-between gap-x-4 gap-y-2"
    >
      <legend className="sr-only">{label}</legend>
      <div className="min-w-0">
        <p aria-hidden className="font-medium">
          {label}
        </p>
        <p id={`${id}-hint`} className="text-meta font-normal text-muted">
          {hint}
        </p>
      </div>
      <div className="segmented max-sm:w-full max-sm:flex-wrap">
        {values.map((each) => (
          <label key={each}>
            <input type="radio" name={id} checked={each === value} onChange={() => onChoose(each)} />
            {names[each]}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
