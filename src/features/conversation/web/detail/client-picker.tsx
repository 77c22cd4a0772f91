import { useQuery } from '@tanstack/react-query'
import { clientNames } from '#features/clients/web/client-list.ts'
import { noClientText } from '#features/clients/web/client-words.ts'
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
      emptyText={noClientText(companies)}
      onValueChange={(id) => id !== value && onPick(id)}
    />
  )
}
