import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { nameOf } from '#features/users/web/person-name.ts'
import { Unconfirmed } from '#features/users/web/unconfirmed.tsx'
import { i18n } from '#platform/contract/i18n.ts'
import { messageIn } from '#platform/web/refusal.ts'
import { RelativeTime } from '#platform/web/relative-time.tsx'
import { timeAgo } from '#platform/web/time-ago.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { keepFocusThrough } from '#platform/web/ui/overlay/return-focus.ts'
import { toastFailure, toastSuccess } from '#platform/web/ui/overlay/toast-store.ts'
import type { JoinRequest } from '../contract.ts'
import { assignToClient, declineJoin, joinRequests } from './api.ts'

/** Lists all people who named a client as their company without belonging to it. */
export function JoinRequests() {
  const { data: waiting = [] } = useQuery(joinRequests())
  if (waiting.length === 0) return null
  return (
    <section aria-labelledby="join-requests" className="card">
      <h2 id="join-requests" className="border-b border-border px-3 py-2 text-section">
        {i18n.t('Requests to join a client')}{' '}
        <span className="text-subtle tabular-nums">{waiting.length}</span>
      </h2>
      <ul className="divide-y divide-border">
        {waiting.map((request) => (
          <li
            key={`${request.client.id} ${request.user.id}`}
            className="flex flex-wrap items-center gap-x-4 gap-y-2 px-3 py-2.5"
          >
            <div className="min-w-0 flex-1 basis-60">
              <p className="wrap-anywhere">
                <span className="font-medium">{nameOf(request.user)}</span>{' '}
                <span className="text-muted">
                  {i18n.t('says they work at {company}', { company: request.client.name })}
                </span>
              </p>
              <p className="text-meta text-subtle wrap-anywhere">
                {request.user.email}
                <Unconfirmed user={request.user} /> ·{' '}
                <RelativeTime at={request.registeredAt} label={timeAgo} />
              </p>
            </div>
            <JoinDecision request={request} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Assigns the person as an employee, or declines. */
export function JoinDecision({
  request: { client, user },
}: {
  request: Pick<JoinRequest, 'client' | 'user'>
}) {
  const queryClient = useQueryClient()
  const assigning = useMutation(assignToClient(queryClient))
  const declining = useMutation(declineJoin(queryClient))
  const isBusy = assigning.isPending || declining.isPending
  const name = nameOf(user)

  async function assign() {
    if (isBusy) return
    try {
      await assigning.mutateAsync({ id: client.id, userId: user.id, role: 'employee' })
      toastSuccess(i18n.t('User assigned successfully'))
    } catch (error) {
      toastFailure(messageIn(error) ?? i18n.t('Failed to assign user'))
    }
  }
  async function decline() {
    if (isBusy) return
    try {
      await declining.mutateAsync({ id: client.id, userId: user.id })
      toastSuccess(i18n.t('Request declined.'))
    } catch (error) {
      toastFailure(messageIn(error) ?? i18n.t('Your decision could not be saved. Please try again.'))
    }
  }
  return (
    <div className="flex gap-2">
      <Button
        size="small"
        aria-label={i18n.t('Decline the request of {name}', { name })}
        busy={declining.isPending}
        onClick={() => keepFocusThrough(decline)}
      >
        {i18n.t('Decline')}
      </Button>
      <Button
        size="small"
        variant="primary"
        aria-label={i18n.t('Assign {name}', { name })}
        busy={assigning.isPending}
        onClick={() => keepFocusThrough(assign)}
      >
        {i18n.t('Assign')}
      </Button>
    </div>
  )
}
