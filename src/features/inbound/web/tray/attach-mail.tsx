import { useMutation, useQueryClient } from '@tanstack/react-query'
import { PersonPicker } from '#features/users/web/person-picker.tsx'
import { i18n } from '#platform/contract/i18n.ts'
import { Field } from '#platform/web/ui/form/field.tsx'
import { Attaching } from '../../contract.ts'
import { attachMail } from '../api.ts'
import { DecisionDialog, type Deciding } from './decision-dialog.tsx'
import { Remember } from './remember.tsx'
import { TicketPicker } from './ticket-picker.tsx'
import { useChoices } from './use-choices.ts'

/** Adds a mail to a ticket, as a person's comment or as an internal one. */
export function AttachMail({ mail, onClose, onDone }: Deciding) {
  const attaching = useMutation(attachMail(useQueryClient()))
  const { ticket = null, person = null } = mail.suggestion ?? {}
  const choices = useChoices({ ticketId: ticket?.id ?? '', personId: person?.id ?? '' })
  const { set } = choices
  const { ticketId, personId, remember } = choices.values

  async function send(body: Attaching) {
    const sorted = await attaching.mutateAsync({ id: mail.id, body })
    const number = sorted.ticket?.ticketNumber ?? ''
    onDone(sorted, i18n.t('Email added to {number}.', { number }))
  }
  return (
    <DecisionDialog
      title={i18n.t('Add to ticket')}
      description={i18n.t('The email becomes a comment on the ticket.')}
      submitLabel={i18n.t('Add to ticket')}
      schema={Attaching}
      values={{ ticketId, ...choices.person }}
      isChanged={choices.isChanged}
      send={send}
      onClose={onClose}
    >
      {(faults) => (
        <>
          <Field label={i18n.t('Ticket')} error={faults['ticketId']}>
            <TicketPicker suggested={ticket} value={ticketId} onValueChange={(id) => set({ ticketId: id })} />
          </Field>
          <Field
            label={i18n.t('Comment by')}
            error={faults['personId']}
            hint={i18n.t('Without a person it becomes an internal comment.')}
          >
            <PersonPicker
              of="clients"
              clearable
              value={personId}
              onValueChange={(id) => set({ personId: id })}
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
