import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { i18n } from '#platform/contract/i18n.ts'
import { Field } from '#platform/web/ui/form/field.tsx'
import { Input } from '#platform/web/ui/form/input.tsx'
import { NewSender, type InboundMail } from '../../contract.ts'
import { makeSender } from '../api.ts'
import { namesIn } from '../words.ts'
import { DecisionDialog, type Deciding } from './decision-dialog.tsx'
import { SenderClient } from './sender-client.tsx'

function resultWords({ ticket, outcome }: InboundMail, name: string): string {
  const number = ticket?.ticketNumber
  if (number === undefined) return i18n.t('{name} was added.', { name })
  return outcome === 'ticket'
    ? i18n.t('{name} was added. {number} created from the email.', { name, number })
    : i18n.t('{name} was added. Email added to {number}.', { name, number })
}

/** Makes a person of the sender; their mail is then understood again. */
export function MakeSender({ mail, onClose, onDone }: Deciding) {
  const making = useMutation(makeSender(useQueryClient()))
  const { client = null, sender = null } = mail.suggestion ?? {}
  const { name = '', address = '' } = sender ?? mail.from ?? {}
  const [first] = useState({ ...namesIn(name), clientId: client?.id ?? '' })
  const [values, setValues] = useState(first)
  const set = (changed: Partial<typeof first>) => setValues({ ...values, ...changed })

  async function send(body: NewSender) {
    const sorted = await making.mutateAsync({ id: mail.id, body })
    onDone(sorted, resultWords(sorted, `${body.firstName} ${body.lastName}`))
  }
  const nameField = (name: 'firstName' | 'lastName', label: string, fault: string | undefined) => (
    <Field label={label} error={fault}>
      <Input
        autoComplete="off"
        value={values[name]}
        onChange={({ target }) => set({ [name]: target.value })}
      />
    </Field>
  )
  return (
    <DecisionDialog
      title={i18n.t('New person')}
      description={i18n.t('{address} becomes a person at the client, without a password.', { address })}
      submitLabel={i18n.t('Add person')}
      schema={NewSender}
      values={values}
      isChanged={JSON.stringify(values) !== JSON.stringify(first)}
      send={send}
      onClose={onClose}
    >
      {(faults) => (
        <>
          <Field label={i18n.t('Client')} error={faults['clientId']}>
            <SenderClient
              suggested={client}
              value={values.clientId}
              onValueChange={(clientId) => set({ clientId })}
            />
          </Field>
          <div className="grid gap-4 sm:grid-cols-2">
            {nameField('firstName', i18n.t('First name'), faults['firstName'])}
            {nameField('lastName', i18n.t('Last name'), faults['lastName'])}
          </div>
        </>
      )}
    </DecisionDialog>
  )
}
