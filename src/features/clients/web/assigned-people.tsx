import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Plus, UserMinus, UsersRound } from 'lucide-react'
import { useState } from 'react'
import { nameOf } from '#features/users/web/person-name.ts'
import { RoleBadge } from '#features/users/web/role-badge.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { EmptyState } from '#platform/web/ui/empty-state.tsx'
import { IconButton } from '#platform/web/ui/icon-button.tsx'
import { Table, TableBody, TableHead, TableRow, Td, Th } from '#platform/web/ui/table.tsx'
import { toastFailure, toastSuccess } from '#platform/web/ui/toast-store.ts'
import type { Client } from '../contract.ts'
import { AssignPerson } from './assign-person.tsx'
import { removeFromClient } from './api.ts'
import { assignmentWords, isAgent } from './client-words.ts'

interface AssignedPeopleProps {
  client: Client
  kind: 'agent' | 'user'
}

const words = {
  agent: { title: 'Agents', action: 'Assign Agent', empty: 'No agents assigned yet' },
  user: { title: 'Users', action: 'Assign User', empty: 'No client users assigned yet' },
} as const

/** Those who are assigned to a company, of one kind. */
export function AssignedPeople({ client, kind }: AssignedPeopleProps) {
  const { title, action, empty } = words[kind]
  const [isAssigning, setAssigning] = useState(false)
  const people = client.clientUsers.filter((person) => isAgent(person) === (kind === 'agent'))
  const assign = (
    <Button onClick={() => setAssigning(true)}>
      <Plus aria-hidden />
      {action}
    </Button>
  )
  return (
    <div className="flex flex-col gap-3">
      <div className="flex items-center justify-between gap-2">
        <h3 className="text-section">{title}</h3>
        {assign}
      </div>
      {people.length === 0 ? (
        <EmptyState icon={<UsersRound aria-hidden />} title={empty} />
      ) : (
        <div className="overflow-x-auto">
          <Table label={title}>
            <TableHead>
              <Th>Name</Th>
              <Th>Email</Th>
              {kind === 'agent' && <Th>System Role</Th>}
              <Th>Assignment Role</Th>
              <Th>
                <span className="sr-only">Actions</span>
              </Th>
            </TableHead>
            <TableBody>
              {people.map((person) => (
                <Person key={person.user.id} client={client} person={person} kind={kind} />
              ))}
            </TableBody>
          </Table>
        </div>
      )}
      {isAssigning && <AssignPerson client={client} kind={kind} onClose={() => setAssigning(false)} />}
    </div>
  )
}

interface PersonProps extends AssignedPeopleProps {
  person: Client['clientUsers'][number]
}

function Person({ client, person: { user, role }, kind }: PersonProps) {
  const removing = useMutation(removeFromClient(useQueryClient()))
  async function remove() {
    try {
      await removing.mutateAsync({ id: client.id, userId: user.id })
      toastSuccess(`${nameOf(user)} is no longer assigned to ${client.name}.`)
    } catch {
      toastFailure('Failed to remove the assignment')
    }
  }
  return (
    <TableRow>
      <Td className="font-medium">{nameOf(user)}</Td>
      <Td className="text-muted">{user.email}</Td>
      {kind === 'agent' && (
        <Td>
          <RoleBadge role={user.role} />
        </Td>
      )}
      <Td>{assignmentWords[role]}</Td>
      <Td className="text-end">
        <IconButton label={`Remove ${nameOf(user)}`} busy={removing.isPending} onClick={() => void remove()}>
          <UserMinus aria-hidden />
        </IconButton>
      </Td>
    </TableRow>
  )
}
