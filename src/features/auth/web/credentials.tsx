import { i18n } from '#platform/contract/i18n.ts'
import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { addressIn } from '#platform/contract/address-in.ts'
import { Field } from '#platform/web/ui/form/field.tsx'
import { Input } from '#platform/web/ui/form/input.tsx'
import { strengthWords } from './password-strength.ts'

interface FieldProps {
  value: string
  onChange(value: string): void
  error?: string
}

export function EmailField({ value, onChange, error }: FieldProps) {
  return (
    <Field label={i18n.t('Email')} error={error}>
      <Input
        name="email"
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        value={value}
        onChange={(event) => onChange(addressIn(event.target.value))}
      />
    </Field>
  )
}

export function PasswordField({ value, onChange, error, isNew = false }: FieldProps & { isNew?: boolean }) {
  const [isShown, setShown] = useState(false)
  const Icon = isShown ? EyeOff : Eye
  const action = isShown ? i18n.t('Hide password') : i18n.t('Show password')
  return (
    <Field label={i18n.t('Password')} error={error} hint={isNew && strengthWords(value)}>
      <span className="relative block">
        <Input
          name="password"
          type={isShown ? 'text' : 'password'}
          autoComplete={isNew ? 'new-password' : 'current-password'}
          autoCapitalize="none"
          spellCheck={false}
          required
          className="pe-10 pointer-coarse:pe-12"
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
        <button
          type="button"
          title={action}
          className="btn btn-ghost btn-icon absolute inset-y-0 end-0"
          onClick={() => setShown(!isShown)}
        >
          <Icon aria-hidden />
          <span className="sr-only">{action}</span>
        </button>
      </span>
    </Field>
  )
}
