import { Combobox, type ComboboxOption } from '#platform/web/ui/form/combobox.tsx'

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
      valueLabel={value && 'Another client'}
      clearable
      emptyText="No clients found"
      onValueChange={onChange}
      {...rest}
    />
  )
}
