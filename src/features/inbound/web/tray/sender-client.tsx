import { useQuery } from '@tanstack/react-query'
import { clientNames } from '#features/clients/web/client-list.ts'
import { i18n } from '#platform/contract/i18n.ts'
import { Combobox } from '#platform/web/ui/form/combobox.tsx'

interface SenderClientProps {
  suggested: { id: string; name: string } | null
  value: string
  onValueChange(id: string): void
  clearable?: boolean
}

/** Chooses one of the active clients, or the suggested one. */
export function SenderClient({ suggested, ...rest }: SenderClientProps) {
  const clients = useQuery(clientNames())
  const offered = (clients.data ?? []).filter(({ isActive, id }) => isActive || id === suggested?.id)
  return (
    <Combobox
      options={offered.map(({ id, name }) => ({ value: id, label: name }))}
      {...(suggested && rest.value === suggested.id && { valueLabel: suggested.name })}
      emptyText={emptyText(clients)}
      placeholder={i18n.t('Choose a client')}
      {...rest}
    />
  )
}

function emptyText({ isPending, isError }: { isPending: boolean; isError: boolean }) {
  if (isError) return i18n.t('The clients could not be loaded')
  return isPending ? i18n.t('Loading clients...') : i18n.t('No clients found')
}
