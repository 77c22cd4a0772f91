import { Hourglass, WifiOff } from 'lucide-react'
import { registrationRole } from '#features/users/web/role-words.ts'
import { lazyExtra } from '#platform/web/ui/part-boundary.tsx'
import { useOnline } from '#platform/web/hooks/use-online.ts'
import { Notice } from './notice.tsx'
import { useViewer } from '#features/auth/web/session.tsx'

function OfflineNotice() {
  if (useOnline()) return null
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

const Warnings = lazyExtra(() => import('./warnings.tsx'), 'Warnings')

/** Notices for the person on every screen. */
export function Notices() {
  const { role } = useViewer()
  return (
    <div role="status">
      <OfflineNotice />
      <RoleRequestNotice />
      {role === 'super_user' && <Warnings />}
    </div>
  )
}
