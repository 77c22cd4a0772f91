import { i18n } from '#platform/contract/i18n.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { useForm } from 'react-hook-form'
import { messageIn } from '#platform/web/refusal.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog, DialogContent } from '#platform/web/ui/overlay/dialog.tsx'
import { Field } from '#platform/web/ui/form/field.tsx'
import { Input } from '#platform/web/ui/form/input.tsx'
import { toFirstField } from '#platform/web/ui/form/to-first-field.ts'
import { toastFailure, toastSuccess } from '#platform/web/ui/overlay/toast-store.ts'
import { CodeProof } from '../contract.ts'
import { proveMobile, sendCode } from './api.ts'

interface CodeDialogProps {
  number: string
  onClose(): void
  /** Called once the number is proved, instead of `onClose`. */
  onProved(): void
}

export function CodeDialog({ number, onClose, onProved }: CodeDialogProps) {
  const client = useQueryClient()
  const proving = useMutation(proveMobile(client))
  const sending = useMutation(sendCode(client))
  const { register, handleSubmit, setError, setFocus, resetField, formState } = useForm({
    resolver: zodResolver(CodeProof),
    defaultValues: { code: '' },
  })

  async function prove(proof: CodeProof) {
    try {
      await proving.mutateAsync(proof)
      toastSuccess(i18n.t('Your mobile number is verified.'))
      onProved()
    } catch (error) {
      setError('code', {
        message: messageIn(error) ?? i18n.t('The code could not be checked. Please try again.'),
      })
      setFocus('code', { shouldSelect: true })
    }
  }
  async function sendAnother() {
    try {
      await sending.mutateAsync()
      resetField('code')
      setFocus('code')
      toastSuccess(i18n.t('A new code is on its way.'))
    } catch (error) {
      toastFailure(messageIn(error) ?? i18n.t('The code could not be sent.'))
    }
  }
  function submit(event: FormEvent) {
    if (proving.isPending) event.preventDefault()
    else void handleSubmit(prove)(event)
  }
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent
        title={i18n.t('Verify your mobile number')}
        description={i18n.t('We sent a code to {number} by text message. It expires in 10 minutes.', {
          number,
        })}
        size="small"
        onOpenAutoFocus={toFirstField}
      >
        <form noValidate className="flex flex-col gap-4" onSubmit={submit}>
          <Field label={i18n.t('Code')} error={formState.errors.code?.message}>
            <Input
              {...register('code')}
              inputMode="numeric"
              autoComplete="one-time-code"
              placeholder="000000"
              className="text-center tracking-[0.35em] tabular-nums"
            />
          </Field>
          <div className="flex flex-wrap-reverse justify-between gap-2">
            <Button
              variant="ghost"
              busy={sending.isPending}
              busyLabel={i18n.t('Sending...')}
              onClick={() => void sendAnother()}
            >
              {i18n.t('Send New Code')}
            </Button>
            <Button
              type="submit"
              variant="primary"
              busy={proving.isPending}
              busyLabel={i18n.t('Verifying...')}
            >
              {i18n.t('Verify')}
            </Button>
          </div>
        </form>
      </DialogContent>
    </Dialog>
  )
}
