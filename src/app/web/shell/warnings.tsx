import { i18n } from '#platform/contract/i18n.ts'
import { useQuery } from '@tanstack/react-query'
import { TriangleAlert, X } from 'lucide-react'
import { useState } from 'react'
import { authApi } from '#features/auth/contract.ts'
import { call } from '#platform/web/call.ts'
import { recall, remember } from '#platform/web/storage.ts'
import { IconButton } from '#platform/web/ui/icon-button.tsx'
import { Notice } from './notice.tsx'

const seenKey = 'signalbox.seen'

/** What the server wants super users to put right; each can be dismissed in this tab. */
export function Warnings() {
  const [seen, setSeen] = useState(() => recall('tab', seenKey) ?? '')
  const { data } = useQuery({
    queryKey: [authApi.signInOptions.path],
    queryFn: ({ signal }) => call(authApi.signInOptions, {}, { signal }),
  })
  function dismiss(text: string) {
    setSeen(seen + text)
    remember('tab', seenKey, seen + text)
  }
  return data?.warnings
    .filter((text) => !seen.includes(text))
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
