import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { nameOf } from '#features/users/web/person-name.ts'
import { Unconfirmed } from '#features/users/web/unconfirmed.tsx'
import { i18n } from '#platform/contract/i18n.ts'
import { pooled, writtenOutcome } from '#platform/web/pooled.ts'
import { messageIn } from '#platform/web/refusal.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { keepFocusThrough } from '#platform/web/ui/overlay/return-focus.ts'
import { toastFailure, toastSuccess } from '#platform/web/ui/overlay/toast-store.ts'
import type { Client } from '../contract.ts'
import { assignToClient, joinRequests } from './api.ts'
import { JoinDecision } from './join-requests.tsx'

const atOnce = 4

/** Lists people who named this client as their company without belonging to it, and assigns them. */
export function Claimants({ client }: { client: Client }) {
  const { data: waiting = [] } = useQuery(joinRequests())
  const assigning = useMutation(assignToClient(useQueryClient()))
  const [isBusy, setBusy] = useState(false)
  const requests = waiting.filter((request) => request.client.id === client.id)
  if (requests.length === 0) return null
  // Assigning confirms an address, so each of the others is a decision of its own.
  const confirmed = requests.filter(({ user }) => user.isEmailConfirmed)
  async function assignAll() {
    setBusy(true)
    const results = await pooled(confirmed, atOnce, ({ user }) =>
      assigning.mutateAsync({ id: client.id, userId: user.id, role: 'employee' }),
    )
    setBusy(false)
    const failed = results.filter((result) => result.status === 'rejected')
    const count = results.length - failed.length
    const done = i18n.t('{count, plural, one {User assigned successfully} other {# users assigned}}', {
      count,
    })
    const told = writtenOutcome(done, count, failed.length)
    if (failed.length === 0) return toastSuccess(told)
    const why = messageIn(failed[0]?.reason) ?? i18n.t('Failed to assign user')
    toastFailure(`${told}. ${why}`)
  }
  return (
    <section className="flex flex-col gap-2 rounded-card border border-border bg-sunken p-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="font-medium">
          {i18n.t('{count, plural, one {# person says they work here} other {# people say they work here}}', {
            count: requests.length,
          })}
        </p>
        {confirmed.length > 1 && (
          <Button size="small" busy={isBusy} onClick={() => keepFocusThrough(assignAll)}>
            {i18n.t('Assign all')}
          </Button>
        )}
      </div>
      <ul className="flex flex-col gap-1">
        {requests.map((request) => (
          <li key={request.user.id} className="flex flex-wrap items-center justify-between gap-2">
            <span className="min-w-0 text-muted wrap-anywhere">
              {nameOf(request.user)} · {request.user.email}
              <Unconfirmed user={request.user} />
            </span>
            <JoinDecision request={request} />
          </li>
        ))}
      </ul>
    </section>
  )
}
