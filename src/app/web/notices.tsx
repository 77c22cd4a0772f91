import { useQuery } from '@tanstack/react-query'
import { Hourglass, TriangleAlert, WifiOff, X, type LucideIcon } from 'lucide-react'
import { useState, useSyncExternalStore, type ReactNode } from 'react'
import { authApi } from '#features/auth/contract.ts'
import { registrationRole } from '#features/users/web/role-words.ts'
import { call } from '#platform/web/call.ts'
import { cn } from '#platform/web/cn.ts'
import { IconButton } from '#platform/web/ui/icon-button.tsx'
import { recall, remember } from '#platform/web/storage.ts'
import { useViewer } from './session.tsx'

const tones = {
  amber: 'bg-amber-bg text-amber-fg',
  blue: 'bg-blue-bg text-blue-fg',
  gray: 'bg-gray-bg text-fg',
} as const

interface NoticeProps {
  icon: LucideIcon
  tone: keyof typeof tones
  onDismiss?(): void
  children: ReactNode
}

function Notice({ icon: Icon, tone, onDismiss, children }: NoticeProps) {
  return (
    <div className={cn('no-print flex items-start gap-2.5 px-4 py-2 md:px-5 xl:px-6', tones[tone])}>
      <Icon aria-hidden className="mt-0.5" />
      <p className="min-w-0 flex-1">{children}</p>
      {onDismiss && (
        <IconButton
          label="Dismiss"
          size="small"
          tooltipSide="bottom"
          className="-my-1 -me-1 text-current!"
          onClick={onDismiss}
        >
          <X aria-hidden />
        </IconButton>
      )}
    </div>
  )
}

function watchNetwork(changed: () => void) {
  window.addEventListener('online', changed)
  window.addEventListener('offline', changed)
  return () => {
    window.removeEventListener('online', changed)
    window.removeEventListener('offline', changed)
  }
}

function OfflineNotice() {
  const isOnline = useSyncExternalStore(watchNetwork, () => navigator.onLine)
  if (isOnline) return null
  return (
    <Notice icon={WifiOff} tone="gray">
      No Internet connection. You can go on reading and typing; nothing can be sent until it is back.
    </Notice>
  )
}

function RoleRequestNotice() {
  const { requestedRole } = useViewer()
  if (!requestedRole) return null
  return (
    <Notice icon={Hourglass} tone="blue">
      Your request for the role {registrationRole[requestedRole]} waits for approval. Until then your account
      works as Client.
    </Notice>
  )
}

const dismissedKey = 'signalbox.open-registration-seen'

function OpenRegistrationNotice() {
  const [isDismissed, setDismissed] = useState(() => recall('tab', dismissedKey) !== undefined)
  const { data } = useQuery({
    queryKey: [authApi.signInOptions.path],
    queryFn: ({ signal }) => call(authApi.signInOptions, {}, { signal }),
  })
  if (isDismissed || data?.registration !== 'open') return null
  function dismiss() {
    setDismissed(true)
    remember('tab', dismissedKey, 'yes')
  }
  return (
    <Notice icon={TriangleAlert} tone="amber" onDismiss={dismiss}>
      Registration is open: anyone who reaches this server can take any role. Set REGISTRATION=approval.
    </Notice>
  )
}

/** What the person should know whatever screen they are on. */
export function Notices() {
  const { role } = useViewer()
  return (
    <div role="status">
      <OfflineNotice />
      <RoleRequestNotice />
      {role === 'super_user' && <OpenRegistrationNotice />}
    </div>
  )
}
