import { useQuery } from '@tanstack/react-query'
import { clientNames } from '#features/clients/web/client-list.ts'
import { noClientText } from '#features/clients/web/client-words.ts'
import { i18n } from '#platform/contract/i18n.ts'
import { Combobox } from '#platform/web/ui/form/combobox.tsx'

interface SenderClientProps {
  suggested: { id: string; name: string } | null
  value: string
  onValueChange(id: string): void
  clearable?: boolean
  /** Clients of the suggested person, offered alone. */
  among?: readonly { id: string; name: string }[]
}

/** Chooses one of the active clients, or the suggested one. */
export function SenderClient({ suggested, among = [], ...rest }: SenderClientProps) {
  const clients = useQuery(clientNames())
  const active = (clients.data ?? []).filter(({ isActive, id }) => isActive || id === suggested?.id)
  const offered = among.length > 0 ? among : active
  return (
    <Combobox
      options={offered.map(({ id, name }) => ({ value: id, label: name }))}
      {...(suggested && rest.value === suggested.id && { valueLabel: suggested.name })}
      emptyText={noClientText(clients)}
      placeholder={i18n.t('Choose a client')}
      {...rest}
    />
  )
}
