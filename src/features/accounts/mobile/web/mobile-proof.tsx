import { i18n } from '#platform/contract/i18n.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ShieldCheck } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { SettingSwitch } from '#features/settings/web/setting-switch.tsx'
import { messageIn } from '#platform/web/refusal.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { ErrorNote } from '#platform/web/ui/error-note.tsx'
import { toastFailure } from '#platform/web/ui/overlay/toast-store.ts'
import type { OwnMobile } from '../contract.ts'
import { ownMobile, sendCode } from './api.ts'
import { CodeDialog } from './code-dialog.tsx'

export function MobileProof({ isUnsaved }: { isUnsaved: boolean }) {
  const own = useQuery(ownMobile())
  if (own.isError && !own.data)
    return (
      <ErrorNote error={own.error} onRetry={() => void own.refetch()} busy={own.isFetching}>
        {i18n.t('The status of your number could not be loaded.')}
      </ErrorNote>
    )
  if (!own.data?.isOffered) return null
  return (
    <>
      <Standing own={own.data} isUnsaved={isUnsaved} />
      <SettingSwitch
        name="smsNotifications"
        label={i18n.t('SMS notifications')}
        hint={
          own.data.isProved
            ? i18n.t('Assignments and status changes that you get by email immediately')
            : i18n.t('Verify your mobile number to turn them on')
        }
        isOutOfReach={!own.data.isProved}
      />
    </>
  )
}

function Standing({ own, isUnsaved }: { own: OwnMobile; isUnsaved: boolean }) {
  const [step, setStep] = useState<'typing' | 'done'>()
  const standing = useRef<HTMLDivElement>(null)
  const sending = useMutation(sendCode(useQueryClient()))

  // The button that opened the dialog is gone by then, and would take the focus with it.
  useEffect(() => {
    if (step === 'done') standing.current?.focus()
  }, [step])

  async function begin() {
    try {
      if (!own.code) await sending.mutateAsync()
      setStep('typing')
    } catch (error) {
      toastFailure(messageIn(error) ?? i18n.t('The code could not be sent.'))
    }
  }
  const { mobileNumber, isProved, code } = own
  if (isUnsaved)
    return <p className="-mt-2 text-muted">{i18n.t('Save your changes, then verify the number.')}</p>
  if (mobileNumber === null) return null
  return (
    <div ref={standing} tabIndex={-1} className="-mt-1 flex flex-wrap items-center gap-x-3 gap-y-2">
      {isProved ? (
        <Badge hue="green" icon={<ShieldCheck aria-hidden />}>
          {i18n.t('Verified')}
        </Badge>
      ) : (
        <>
          <Badge hue="amber">{i18n.t('Not verified')}</Badge>
          <Button
            size="small"
            busy={sending.isPending}
            busyLabel={i18n.t('Sending...')}
            onClick={() => void begin()}
          >
            {code ? i18n.t('Enter Code') : i18n.t('Verify Number')}
          </Button>
        </>
      )}
      {step === 'typing' && (
        <CodeDialog
          number={mobileNumber}
          onClose={() => setStep(undefined)}
          onProved={() => setStep('done')}
        />
      )}
    </div>
  )
}
