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
  async function assignAll() {
    try {
      for (const { id } of people)
        await assigning.mutateAsync({ id: client.id, userId: id, role: 'employee' })
      toastSuccess(i18n.t('User assigned successfully'))
    } catch {
      toastFailure(i18n.t('Failed to assign user'))
    }
  }
  return (
    <section className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-card border border-border bg-sunken p-3">
      <div className="min-w-0 flex-1">
        <p className="font-medium">
          {i18n.t('{count, plural, one {# person says they work here} other {# people say they work here}}', {
            count: people.length,
          })}
        </p>
        <ul className="mt-1 text-muted">
          {people.map((person) => (
            <li key={person.id} className="wrap-anywhere">
              {nameOf(person)} · {person.email}
              <Unconfirmed user={person} />
            </li>
          ))}
        </ul>
      </div>
      <Button busy={assigning.isPending} onClick={() => void assignAll()}>
        {i18n.t('Assign all')}
      </Button>
    </section>
  )
}
