import { i18n } from '#platform/contract/i18n.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import type { User } from '#features/users/contract.ts'
import { nameOf } from '#features/users/web/person-name.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { ErrorNote } from '#platform/web/ui/error-note.tsx'
import { Fact, Facts } from '#platform/web/ui/facts.tsx'
import { Field } from '#platform/web/ui/form/field.tsx'
import { Input } from '#platform/web/ui/form/input.tsx'
import { toFirstField } from '#platform/web/ui/form/to-first-field.ts'
import { useServerForm } from '#platform/web/ui/form/use-server-form.ts'
import { Dialog, DialogContent } from '#platform/web/ui/overlay/dialog.tsx'
import { toastFailure, toastSuccess } from '#platform/web/ui/overlay/toast-store.ts'
import { useWhileShown } from '#platform/web/ui/overlay/use-while-shown.ts'
import { LoadingRows } from '#platform/web/ui/skeleton.tsx'
import type { ErasurePreview } from '../contract.ts'
import { erasePerson, erasurePreview } from './api.ts'

interface ErasePersonProps {
  user: User
  onClose(): void
}

/** Says what is erased with somebody, and asks for their address before it is. */
export function ErasePerson({ user, onClose }: ErasePersonProps) {
  const preview = useQuery(erasurePreview(user.id))
  const hindrance = preview.data?.hindrance
  // The form below is gone by the time the answer is there.
  const close = useWhileShown(onClose)
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent
        title={i18n.t('Erase {name}', { name: nameOf(user) })}
        description={i18n.t('This is final: nobody can bring back what is erased.')}
        size="small"
        className="is-tall"
        onOpenAutoFocus={toFirstField}
      >
        {preview.isPending && <LoadingRows label={i18n.t('Counting what is erased...')} rows={3} />}
        {preview.isError && (
          <ErrorNote error={preview.error} onRetry={() => void preview.refetch()} busy={preview.isFetching}>
            {i18n.t('What would be erased could not be counted.')}
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
    email: z.string().refine((typed) => typed.trim().toLowerCase() === user.email, {
      error: () => i18n.t('This is not the email address of this person'),
    }),
  })
  const { register, formState, props } = useServerForm(Typed, {
    defaultValues: { email: '' },
    async send({ email }) {
      const { message } = await erasing.mutateAsync({ id: user.id, email })
      toastSuccess(message)
      onClose()
    },
    refused: (said) => toastFailure(said?.serverMessage ?? i18n.t('The person could not be erased.')),
  })
  return (
    <form className="flex flex-col gap-4" {...props}>
      <p>
        {i18n.t(
          'Name, address, number, company, photo and texts of this person are replaced wherever they stand, also in Deleted and in the audit log. Their files are removed. Figures, statuses and times stay.',
        )}
      </p>
      <Facts areShort>
        <Fact term={i18n.t('Tickets')}>{String(preview.tickets)}</Fact>
        <Fact term={i18n.t('Comments')}>{String(preview.comments)}</Fact>
        <Fact term={i18n.t('Chat messages')}>{String(preview.messages)}</Fact>
        <Fact term={i18n.t('Files')}>{String(preview.files)}</Fact>
        <Fact term={i18n.t('In Deleted')}>{String(preview.deleted)}</Fact>
      </Facts>
      <ul className="flex list-disc flex-col gap-1 ps-5 text-meta text-muted">
        <li>
          {preview.isNameShared
            ? i18n.t(
                'Others have the same name, so it stays in what others wrote. Address and number are replaced there.',
              )
            : i18n.t(
                'In what others wrote, full name, address and number are replaced; a first name alone is not.',
              )}
        </li>
        <li>{i18n.t('Files of others are not looked into.')}</li>
        <li>
          {i18n.t('Backups made until now still hold everything, and so does whoever was sent an email.')}
        </li>
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
