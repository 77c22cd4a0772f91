import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { CreateAccountDialog } from '#features/accounts/web/account-dialogs.tsx'
import { AssignPerson } from '#features/clients/web/assign-person.tsx'
import { clientList } from '#features/clients/web/client-list.ts'
import type { Ticket } from '#features/tickets/contract.ts'
import { i18n } from '#platform/contract/i18n.ts'
import { Button } from '#platform/web/ui/button.tsx'

/** Adds or assigns a person of the ticket's company, none of whom can read the ticket. */
export function GiveReader({ ticket: { clientId, client } }: { ticket: Ticket }) {
  const [form, setForm] = useState<'new' | 'known'>()
  const { data: clients } = useQuery({ ...clientList(), enabled: form === 'known' })
  const company = clients?.find(({ id }) => id === clientId)
  const close = () => setForm(undefined)
  return (
    <p className="-mt-1.5 flex flex-wrap gap-x-3 ps-4">
      <Button variant="link" size="small" aria-haspopup="dialog" onClick={() => setForm('new')}>
        {i18n.t('Add person')}
      </Button>
      <Button
        variant="link"
        size="small"
        aria-haspopup="dialog"
        busy={form === 'known' && !company}
        onClick={() => setForm('known')}
      >
        {i18n.t('Assign User')}
      </Button>
      {form === 'new' && <CreateAccountDialog client={{ id: clientId, name: client.name }} onClose={close} />}
      {form === 'known' && company && <AssignPerson client={company} kind="user" onClose={close} />}
    </p>
  )
}
