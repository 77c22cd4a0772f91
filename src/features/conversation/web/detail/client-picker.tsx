import { useQuery } from '@tanstack/react-query'
import { clientNames } from '#features/clients/web/client-list.ts'
import { i18n } from '#platform/contract/i18n.ts'
import { Combobox } from '#platform/web/ui/form/combobox.tsx'

interface ClientPickerProps {
  value: string
  /** Name of the ticket's company. */
  name: string
  /** Called with another choice only. */
  onPick(id: string): void
}

export function ClientPicker({ value, name, onPick }: ClientPickerProps) {
  const companies = useQuery(clientNames())
  const options = (companies.data ?? [])
    .filter(({ isActive }) => isActive)
    .map((client) => ({ value: client.id, label: client.name }))
  return (
    <Combobox
      options={options}
      value={value}
      valueLabel={name}
      emptyText={emptyText(companies)}
      onValueChange={(id) => id !== value && onPick(id)}
    />
  )
}

function emptyText({ isPending, isError }: { isPending: boolean; isError: boolean }) {
  if (isError) return i18n.t('The clients could not be loaded')
  return isPending ? i18n.t('Loading clients...') : i18n.t('No clients found')
}
