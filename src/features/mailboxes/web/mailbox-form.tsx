import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useWatch, type UseFormRegisterReturn } from 'react-hook-form'
import type { z } from 'zod'
import { i18n } from '#platform/contract/i18n.ts'
import { isOneOf } from '#platform/contract/narrowing.ts'
import { changedValues } from '#platform/contract/records.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Checkbox } from '#platform/web/ui/form/checkbox.tsx'
import { Field } from '#platform/web/ui/form/field.tsx'
import { Input } from '#platform/web/ui/form/input.tsx'
import { Select } from '#platform/web/ui/form/select.tsx'
import { toFirstField } from '#platform/web/ui/form/to-first-field.ts'
import { useOverlapCheck } from '#platform/web/ui/form/use-overlap-check.ts'
import { useServerForm } from '#platform/web/ui/form/use-server-form.ts'
import { Dialog, DialogContent } from '#platform/web/ui/overlay/dialog.tsx'
import { toastFailure, toastSuccess } from '#platform/web/ui/overlay/toast-store.ts'
import { useWhileShown } from '#platform/web/ui/overlay/use-while-shown.ts'
import { MailboxInput, type Mailbox } from '../contract.ts'
import { mailboxList, saveMailbox } from './api.ts'
import { providers, type Provider } from './providers.ts'

type Values = z.input<typeof MailboxInput>

const valuesOf = (mailbox: Mailbox | undefined): Values => ({
  address: mailbox?.address ?? '',
  senderName: mailbox?.senderName ?? '',
  host: mailbox?.host ?? '',
  port: mailbox?.port ?? 993,
  encryption: mailbox?.encryption ?? 'tls',
  username: mailbox?.username ?? '',
  signIn: mailbox?.signIn ?? 'password',
  password: '',
  tokenUrl: mailbox?.tokenUrl ?? null,
  clientId: mailbox?.clientId ?? '',
  clientSecret: '',
  refreshToken: '',
  scope: mailbox?.scope ?? '',
  folder: mailbox?.folder ?? 'INBOX',
  moveTo: mailbox?.moveTo ?? '',
  takesOld: mailbox?.takesOld ?? false,
  isActive: mailbox?.isActive ?? true,
})

interface MailboxFormProps {
  mailbox?: Mailbox | undefined
  onClose(): void
}

