import { i18n, words } from '#platform/contract/i18n.ts'
import { useRef, useState, type FormEvent } from 'react'
import { roleWords } from '#features/users/words/contract.ts'
import { CallError } from '#platform/web/call.ts'
import { issuesByField } from '#platform/web/issues.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Field } from '#platform/web/ui/form/field.tsx'
import { Input } from '#platform/web/ui/form/input.tsx'
import { Select } from '#platform/web/ui/form/select.tsx'
import { toFirstFault } from '#platform/web/ui/form/to-first-fault.ts'
import { toast } from '#platform/web/ui/overlay/toast-store.ts'
import type { RegistrationMode } from '../contract.ts'
import { register, type Registering } from './api.ts'
import { EmailField, PasswordField } from './credentials.tsx'
import { emailWords, passwordWords, useFormErrors } from './use-form-errors.ts'

const labels = {
  firstName: words({
    missing: () => i18n.t('First name is required'),
  }),
  lastName: words({
    missing: () => i18n.t('Last name is required'),
  }),
  email: emailWords,
  password: passwordWords,
}

const approvalHint = () =>
  i18n.t('Internal, Helpdesk and Super User require approval. Until then the account has client access.')

interface RegisterFormProps {
  fields: Registering
  onChange(fields: Registering): void
  onRegistered(): void
  mode?: RegistrationMode
}

export function RegisterForm({ fields, onChange, onRegistered, mode }: RegisterFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const [isPending, setPending] = useState(false)
  const { errors, setErrors, handlers } = useFormErrors(labels)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isPending) return
    setPending(true)
    try {
      await register(fields)
      toast({
        title: i18n.t('Registration Successful'),
        description: i18n.t('You can now log in with your credentials'),
      })
      onRegistered()
    } catch (error) {
      setPending(false)
      const said = error instanceof CallError ? error : undefined
      const description = said?.serverMessage ?? i18n.t('Registration failed')
      toast({ tone: 'destructive', title: i18n.t('Registration Failed'), description })
      setErrors(issuesByField(error))
      toFirstFault(form.current)
    }
  }

  const set = (name: keyof Registering) => (value: string) => onChange({ ...fields, [name]: value })
  const input = (name: 'firstName' | 'lastName' | 'companyName' | 'mobileNumber') => ({
    name,
    value: fields[name],
    onChange: (event: { target: HTMLInputElement }) => set(name)(event.target.value),
  })

  return (
    <form ref={form} className="flex flex-col gap-4" onSubmit={(event) => void submit(event)} {...handlers}>
      <div className="grid gap-4 sm:grid-cols-2 sm:gap-3">
        <Field label={i18n.t('First Name')} error={errors.firstName}>
          <Input autoComplete="given-name" required {...input('firstName')} />
        </Field>
        <Field label={i18n.t('Last Name')} error={errors.lastName}>
          <Input autoComplete="family-name" required {...input('lastName')} />
        </Field>
      </div>
      <EmailField value={fields.email} onChange={set('email')} error={errors.email} />
      <PasswordField value={fields.password} onChange={set('password')} error={errors.password} isNew />
      <Field label={i18n.t('Role')} error={errors.role} hint={mode === 'approval' && approvalHint()}>
        <Select name="role" value={fields.role} onChange={(event) => set('role')(event.target.value)}>
          {Object.entries(roleWords).map(([role, label]) => (
            <option key={role} value={role}>
              {label}
            </option>
          ))}
        </Select>
      </Field>
      <Field label={i18n.t('Company Name')} error={errors.companyName}>
        <Input autoComplete="organization" {...input('companyName')} />
      </Field>
      <Field
        label={i18n.t('Mobile Number (Optional)')}
        hint={i18n.t('Enter in E.164 format for SMS notifications (e.g. +1234567890)')}
        error={errors.mobileNumber}
      >
        <Input type="tel" autoComplete="tel" {...input('mobileNumber')} />
      </Field>
      <Button type="submit" variant="primary" size="large" className="mt-1 w-full" disabled={isPending}>
        {isPending ? i18n.t('Loading...') : i18n.t('Register')}
      </Button>
    </form>
  )
}
