import { i18n } from '#platform/contract/i18n.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import type { User } from '#features/users/contract.ts'
import { nameOf } from '#features/users/web/person-name.ts'
import { normalizeEmail } from '#platform/contract/fields.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { ErrorNote } from '#platform/web/ui/error-note.tsx'
import { Checkbox } from '#platform/web/ui/form/checkbox.tsx'
import { Field } from '#platform/web/ui/form/field.tsx'
import { Input } from '#platform/web/ui/form/input.tsx'
import { useServerForm } from '#platform/web/ui/form/use-server-form.ts'
import { Dialog, DialogContent } from '#platform/web/ui/overlay/dialog.tsx'
import { toastFailure, toastSuccess } from '#platform/web/ui/overlay/toast-store.ts'
import { useWhileShown } from '#platform/web/ui/overlay/use-while-shown.ts'
import { LoadingRows } from '#platform/web/ui/skeleton.tsx'
import { writtenMoment } from '#platform/web/written.ts'
import type { ErasurePreview } from '../contract.ts'
import { erasePerson, erasurePreview } from './api.ts'
import { PlaceList } from './place-list.tsx'

interface ErasePersonProps {
  user: User
  onClose(): void
}

/** Asks for the person's address as confirmation. */
export function ErasePerson({ user, onClose }: ErasePersonProps) {
  const preview = useQuery(erasurePreview(user.id))
  const hindrance = preview.data?.hindrance
  // The form below is unmounted by the time of the answer.
  const close = useWhileShown(onClose)
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent
        title={i18n.t('Erase {name}', { name: nameOf(user) })}
        description={i18n.t('This is final: nobody can bring back what is erased.')}
        className="is-tall"
      >
        {preview.isPending && <LoadingRows label={i18n.t('Looking through the texts...')} rows={3} />}
        {preview.isError && (
          <ErrorNote error={preview.error} onRetry={() => void preview.refetch()} busy={preview.isFetching}>
            {i18n.t('The preview could not be loaded.')}
          </ErrorNote>
        )}
        {preview.data && typeof hindrance === 'string' && (
          <div className="flex flex-col gap-4">
            <p>{hindrance}</p>
            <div className="form-foot">
              <Button onClick={onClose}>{i18n.t('Close')}</Button>
            </div>
          </div>
        )}
        {preview.data && typeof hindrance !== 'string' && (
          <Confirmation user={user} preview={preview.data} onClose={close} />
        )}
      </DialogContent>
    </Dialog>
  )
}

function Confirmation({ user, preview, onClose }: ErasePersonProps & { preview: ErasurePreview }) {
  const erasing = useMutation(erasePerson(useQueryClient()))
  const Typed = z.object({
    ownTexts: z.boolean(),
    email: z.string().refine((typed) => normalizeEmail(typed) === user.email, {
      error: () => i18n.t('This is not the email address of this person'),
    }),
  })
  const { register, formState, props } = useServerForm(Typed, {
    defaultValues: { email: '', ownTexts: false },
    async send(typed) {
      const { message } = await erasing.mutateAsync({ id: user.id, ...typed })
      toastSuccess(message)
      onClose()
    },
    refused: (said) => toastFailure(said?.serverMessage ?? i18n.t('The person could not be erased.')),
  })
  return (
    <form className="flex flex-col gap-4" {...props}>
      <p>
        {i18n.t(
          'Name, email address, mobile number, company and photo of this person go. So do their sessions, links, settings, private views and unattached files. Tickets, figures and times stay.',
        )}
      </p>
      <div>
        <Checkbox {...register('ownTexts')}>{i18n.t('Also replace the texts they wrote')}</Checkbox>
        <p className="text-meta text-muted">
          {i18n.t(
            '{descriptions, plural, one {# description} other {# descriptions}}, {comments, plural, one {# comment} other {# comments}}, {messages, plural, one {# chat message} other {# chat messages}}',
            preview.ownTexts,
          )}
        </p>
      </div>
      <PlaceList {...preview} />
      <ul className="flex list-disc flex-col gap-1 ps-5 text-meta text-muted">
        <li>{i18n.t('Subjects of their tickets stay, and so do files they attached.')}</li>
        <li>{i18n.t('Backups made until now still hold everything, and so do emails already sent.')}</li>
        {preview.copies.map(({ name, madeAt }) => (
          <li key={name} className="wrap-anywhere">
            {i18n.t('So does the folder {name} on the server, a copy that an upgrade made on {moment}.', {
              name,
              moment: writtenMoment(madeAt),
            })}
          </li>
        ))}
      </ul>
      <Field
        label={i18n.t('To confirm, type the email address of the person')}
        hint={user.email}
        error={formState.errors.email?.message}
      >
        <Input
          {...register('email')}
          type="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      </Field>
      <div className="form-foot">
        <Button onClick={onClose}>{i18n.t('Cancel')}</Button>
        <Button type="submit" variant="danger" busy={formState.isSubmitting} busyLabel={i18n.t('Erasing...')}>
          {i18n.t('Erase for good')}
        </Button>
      </div>
    </form>
  )
}
