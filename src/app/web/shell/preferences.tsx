import { useId } from 'react'
import { SettingSwitch } from '#features/settings/web/setting-switch.tsx'
import {
  densities,
  setDensity,
  setTheme,
  themes,
  useDensity,
  useTheme,
  type Density,
  type Theme,
} from '#platform/web/theme.ts'

const themeNames: Record<Theme, string> = { light: 'Light', dark: 'Dark', system: 'System' }
const densityNames: Record<Density, string> = { comfortable: 'Comfortable', compact: 'Compact' }

/** The person's preferences of look and keys. */
export function Preferences() {
  return (
    <div className="flex flex-col gap-4">
      <Choice
        legend="Theme"
        values={themes}
        names={themeNames}
        value={useTheme()}
        onChange={setTheme}
        hint="Kept in this browser"
      />
      <Choice
        legend="Density"
        values={densities}
        names={densityNames}
        value={useDensity()}
        onChange={setDensity}
        hint="Kept in this browser; a touch screen is always comfortable"
      />
      <SettingSwitch
        name="shortcuts"
        label="Shortcuts of a single key"
        hint="Switch them off when you dictate, or when keys are pressed by accident"
      />
    </div>
  )
}

interface ChoiceProps<T extends string> {
  legend: string
  hint: string
  values: readonly T[]
  names: Record<T, string>
  value: T
  onChange(value: T): void
}

function Choice<T extends string>({ legend, hint, values, names, value, onChange }: ChoiceProps<T>) {
  const id = useId()
  return (
    <fieldset
      aria-describedby={`${id}-hint`}
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2"
    >
      <legend className="sr-only">{legend}</legend>
      <div className="min-w-0">
        <p aria-hidden className="font-medium">
          {legend}
        </p>
        <p id={`${id}-hint`} className="text-meta font-normal text-muted">
          {hint}
        </p>
      </div>
      <div className="segmented max-sm:w-full">
        {values.map((each) => (
          <label key={each}>
            <input
              type="radio"
              name={id}
              className="sr-only"
              checked={each === value}
              onChange={() => onChange(each)}
            />
            {names[each]}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
