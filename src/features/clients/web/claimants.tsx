import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { nameOf } from '#features/users/web/person-name.ts'
import { userList } from '#features/users/web/api.ts'
import { Unconfirmed } from '#features/users/web/unconfirmed.tsx'
import { i18n } from '#platform/contract/i18n.ts'
import { searchable } from '#platform/contract/searchable.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { toastFailure, toastSuccess } from '#platform/web/ui/overlay/toast-store.ts'
import type { Client } from '../contract.ts'
import { assignToClient } from './api.ts'

/** Lists people who named this client as their company without belonging to it, and assigns them. */
export function Claimants({ client }: { client: Client }) {
  const found = useQuery(userList({ search: client.name, role: 'client', isActive: 'true' }))
  const assigning = useMutation(assignToClient(useQueryClient()))
  const known = new Set(client.clientUsers.map(({ user }) => user.id))
  const people = (found.data ?? []).filter(
    ({ id, companyName = '' }) => !known.has(id) && searchable(companyName) === searchable(client.name),
  )
  if (people.length === 0) return null
  // Assigning confirms an address, so each of the others is a decision of its own.
  const confirmed = people.filter(({ isEmailConfirmed }) => isEmailConfirmed)
  async function assign(some: readonly { id: string }[]) {
    try {
      for (const { id } of some) await assigning.mutateAsync({ id: client.id, userId: id, role: 'employee' })
      toastSuccess(
        i18n.t('{count, plural, one {User assigned successfully} other {# users assigned}}', {
          count: some.length,
        }),
      )
    } catch {
      toastFailure(i18n.t('Failed to assign user'))
    }
  }
  return (
    <section className="flex flex-col gap-2 rounded-card border border-border bg-sunken p-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="font-medium">
          {i18n.t('{count, plural, one {# person says they work here} other {# people say they work here}}', {
            count: people.length,
          })}
        </p>
        {confirmed.length > 1 && (
          <Button size="small" busy={assigning.isPending} onClick={() => void assign(confirmed)}>
            {i18n.t('Assign all')}
          </Button>
        )}
      </div>
      <ul className="flex flex-col gap-1">
        {people.map((person) => (
          <li key={person.id} className="flex flex-wrap items-center justify-between gap-2">
            <span className="min-w-0 text-muted wrap-anywhere">
              {nameOf(person)} · {person.email}
              <Unconfirmed user={person} />
            </span>
            <Button
              size="small"
              aria-label={i18n.t('Assign {name}', { name: nameOf(person) })}
              disabled={assigning.isPending}
              onClick={() => void assign([person])}
            >
              {i18n.t('Assign')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
