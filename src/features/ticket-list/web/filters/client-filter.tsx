import { i18n } from '#platform/contract/i18n.ts'
import { Combobox } from '#platform/web/ui/form/combobox.tsx'
import type { ComboboxOption } from '#platform/web/ui/form/use-combobox.ts'

interface ClientFilterProps {
  options: readonly ComboboxOption[]
  value: string
  placeholder: string
  onChange(id: string): void
  'aria-label'?: string
}

/** Companies are too many for a plain list. */
export function ClientFilter({ value, onChange, ...rest }: ClientFilterProps) {
  return (
    <Combobox
      value={value}
      valueLabel={value && i18n.t('Another client')}
      clearable
      emptyText={i18n.t('No clients found')}
      onValueChange={onChange}
      {...rest}
    />
  )
}
