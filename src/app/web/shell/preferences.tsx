import { i18n } from '#platform/contract/i18n.ts'
import { useId } from 'react'
import { useViewer } from '#features/auth/web/session.tsx'
import { SettingSwitch } from '#features/settings/web/setting-switch.tsx'
import { canAssign } from '#features/tickets/policy.ts'
import { useChooseDensity } from '#features/settings/web/density.ts'
import { setTheme, useDensity, useTheme } from '#platform/web/theme.ts'
import { density, theme, type Look } from './menu-actions.ts'

export function Preferences() {
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
      {canAssign(useViewer()) && (
        <SettingSwitch
          name="assignOnReply"
          label={i18n.t('Assign to me when I answer')}
          hint={i18n.t('Answering an unassigned ticket makes you its assignee')}
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
  of: Look<T>
  value: T
  onChoose(next: T): void
  hint: string
}

function Choice<T extends string>({ of: { label, values, names }, value, onChoose, hint }: ChoiceProps<T>) {
  const id = useId()
  return (
    <fieldset
      aria-describedby={`${id}-hint`}
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2"
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
      <div className="segmented max-sm:w-full">
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
