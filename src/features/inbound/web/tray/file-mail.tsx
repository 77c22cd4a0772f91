import { useMutation, useQueryClient } from '@tanstack/react-query'
import { PersonPicker } from '#features/users/web/person-picker.tsx'
import { i18n } from '#platform/contract/i18n.ts'
import { Field } from '#platform/web/ui/form/field.tsx'
import { Filing } from '../../contract.ts'
import { fileMail } from '../api.ts'
import { DecisionDialog, type Deciding } from './decision-dialog.tsx'
import { Remember } from './remember.tsx'
import { SenderClient } from './sender-client.tsx'
import { useChoices } from './use-choices.ts'

/** Makes a ticket of a mail, for a person or for a client alone. */
export function FileMail({ mail, onClose, onDone }: Deciding) {
  const filing = useMutation(fileMail(useQueryClient()))
  const { person = null, client = null, clients = [] } = mail.suggestion ?? {}
  const choices = useChoices({ personId: person?.id ?? '', clientId: client?.id ?? '' })
  const { set } = choices
  const { personId, clientId, remember } = choices.values

  async function send(body: Filing) {
    const sorted = await filing.mutateAsync({ id: mail.id, body })
    const number = sorted.ticket?.ticketNumber ?? ''
    onDone(sorted, i18n.t('{number} created from the email.', { number }))
  }
  return (
    <DecisionDialog
      title={i18n.t('New ticket')}
      description={i18n.t('The email becomes the description of a new ticket.')}
      submitLabel={i18n.t('Create Ticket')}
      schema={Filing}
      values={{ clientId: clientId || null, ...choices.person }}
      isChanged={choices.isChanged}
      send={send}
      onClose={onClose}
    >
      {(faults) => (
        <>
          <Field label={i18n.t('Requester')} error={faults['personId']}>
            <PersonPicker
              of="clients"
              clearable
              value={personId}
              onValueChange={(id) => set({ personId: id })}
            />
          </Field>
          <Field
            label={i18n.t('Client')}
            error={faults['clientId']}
            hint={i18n.t('Needed without a requester, or for a requester of several clients.')}
          >
            <SenderClient
              clearable
              suggested={client}
              among={personId === person?.id ? clients : []}
              value={clientId}
              onValueChange={(id) => set({ clientId: id })}
            />
          </Field>
          <Remember
            mail={mail}
            personId={personId}
            checked={remember}
            onCheckedChange={(to) => set({ remember: to })}
          />
        </>
      )}
    </DecisionDialog>
  )
}
