import { i18n, languageNames, languages } from '#platform/contract/i18n.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import type { CurrentUser } from '#features/users/contract.ts'
import type { CallError } from '#platform/web/call.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Field } from '#platform/web/ui/form/field.tsx'
import { rememberLanguageOfAccount } from '#platform/web/language/language.ts'
import { Select } from '#platform/web/ui/form/select.tsx'
import { Input } from '#platform/web/ui/form/input.tsx'
import { toast, toastFailure, toastSuccess } from '#platform/web/ui/overlay/toast-store.ts'
import { useServerForm } from '#platform/web/ui/form/use-server-form.ts'
import { MobileProof } from '../mobile/web/mobile-proof.tsx'
import { keysOf } from '#platform/contract/records.ts'
import { Profile } from '../contract.ts'
import { PendingEmail } from './pending-email.tsx'
import { changeProfile } from './profile-api.ts'
import { useSignOutOffer } from './use-sign-out-offer.ts'

const valuesOf = ({ firstName, lastName, email, companyName, mobileNumber, language }: CurrentUser) => ({
  firstName,
  lastName,
  email,
  companyName,
  mobileNumber: mobileNumber ?? '',
  language: language ?? null,
})

export function ProfileForm({ viewer }: { viewer: CurrentUser }) {
  const client = useQueryClient()
  const change = useMutation(changeProfile(client))
  const offerSignOut = useSignOutOffer()
  const { register, setError, reset, getValues, setValue, control, formState, props } = useServerForm(
    Profile,
    {
      values: valuesOf(viewer),
      // Keep the fields that the person is typing in, also when another window has saved.
      resetOptions: { keepDirtyValues: true },
      send: save,
      refused,
    },
  )
  const { errors } = formState
  const writtenNumber = useWatch({ control, name: 'mobileNumber' })

  async function save(profile: Profile): Promise<void> {
    const sent = getValues()
    const saved = await change.mutateAsync(profile)
    // Reset also the email field, which may hold an unverified address; keep what was typed since.
    const now = getValues()
    reset(valuesOf(saved), { keepDirtyValues: false })
    for (const field of keysOf(sent))
      if (now[field] !== sent[field]) setValue(field, now[field], { shouldDirty: true })
    const offer = saved.email === viewer.email ? undefined : await offerSignOut()
    toastSuccess(i18n.t('Profile updated successfully'), offer)
    // Last step: changing the language reloads the page.
    rememberLanguageOfAccount(saved.language)
  }
  function refused(said: CallError | undefined): void {
    if (said?.status !== 409 || !said.serverMessage) return toastFailure(i18n.t('Failed to update profile'))
    setError('email', { message: said.serverMessage })
    toast({ title: i18n.t('Failed to update profile'), description: said.serverMessage, tone: 'destructive' })
  }
  const field = (name: keyof Profile, label: string, more = {}, hint?: string) => (
    <Field label={label} error={errors[name]?.message} hint={hint}>
      <Input {...register(name)} {...more} />
    </Field>
  )
  return (
    <form className="flex flex-col gap-4" {...props}>
      <div className="grid gap-4 sm:grid-cols-2">
        {field('firstName', i18n.t('First Name'), { autoComplete: 'given-name' })}
        {field('lastName', i18n.t('Last Name'), { autoComplete: 'family-name' })}
        {field('email', i18n.t('Email'), {
          type: 'email',
          autoComplete: 'email',
          autoCapitalize: 'none',
          spellCheck: false,
        })}
        {field('companyName', i18n.t('Company Name'), { autoComplete: 'organization' })}
      </div>
      <PendingEmail email={viewer.pendingEmail} />
      {field(
        'mobileNumber',
        i18n.t('Mobile Number (Optional)'),
        { type: 'tel', autoComplete: 'tel', placeholder: '+1234567890' },
        i18n.t('Enter in E.164 format for SMS notifications (e.g., +1234567890)'),
      )}
      <MobileProof isUnsaved={writtenNumber?.trim() !== (viewer.mobileNumber ?? '')} />
      <Field
        label={i18n.t('Language')}
        hint={i18n.t('For the screens, and for emails and text messages to you')}
        error={errors.language?.message}
      >
        <Select {...register('language', { setValueAs: (value: string | null) => value || null })}>
          <option value="">{i18n.t('As in this browser')}</option>
          {languages.map((language) => (
            <option key={language} value={language} lang={language}>
              {languageNames[language]}
            </option>
          ))}
        </Select>
      </Field>
      <div className="flex justify-end">
        <Button
          type="submit"
          variant="primary"
          busy={change.isPending}
          busyLabel={i18n.t('Saving...')}
          className="max-sm:w-full"
        >
          {i18n.t('Save Changes')}
        </Button>
      </div>
    </form>
  )
}
