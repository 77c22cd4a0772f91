import { i18n, words } from '#platform/contract/i18n.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Plus, UserMinus, UsersRound } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { nameOf } from '#features/users/web/person-name.ts'
import { RoleBadge } from '#features/users/web/role-badge.tsx'
import { Unconfirmed } from '#features/users/web/unconfirmed.tsx'
import { useDoubleClickGuard } from '#platform/web/hooks/use-double-click-guard.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { EmptyState } from '#platform/web/ui/empty-state.tsx'
import { IconButton } from '#platform/web/ui/icon-button.tsx'
import { keepFocus } from '#platform/web/ui/overlay/keep-focus.ts'
import { Table, TableBody, TableHead, TableRow, Td, Th } from '#platform/web/ui/table.tsx'
import { toastFailure, toastSuccess } from '#platform/web/ui/overlay/toast-store.ts'
import { useMedia } from '#platform/web/hooks/use-media.ts'
import type { Client } from '../contract.ts'
import { AssignPerson } from './assign-person.tsx'
import { removeFromClient } from './api.ts'
import { Claimants } from './claimants.tsx'
import { assignmentWords, isAgent } from './client-words.ts'

interface AssignedPeopleProps {
  client: Client
  kind: 'agent' | 'user'
}

interface AssigningProps extends AssignedPeopleProps {
  /** Stands beside the button that assigns. */
  more?: ReactNode
}

const labels = {
  agent: words({
    title: () => i18n.t('Agents'),
    action: () => i18n.t('Assign Agent'),
    empty: () => i18n.t('No agents assigned yet'),
  }),
  user: words({
    title: () => i18n.t('Users'),
    action: () => i18n.t('Assign User'),
    empty: () => i18n.t('No client users assigned yet'),
  }),
} as const

export function AssignedPeople({ client, kind, more }: AssigningProps) {
  const { title, action, empty } = labels[kind]
  const [isAssigning, setAssigning] = useState(false)
  const guardDoubleClick = useDoubleClickGuard('li, tr')
  const people = client.clientUsers.filter((person) => isAgent(person) === (kind === 'agent'))
  const assign = (
    <Button onClick={() => setAssigning(true)}>
      <Plus aria-hidden />
      {action}
    </Button>
  )
  return (
    <div className="flex flex-col gap-3" onClickCapture={guardDoubleClick}>
      <div className="flex items-center justify-between gap-2">
        <h3 className="text-section">{title}</h3>
        <span className="flex flex-wrap justify-end gap-2">
          {more}
          {assign}
        </span>
      </div>
      {kind === 'user' && <Claimants client={client} />}
      {people.length === 0 ? (
        <EmptyState icon={<UsersRound aria-hidden />} title={empty} />
      ) : (
        <PeopleList client={client} kind={kind} people={people} />
      )}
      {isAssigning && <AssignPerson client={client} kind={kind} onClose={() => setAssigning(false)} />}
    </div>
  )
}

type Assigned = Client['clientUsers'][number]

function PeopleList({ client, kind, people }: AssignedPeopleProps & { people: readonly Assigned[] }) {
  const isWide = useMedia('(width >= 64rem)')
  if (!isWide)
    return (
      <ul className="divide-y divide-border rounded-card border border-border">
        {people.map(({ user, role }) => (
          <li key={user.id} className="flex items-center gap-3 px-3 py-2">
            <div className="min-w-0 flex-1">
              <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
                <span className="font-medium wrap-anywhere">{nameOf(user)}</span>
                {kind === 'agent' && <RoleBadge role={user.role} />}
              </p>
              <p className="text-muted wrap-anywhere">
                {user.email}
                <Unconfirmed user={user} />
              </p>
              <p className="text-meta text-subtle">{assignmentWords[role]}</p>
            </div>
            <RemoveButton client={client} user={user} />
          </li>
        ))}
      </ul>
    )
  return (
    <Table label={labels[kind].title}>
      <TableHead>
        <Th>{i18n.t('Name')}</Th>
        <Th>{i18n.t('Email')}</Th>
        {kind === 'agent' && <Th>{i18n.t('System Role')}</Th>}
        <Th>{i18n.t('Assignment Role')}</Th>
        <Th>
          <span className="sr-only">{i18n.t('Actions')}</span>
        </Th>
      </TableHead>
      <TableBody>
        {people.map(({ user, role }) => (
          <TableRow key={user.id}>
            <Td className="font-medium">{nameOf(user)}</Td>
            <Td className="text-muted">
              {user.email}
              <Unconfirmed user={user} />
            </Td>
            {kind === 'agent' && (
              <Td>
                <RoleBadge role={user.role} />
              </Td>
            )}
            <Td>{assignmentWords[role]}</Td>
            <Td className="text-end">
              <RemoveButton client={client} user={user} />
            </Td>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}

function RemoveButton({ client, user }: { client: Client; user: Assigned['user'] }) {
  const removing = useMutation(removeFromClient(useQueryClient()))
  async function remove(button: HTMLElement) {
    const settleFocus = keepFocus(button)
    try {
      await removing.mutateAsync({ id: client.id, userId: user.id })
      toastSuccess(
        i18n.t('{person} is no longer assigned to {client}.', { person: nameOf(user), client: client.name }),
      )
      settleFocus()
    } catch {
      toastFailure(i18n.t('Failed to remove the assignment'))
    }
  }
  return (
    <IconButton
      label={i18n.t('Remove {name}', { name: nameOf(user) })}
      busy={removing.isPending}
      onClick={({ currentTarget }) => void remove(currentTarget)}
    >
      <UserMinus aria-hidden />
    </IconButton>
  )
}