export function MailboxForm({ mailbox, onClose }: MailboxFormProps) {
  const queryClient = useQueryClient()
  const saving = useMutation(saveMailbox(queryClient))
  const [begun] = useState(() => valuesOf(mailbox))
  const checkOverlap = useOverlapCheck<object>(begun)
  const [provider, setProvider] = useState<Provider>('other')
  const close = useWhileShown(onClose)
  const { register, control, setValue, formState, props } = useServerForm(MailboxInput, {
    defaultValues: begun,
    async send(body) {
      await saving.mutateAsync({ id: mailbox?.id, body: mailbox ? await mergeInto(mailbox, body) : body })
      toastSuccess(i18n.t('The mailbox is saved.'))
      close()
    },
    refused: (said) => toastFailure(said?.serverMessage ?? i18n.t('The mailbox could not be saved.')),
  })
  const { errors, isSubmitting } = formState

  /** Puts the edited fields over the stored ones, which another super user may have changed. */
  async function mergeInto({ id }: Mailbox, written: Values): Promise<Values> {
    const mailboxes = await queryClient.fetchQuery({ ...mailboxList(), staleTime: 0 })
    const stored = valuesOf(mailboxes.find((one) => one.id === id) ?? mailbox)
    checkOverlap(stored, written)
    const { password, clientSecret, refreshToken } = written
    return { ...stored, ...changedValues(begun, written), password, clientSecret, refreshToken }
  }
  const [signIn, refreshToken] = useWatch({ control, name: ['signIn', 'refreshToken'] })

  function choose(name: string) {
    if (!isOneOf(Object.keys(providers) as Provider[], name)) return
    setProvider(name)
    for (const [field, value] of Object.entries(providers[name].values))
      setValue(field as keyof Values, value, { shouldDirty: true })
  }

  type Text = Exclude<keyof Values, 'takesOld' | 'isActive'>
  const textField = (
    label: string,
    field: UseFormRegisterReturn<Text>,
    { hint, ...more }: React.ComponentProps<typeof Input> & { hint?: string } = {},
  ) => (
    <Field label={label} error={errors[field.name]?.message} hint={hint}>
      <Input {...field} autoComplete="off" autoCapitalize="none" spellCheck={false} {...more} />
    </Field>
  )
  const stored = mailbox ? i18n.t('Leave empty to keep the stored one') : ''
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent
        title={mailbox ? i18n.t('Edit Mailbox') : i18n.t('Add Mailbox')}
        aria-describedby={undefined}
        onOpenAutoFocus={toFirstField}
      >
        <form className="flex flex-col gap-4" {...props}>
          {!mailbox && (
            <Field label={i18n.t('Provider')} hint={providers[provider].hint()}>
              <Select value={provider} onChange={({ target }) => choose(target.value)}>
                {Object.entries(providers).map(([name, { label }]) => (
                  <option key={name} value={name}>
                    {label()}
                  </option>
                ))}
              </Select>
            </Field>
          )}
          <div className="grid gap-4 sm:grid-cols-2">
            {textField(i18n.t('Address'), register('address'), {
              type: 'email',
              placeholder: 'support@example.com',
            })}
            {textField(i18n.t('Sender name'), register('senderName'), { autoCapitalize: 'words' })}
            {textField(i18n.t('IMAP host'), register('host'), { placeholder: 'imap.example.com' })}
            {textField(i18n.t('Port'), register('port', { valueAsNumber: true }), { inputMode: 'numeric' })}
            <Field label={i18n.t('Encryption')} error={errors.encryption?.message}>
              <Select {...register('encryption')}>
                <option value="tls">TLS</option>
                <option value="starttls">STARTTLS</option>
                <option value="none">{i18n.t('None')}</option>
              </Select>
            </Field>
            {textField(i18n.t('IMAP username'), register('username'))}
            <Field label={i18n.t('Sign-in')} error={errors.signIn?.message}>
              <Select {...register('signIn')}>
                <option value="password">{i18n.t('Password')}</option>
                <option value="oauth2">OAuth2</option>
              </Select>
            </Field>
            {signIn === 'oauth2' ? (
              <>
                {textField(i18n.t('Token URL'), register('tokenUrl', { setValueAs: (url) => url || null }), {
                  type: 'url',
                })}
                {textField(i18n.t('Client ID'), register('clientId'))}
                {textField(i18n.t('Client secret'), register('clientSecret'), {
                  type: 'password',
                  autoComplete: 'new-password',
                  placeholder: stored,
                })}
                {refreshToken !== null &&
                  textField(i18n.t('Refresh token'), register('refreshToken'), {
                    type: 'password',
                    autoComplete: 'new-password',
                    ...(mailbox?.hasRefreshToken
                      ? { placeholder: stored }
                      : { hint: i18n.t('Empty for a client that signs in for itself.') }),
                  })}
                {textField(i18n.t('Scope'), register('scope'))}
                {mailbox?.hasRefreshToken && (
                  <Checkbox
                    className="sm:col-span-2"
                    checked={refreshToken === null}
                    onChange={({ target }) =>
                      setValue('refreshToken', target.checked ? null : '', { shouldDirty: true })
                    }
                  >
                    {i18n.t('Remove the stored refresh token: the client signs in for itself')}
                  </Checkbox>
                )}
              </>
            ) : (
              textField(i18n.t('Password'), register('password'), {
                type: 'password',
                autoComplete: 'new-password',
                placeholder: stored,
              })
            )}
            {textField(i18n.t('Folder'), register('folder'))}
            {textField(i18n.t('Folder for stored mails'), register('moveTo'), {
              hint: i18n.t('Empty: they stay, and are marked as read.'),
            })}
          </div>
          <div className="flex flex-col gap-1">
            {!mailbox && (
              <Checkbox {...register('takesOld')}>
                {i18n.t('Take the mails that are in the folder already, too')}
              </Checkbox>
            )}
            <Checkbox {...register('isActive')}>{i18n.t('Read this mailbox')}</Checkbox>
          </div>
          <div className="form-foot">
            <Button onClick={onClose}>{i18n.t('Cancel')}</Button>
            <Button type="submit" variant="primary" busy={isSubmitting} busyLabel={i18n.t('Saving...')}>
              {i18n.t('Save Mailbox')}
            </Button>
          </div>
        </form>
      </DialogContent>
    </Dialog>
  )
}
