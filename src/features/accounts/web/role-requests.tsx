import { i18n } from '#platform/contract/i18n.ts'
import { Trans } from '@lingui/react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { RoleBadge } from '#features/users/web/role-badge.tsx'
import { Unconfirmed } from '#features/users/web/unconfirmed.tsx'
import { roleWords } from '#features/users/words/contract.ts'
import { messageIn } from '#platform/web/refusal.ts'
import { RelativeTime } from '#platform/web/relative-time.tsx'
import { AlertDialog } from '#platform/web/ui/overlay/alert-dialog.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { keepFocusThrough } from '#platform/web/ui/overlay/return-focus.ts'
import { toastFailure, toastSuccess } from '#platform/web/ui/overlay/toast-store.ts'
import { timeAgo } from '#platform/web/time-ago.ts'
import type { RoleRequest } from '../contract.ts'
import { decideRoleRequest, roleRequests } from './api.ts'

export function RoleRequests() {
  const { data: waiting = [] } = useQuery(roleRequests())
  if (waiting.length === 0) return null
  return (
    <section aria-labelledby="role-requests" className="card">
      <h2 id="role-requests" className="border-b border-border px-3 py-2 text-section">
        {i18n.t('Role requests')} <span className="text-subtle tabular-nums">{waiting.length}</span>
      </h2>
      <ul className="divide-y divide-border">
        {waiting.map((request) => (
          <Request key={request.id} request={request} />
        ))}
      </ul>
    </section>
  )
}

function Request({ request }: { request: RoleRequest }) {
  const { name, email, isEmailConfirmed, requestedRole, ip, createdAt } = request
  const [isAsking, setAsking] = useState(false)
  const deciding = useMutation(decideRoleRequest(useQueryClient()))
  const isPending = (isApproved: boolean) =>
    deciding.isPending && deciding.variables.isApproved === isApproved

  async function decide(isApproved: boolean) {
    if (deciding.isPending) return
    try {
      await deciding.mutateAsync({ request, isApproved })
      toastSuccess(
        isApproved
          ? i18n.t('{name} is now {role}.', { name, role: roleWords[requestedRole] })
          : i18n.t('Request declined.'),
      )
    } catch (error) {
      const said = messageIn(error)
      toastFailure(said ?? i18n.t('Your decision could not be saved. Please try again.'))
      setAsking(false)
    }
  }
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-3 py-2.5">
      <div className="min-w-0 flex-1 basis-60">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Trans
            id="<person/> <asks>asks for</asks> <role/>"
            components={{
              person: <span className="font-medium">{name}</span>,
              asks: <span className="text-muted" />,
              role: <RoleBadge role={requestedRole} />,
            }}
          />
        </p>
        <p className="text-meta text-subtle wrap-anywhere">
          <Trans
            id="{email} <unconfirmed/> · from {ip} · <time/>"
            values={{ email, ip }}
            components={{
              unconfirmed: <Unconfirmed user={request} />,
              time: <RelativeTime at={createdAt} label={timeAgo} />,
            }}
          />
        </p>
      </div>
      <div className="flex gap-2">
        <Button
          size="small"
          aria-label={i18n.t('Decline the request of {name}', { name })}
          busy={isPending(false)}
          onClick={() => keepFocusThrough(() => decide(false))}
        >
          {i18n.t('Decline')}
        </Button>
        <Button
          size="small"
          variant="primary"
          aria-label={i18n.t('Approve the request of {name}', { name })}
          busy={isPending(true)}
          // Ask once more for the only role that can give roles.
          onClick={() =>
            requestedRole === 'super_user' ? setAsking(true) : keepFocusThrough(() => decide(true))
          }
        >
          {i18n.t('Approve')}
        </Button>
      </div>
      <AlertDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={i18n.t('Make {name} a Super User', { name })}
        description={
          isEmailConfirmed
            ? i18n.t('Super users manage every user, client and setting.')
            : i18n.t(
                'Super users manage every user, client and setting. Nobody has confirmed this person’s address; by approving you vouch for it.',
              )
        }
        confirmLabel={i18n.t('Approve')}
        busy={deciding.isPending}
        busyLabel={i18n.t('Approving...')}
        onConfirm={() => void decide(true)}
      />
    </li>
  )
}
