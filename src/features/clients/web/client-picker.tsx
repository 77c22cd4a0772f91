import { useQuery } from '@tanstack/react-query'
import type { ClientPickerProps } from '#features/products/web/product-form.tsx'
import { i18n } from '#platform/contract/i18n.ts'
import { Combobox } from '#platform/web/ui/form/combobox.tsx'
import { Field } from '#platform/web/ui/form/field.tsx'
import { clientNames } from './client-list.ts'
import { noClientText } from './client-words.ts'

/** Chooses one of the clients, or none. */
export function ClientPicker({ value, onChange, error }: ClientPickerProps) {
  const clients = useQuery(clientNames())
  return (
    <Field label={i18n.t('Client (Optional)')} error={error}>
      <Combobox
        clearable
        options={(clients.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        value={value}
        onValueChange={onChange}
        emptyText={noClientText(clients)}
        placeholder={i18n.t('Choose a client')}
      />
    </Field>
  )
}
