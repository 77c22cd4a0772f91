import { i18n } from '#platform/contract/i18n.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { messageIn } from '#platform/web/refusal.ts'
import { issuesByField } from '#platform/web/issues.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Checkbox } from '#platform/web/ui/form/checkbox.tsx'
import { Field } from '#platform/web/ui/form/field.tsx'
import { Input } from '#platform/web/ui/form/input.tsx'
import { toFirstFault } from '#platform/web/ui/form/to-first-fault.ts'
import { useOverlapCheck } from '#platform/web/ui/form/use-overlap-check.ts'
import { toastFailure, toastSuccess } from '#platform/web/ui/overlay/toast-store.ts'
import { useWhileShown } from '#platform/web/ui/overlay/use-while-shown.ts'
import type { EmailSettings } from '../contract.ts'
import { isElsewhere } from '../policy.ts'
import { changeEmailSettings, emailSettings } from './api.ts'
import {
  changeOf,
  draftOf,
  faultOf,
  mergedWith,
  withSecurity,
  type Edited,
  type ServerDraft,
} from './server-draft.ts'

type Faults = Partial<Record<keyof ServerDraft, string>>

interface ServerFormProps {
  draft: Edited<ServerDraft>
  settings: EmailSettings
  onChange(draft: Edited<ServerDraft>): void
  onSaved(): void
}

export function ServerForm({ draft, settings, onChange, onSaved }: ServerFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const queryClient = useQueryClient()
  const changing = useMutation(changeEmailSettings(queryClient))
  const { begun, now } = draft
  const checkOverlap = useOverlapCheck<object>(begun)
  const saving = useMutation({
    async mutationFn(sent: Edited<ServerDraft>) {
      const stored = draftOf(await queryClient.fetchQuery({ ...emailSettings(), staleTime: 0 }))
      checkOverlap(stored, sent.now)
      return draftOf(await changing.mutateAsync(changeOf(mergedWith(stored, sent))))
    },
  })
  const latest = useRef(now)
  useEffect(() => {
    latest.current = now
  }, [now])
  const done = useWhileShown((stored: ServerDraft, sent: ServerDraft) => {
    if (latest.current === sent) return onSaved()
    // Keeps text typed while saving.
    onChange({ begun: stored, now: mergedWith(stored, { begun: sent, now: latest.current }) })
  })
  const [faults, setFaults] = useState<Faults>({})

  function refuse(message: string, fields: Faults): void {
    toastFailure(message)
    setFaults(fields)
    toFirstFault(form.current)
  }

  async function save(event: FormEvent) {
    event.preventDefault()
    if (saving.isPending) return
    const fault = faultOf(now, settings.isConfigured)
    if (fault) return refuse(fault.message, fault.fields)
    try {
      const stored = await saving.mutateAsync(draft)
      toastSuccess(i18n.t('Email settings updated successfully.'))
      done(stored, now)
    } catch (error) {
      const said = messageIn(error)
      refuse(said ?? i18n.t('Failed to update email settings.'), issuesByField(error))
    }
  }

  function set<F extends keyof ServerDraft>(field: F, value: ServerDraft[F]): void {
    onChange({ begun, now: { ...now, [field]: value } })
    setFaults(({ [field]: _mended, ...others }) => others)
  }
  type TextName = Exclude<keyof ServerDraft, 'useSSL' | 'useTLS'>
  const textField = (
    name: TextName,
    label: string,
    more: React.ComponentProps<typeof Input> = {},
    hint = '',
  ) => (
    <Field label={label} error={faults[name]} hint={hint}>
      <Input
        name={name}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={now[name]}
        onChange={(event) => set(name, event.target.value)}
        {...more}
      />
    </Field>
  )
  const { smtpHost: host, smtpPort: port, useSSL, useTLS, isConfigured } = settings
  const merged = changeOf(mergedWith(draftOf(settings), draft))
  const mustBeGiven = isConfigured && isElsewhere({ host, port, useSSL, useTLS }, merged)
  const passwordHint = mustBeGiven
    ? i18n.t('Enter the password again: the stored one is not sent to a different server.')
    : isConfigured
      ? ''
      : i18n.t('Required: no password is stored yet.')
  return (
    <form ref={form} noValidate className="flex flex-col gap-4" onSubmit={(event) => void save(event)}>
      <div className="grid gap-4 sm:grid-cols-2">
        {textField('host', i18n.t('SMTP Host'), { placeholder: 'smtp.example.com' })}
        {textField('port', i18n.t('SMTP Port'), { inputMode: 'numeric' })}
        {textField('username', i18n.t('SMTP Username'))}
        {textField(
          'password',
          i18n.t('SMTP Password'),
          {
            type: 'password',
            autoComplete: 'new-password',
            placeholder: mustBeGiven ? '' : i18n.t('Leave empty to keep current password'),
          },
          passwordHint,
        )}
        {textField('fromEmail', i18n.t('From Email'), { type: 'email' })}
        {textField('replyToEmail', i18n.t('Reply To Email'), { type: 'email' })}
        {textField('companyName', i18n.t('Company Name'), {
          autoCapitalize: 'words',
          autoComplete: 'organization',
        })}
      </div>
      <div className="flex flex-col gap-1">
        <Checkbox
          checked={now.useSSL}
          onChange={({ target }) => onChange({ begun, now: withSecurity(now, 'useSSL', target.checked) })}
        >
          {i18n.t('Use SSL')}
        </Checkbox>
        <Checkbox
          checked={now.useTLS}
          onChange={({ target }) => onChange({ begun, now: withSecurity(now, 'useTLS', target.checked) })}
        >
          {i18n.t('Use TLS/STARTTLS')}
        </Checkbox>
        <p className="text-meta font-normal text-muted">{securityHint(now)}</p>
      </div>
      <Button
        type="submit"
        variant="primary"
        className="self-end"
        busy={saving.isPending}
        busyLabel={i18n.t('Saving...')}
      >
        {i18n.t('Save SMTP Settings')}
      </Button>
    </form>
  )
}

function securityHint({ useSSL, useTLS }: ServerDraft): string {
  if (useSSL) return i18n.t('Encrypted from the start, usually on port 465.')
  return useTLS
    ? i18n.t(
        'Encrypted after STARTTLS, usually on port 587. Signalbox won’t send through a server that doesn’t support it.',
      )
    : i18n.t('Not encrypted: the password and every email can be read on the way.')
}
