import { i18n } from '#platform/contract/i18n.ts'
import { Hourglass, WifiOff } from 'lucide-react'
import { useIsLost } from '#features/live/web/use-is-lost.ts'
import { productName } from '#app/product.ts'
import { roleWords } from '#features/users/words/contract.ts'
import { lazyExtra } from '#platform/web/ui/part-boundary.tsx'
import { useOnline } from '#platform/web/hooks/use-online.ts'
import { Notice } from './notice.tsx'
import { useViewer } from '#features/auth/web/session.tsx'

function ConnectionNotice() {
  const isOnline = useOnline()
  const isLost = useIsLost()
  if (isOnline)
    return isLost ? (
      <Notice icon={WifiOff} tone="gray">
        {i18n.t('Can’t reach {productName}. Trying again…', { productName })}
      </Notice>
    ) : null
  return (
    <Notice icon={WifiOff} tone="gray">
      {i18n.t('You are offline. You can keep reading and typing; nothing is sent until you are back online.')}
    </Notice>
  )
}

function RoleRequestNotice() {
  const { requestedRole } = useViewer()
  if (!requestedRole) return null
  return (
    <Notice icon={Hourglass} tone="blue">
      {i18n.t(
        'Your request for the {requestedRole} role is awaiting approval. Until then you have client access.',
        { requestedRole: roleWords[requestedRole] },
      )}
    </Notice>
  )
}

const ForAdministrators = lazyExtra(() => import('./warnings.tsx'), 'ForAdministrators')

export function Notices() {
  const { role } = useViewer()
  return (
    <div role="status">
      <ConnectionNotice />
      <RoleRequestNotice />
      {role === 'super_user' && <ForAdministrators />}
    </div>
  )
}
