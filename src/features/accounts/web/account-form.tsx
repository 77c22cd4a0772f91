import { i18n } from '#platform/contract/i18n.ts'
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { Controller, useWatch, type UseFormRegisterReturn } from 'react-hook-form'
import { z } from 'zod'
import { clientUserRoles } from '#features/clients/roles/contract.ts'
import { clientNames } from '#features/clients/web/client-list.ts'
import { assignmentWords } from '#features/clients/web/client-words.ts'
import { roles, type User } from '#features/users/contract.ts'
import { roleLabel } from '#features/users/web/role-badge.tsx'
import { limits } from '#platform/contract/limits.ts'
import { changedValues } from '#platform/contract/records.ts'
import { email, text } from '#platform/contract/fields.ts'
import { isOneOf } from '#platform/contract/narrowing.ts'
import { searchable } from '#platform/contract/searchable.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Combobox } from '#platform/web/ui/form/combobox.tsx'
import { Field } from '#platform/web/ui/form/field.tsx'
import { Input } from '#platform/web/ui/form/input.tsx'
import { Select } from '#platform/web/ui/form/select.tsx'
import { toastFailure } from '#platform/web/ui/overlay/toast-store.ts'
import { useServerForm } from '#platform/web/ui/form/use-server-form.ts'
import { NewAccount } from '../contract.ts'
import { companyNames, mayInvite } from './api.ts'
import { PasswordOrInvitation } from './password-or-invitation.tsx'

const Created = NewAccount.omit({ mobileNumber: true })
/** Invited users set their password themselves. */
const Invited = Created.omit({ password: true }).extend({ password: z.literal('') })
// Accept the present address in any form.
const Edited = Created.omit({ password: true }).extend({ email: email() })
/** A user who never had a company may stay without. */
const EditedWithoutCompany = Edited.extend({ companyName: text(() => i18n.t('Company name'), limits.name) })

type EditedValues = z.output<typeof Edited>
interface Password {
  password?: string
}
type ClientRole = (typeof clientUserRoles)[number]
/** Client company of a new person. */
interface Belonging {
  clientId?: string
  clientRole?: ClientRole
}
export type AccountValues = EditedValues & Password & Belonging & { isInvited: boolean }

const empty = {
  email: '',
  firstName: '',
  lastName: '',
  role: 'client',
  companyName: '',
  password: '',
} as const

interface AccountFormProps {
  /** Absent: a new user, who also gets a password. */
  user?: User | undefined
  /** Company of a new user, while its name stands there. */
  client?: { id: string; name: string } | undefined
  submitLabel: string
  busyLabel: string
  /** Message for a failure without one of the server. */
  failure: string
  onSubmit(values: AccountValues): Promise<void>
  onCancel(): void
  /** Extra actions above the buttons. */
  more?: ReactNode
}

const schemaFor = (
  user: User | undefined,
  isInvited: boolean,
): z.ZodType<EditedValues & Password, z.input<typeof Edited> & Password> => {
  if (!user) return isInvited ? Invited : Created
  return user.companyName === '' ? EditedWithoutCompany : Edited
}

export function AccountForm({
  user,
  client,
  submitLabel,
  busyLabel,
  failure,
  onSubmit,
  onCancel,
  more,
}: AccountFormProps) {
  const companies = useQuery(companyNames())
  const canInvite = useQuery({ ...mayInvite(), enabled: !user }).data ?? false
  const [wantsInvitation, setWantsInvitation] = useState(false)
  const isInvited = canInvite && wantsInvitation
  const clients = useQuery({ ...clientNames(), enabled: !user }).data
  const [clientRole, setClientRole] = useState<ClientRole>('employee')
  const companyOf = ({ role, companyName = '' }: Partial<EditedValues>) =>
    role === 'client'
      ? [...(client ? [client] : []), ...(clients ?? [])].find(
          ({ name }) => searchable(name) === searchable(companyName.trim()),
        )
      : undefined
  function belongingOf(values: EditedValues): Belonging {
    const company = user ? undefined : companyOf(values)
    return company ? { clientId: company.id, clientRole } : {}
  }
  const { register, control, resetField, formState, props } = useServerForm(schemaFor(user, isInvited), {
    defaultValues: {
      ...empty,
      companyName: client?.name ?? '',
      ...(user && { ...editedValuesOf(user), password: '' }),
    },
    send: (values) => onSubmit({ ...values, isInvited, ...belongingOf(values) }),
    refused: (said) => toastFailure(said?.serverMessage ?? failure),
  })
  const { errors, isSubmitting } = formState
  const typed = useWatch({ control })
  const company = user ? undefined : companyOf(typed)

  const textField = (label: string, field: UseFormRegisterReturn<keyof EditedValues>, more = {}) => (
    <Field label={label} error={errors[field.name]?.message}>
      <Input {...field} autoComplete="off" {...more} />
    </Field>
  )
  return (
    <form className="flex flex-col gap-4" {...props}>
      {textField(i18n.t('Email'), register('email'), {
        type: 'email',
        autoCapitalize: 'none',
        spellCheck: false,
      })}
      <div className="grid gap-4 sm:grid-cols-2">
        {textField(i18n.t('First Name'), register('firstName'))}
        {textField(i18n.t('Last Name'), register('lastName'))}
      </div>
      <Field label={i18n.t('Role')} error={errors.role?.message}>
        <Select {...register('role')}>
          {roles.map((role) => (
            <option key={role} value={role}>
              {roleLabel(role)}
            </option>
          ))}
        </Select>
      </Field>
      <Controller
        control={control}
        name="companyName"
        render={({ field }) => (
          <Field label={i18n.t('Company Name (Optional)')} error={errors.companyName?.message}>
            <Combobox
              freeText
              options={(companies.data ?? []).map((name) => ({ value: name, label: name }))}
              value={field.value}
              onValueChange={field.onChange}
              onBlur={field.onBlur}
              name={field.name}
              placeholder={i18n.t('Choose or type a company')}
            />
          </Field>
        )}
      />
      {company && (
        <Field
          label={i18n.t('Role there')}
          hint={i18n.t('This person will belong to the client {name}.', { name: company.name })}
        >
          <Select
            value={clientRole}
            onChange={({ target: { value } }) => isOneOf(clientUserRoles, value) && setClientRole(value)}
          >
            {clientUserRoles.map((one) => (
              <option key={one} value={one}>
                {assignmentWords[one]}
              </option>
            ))}
          </Select>
        </Field>
      )}
      {!user && (
        <PasswordOrInvitation
          canInvite={canInvite}
          isInvited={isInvited}
          onInvitedChange={(invited) => {
            setWantsInvitation(invited)
            resetField('password')
          }}
        >
          <Field label={i18n.t('Password')} error={errors.password?.message}>
            <Input {...register('password')} type="password" autoComplete="new-password" />
          </Field>
        </PasswordOrInvitation>
      )}
      <div className="form-foot">
        {/* Its words stand below those of the fields. */}
        {more && <div className="-ms-3 flex w-[calc(100%+0.75rem)] flex-wrap">{more}</div>}
        <Button onClick={onCancel}>{i18n.t('Cancel')}</Button>
        <Button type="submit" variant="primary" busy={isSubmitting} busyLabel={busyLabel}>
          {submitLabel}
        </Button>
      </div>
    </form>
  )
}

export const editedValuesOf = ({
  email,
  firstName,
  lastName,
  role,
  companyName = '',
}: User): EditedValues => ({
  email,
  firstName,
  lastName,
  role,
  companyName,
})

export const changedFields = (user: User, values: EditedValues): Partial<EditedValues> =>
  changedValues(editedValuesOf(user), values)
