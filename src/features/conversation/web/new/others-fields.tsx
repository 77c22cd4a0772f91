import { Trans } from '@lingui/react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useWatch } from 'react-hook-form'
import type { Client } from '#features/clients/contract.ts'
import { clientList } from '#features/clients/web/client-list.ts'
import { AssignPicker } from '#features/tickets/web/parts/assign-picker.tsx'
import { team } from '#features/users/web/api.ts'
import { nameOf } from '#features/users/web/person-name.ts'
import { i18n } from '#platform/contract/i18n.ts'
import { searchable } from '#platform/contract/searchable.ts'
import { Combobox } from '#platform/web/ui/form/combobox.tsx'
import { Field } from '#platform/web/ui/form/field.tsx'
import type { ComboboxOption } from '#platform/web/ui/form/use-combobox.ts'
import { alikeName } from './alike-names.ts'
import { newClient, type FormValues } from './new-ticket-values.ts'
import type { WrittenTicket } from './use-new-ticket.ts'

/** Row that creates a client: no id, and no text of one line, is equal to it. */
const createRow = '\ncreate'

export function OthersFields({ form }: Pick<WrittenTicket, 'form'>) {
  const { errors, isSubmitted } = form.formState
  const values = useWatch({ control: form.control })
  const { customerName = '', clientId = '', requesterId = '', assignedToId = '' } = values
  const companies = useQuery(clientList())
  const people = useQuery(team())
  const all = companies.data ?? []
  const active = all.filter((company) => company.isActive)
  const company = active.find(({ id }) => id === clientId)

  const put = (changed: Partial<FormValues>) => {
    for (const [name, value] of Object.entries(changed))
      form.setValue(name as keyof FormValues, value, { shouldValidate: isSubmitted })
  }
  function chooseClient(value: string) {
    // The server refuses an inactive one with the reason.
    const chosen =
      active.find(({ id }) => id === value) ?? onlyOneNamed(active, value) ?? onlyOneNamed(all, value)
    const isNew = value === createRow
    const name = isNew ? customerName.trim() : (chosen?.name ?? value)
    const id =
      isNew || (!chosen && companies.isSuccess && name.trim() !== '' && !alikeIn(all, name))
        ? newClient
        : (chosen?.id ?? '')
    put({
      customerName: name,
      clientId: id,
      ...(id !== clientId && { requesterId: '' }),
    })
  }

  const findTyped = useEffectEvent(() => {
    if (clientId === '' && customerName.trim() !== '') chooseClient(customerName)
  })
  // A draft, or a fast person, has the name before the clients are there.
  useEffect(() => {
    if (companies.isSuccess) findTyped()
  }, [companies.isSuccess])

  const options: ComboboxOption[] = active.map(({ id, name }) => ({ value: id, label: name }))
  const createLabel = i18n.t('Create client “{name}”', { name: customerName.trim() })
  const mayCreate = customerName.trim() !== '' && namedAlike(all, customerName).length === 0
  if (mayCreate) options.push({ value: createRow, label: createLabel, isDeliberate: true })
  const alike = errors.clientId && mayCreate ? alikeIn(active, customerName) : undefined
  const wayTo = (value: string, label: string) => (
    <button type="button" className="link" onClick={() => chooseClient(value)}>
      {label}
    </button>
  )
  return (
    <>
      <Field
        label={i18n.t('Customer')}
        error={errors.customerName?.message ?? errors.clientId?.message}
        hint={
          clientId === newClient
            ? i18n.t('New client. It is created with the ticket.')
            : alike !== undefined && (
                <Trans
                  id="Did you mean <alike/>? Or <create/>."
                  components={{
                    alike: wayTo(alike, alike),
                    create: wayTo(createRow, i18n.t('create “{name}”', { name: customerName.trim() })),
                  }}
                />
              )
        }
        className="@lg:col-span-2"
      >
        <Combobox
          freeText
          suggests
          options={options}
          value={company ? clientId : customerName}
          onValueChange={chooseClient}
          placeholder={i18n.t('Choose a client')}
        />
      </Field>
      <Field label={i18n.t('Requester')} error={errors.requesterId?.message}>
        <Combobox
          clearable
          options={company ? peopleOf(company) : []}
          value={requesterId}
          onValueChange={(id) => put({ requesterId: id })}
          placeholder={i18n.t('Optional')}
          emptyText={company ? i18n.t('No one found at this client') : i18n.t('Choose the client first')}
        />
      </Field>
      <Field label={i18n.t('Assign To')} error={errors.assignedToId?.message}>
        <AssignPicker
          value={people.data?.find(({ id }) => id === assignedToId) ?? null}
          onPick={(person) => put({ assignedToId: person?.id ?? '' })}
        />
      </Field>
    </>
  )
}

const alikeIn = (companies: readonly Client[], name: string) =>
  alikeName(
    name,
    companies.map((company) => company.name),
  )

/** Lists companies of the same folded name, which a new one cannot have. */
const namedAlike = (companies: readonly Client[], name: string): Client[] =>
  companies.filter((company) => searchable(company.name) === searchable(name.trim()))

function onlyOneNamed(companies: readonly Client[], name: string): Client | undefined {
  const [one, ...more] = namedAlike(companies, name)
  return more.length === 0 ? one : undefined
}

/** Lists people of the company, without its agents. */
const peopleOf = ({ clientUsers }: Client): ComboboxOption[] =>
  clientUsers
    .filter(({ user }) => user.role === 'client' && user.isActive)
    .map(({ user }) => ({ value: user.id, label: `${nameOf(user)} (${user.email})` }))
