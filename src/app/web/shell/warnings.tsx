import { i18n } from '#platform/contract/i18n.ts'
import { useQuery } from '@tanstack/react-query'
import { TriangleAlert, X } from 'lucide-react'
import { useState } from 'react'
import { authApi } from '#features/auth/contract.ts'
import { RequireApproval } from '#features/auth/web/require-approval.tsx'
import { useViewer } from '#features/auth/web/session.tsx'
import { call } from '#platform/web/call.ts'
import { recall, remember } from '#platform/web/storage.ts'
import { IconButton } from '#platform/web/ui/icon-button.tsx'
import { NextStep } from '../portal/next-step.tsx'
import { Notice } from './notice.tsx'

const dismissedKey = (viewerId: string) => `signalbox.dismissed.${viewerId}`
const weekMs = 7 * 24 * 60 * 60 * 1000

/** Reads the texts that this person dismissed in this browser; they expire a week after the last of them. */
function recallDismissed(viewerId: string): string {
  const [at, ...texts] = (recall('browser', dismissedKey(viewerId)) ?? '').split('\n')
  return Date.now() - Number(at) < weekMs ? texts.join('\n') : ''
}

export const ForAdministrators = () => (
  <>
    <Warnings />
    <NextStep />
  </>
)

function Warnings() {
  const { id } = useViewer()
  const [dismissed, setDismissed] = useState(() => recallDismissed(id))
  const { data } = useQuery({
    queryKey: [authApi.signInOptions.path],
    queryFn: ({ signal }) => call(authApi.signInOptions, {}, { signal }),
  })
  function dismiss(text: string) {
    const all = `${dismissed}\n${text}`
    setDismissed(all)
    remember('browser', dismissedKey(id), `${Date.now()}\n${all}`)
  }
  return data?.warnings
    .map((text, place) => ({ text, isOpen: place === 0 && data.registration === 'open' }))
    .filter(({ text }) => !dismissed.includes(text))
    .map(({ text, isOpen }) => (
      <Notice
        key={text}
        icon={TriangleAlert}
        tone="amber"
        action={isOpen && <RequireApproval />}
        end={
          <IconButton
            label={i18n.t('Dismiss')}
            size="small"
            tooltipSide="bottom"
            className="-my-1 -me-1 text-current!"
            onClick={() => dismiss(text)}
          >
            <X aria-hidden />
          </IconButton>
        }
      >
        {text}
      </Notice>
    ))
}
