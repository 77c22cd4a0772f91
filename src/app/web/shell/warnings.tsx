import { i18n } from '#platform/contract/i18n.ts'
import { useQuery } from '@tanstack/react-query'
import { TriangleAlert, X } from 'lucide-react'
import { useState } from 'react'
import { authApi } from '#features/auth/contract.ts'
import { call } from '#platform/web/call.ts'
import { recall, remember } from '#platform/web/storage.ts'
import { IconButton } from '#platform/web/ui/icon-button.tsx'
import { NextStep } from '../portal/next-step.tsx'
import { Notice } from './notice.tsx'

const dismissedKey = 'signalbox.dismissed'
const weekMs = 7 * 24 * 60 * 60 * 1000

/** Reads the texts dismissed in this browser; they expire a week after the last of them. */
function recallDismissed(): string {
  const [at, ...texts] = (recall('browser', dismissedKey) ?? '').split('\n')
  return Date.now() - Number(at) < weekMs ? texts.join('\n') : ''
}

export const ForAdministrators = () => (
  <>
    <Warnings />
    <NextStep />
  </>
)

function Warnings() {
  const [dismissed, setDismissed] = useState(recallDismissed)
  const { data } = useQuery({
    queryKey: [authApi.signInOptions.path],
    queryFn: ({ signal }) => call(authApi.signInOptions, {}, { signal }),
  })
  function dismiss(text: string) {
    const all = `${dismissed}\n${text}`
    setDismissed(all)
    remember('browser', dismissedKey, `${Date.now()}\n${all}`)
  }
  return data?.warnings
    .filter((text) => !dismissed.includes(text))
    .map((text) => (
      <Notice
        key={text}
        icon={TriangleAlert}
        tone="amber"
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
