import { useMutation, useQueryClient } from '@tanstack/react-query'
import { AssignDialog } from '#features/users/web/assign-dialog.tsx'
import { agentRoles, clientUserRoles, type Client } from '../contract.ts'
import { assignToClient } from './api.ts'
import { assignmentWords } from './client-words.ts'

interface AssignPersonProps {
  client: Client
  /** Staff who look after the company, or its own people. */
  kind: 'agent' | 'user'
  onClose(): void
}

const kinds = {
  agent: {
    title: 'Assign Agent',
    personLabel: 'Agent',
    of: 'staff',
    roles: agentRoles,
    success: 'Agent assigned successfully',
    failure: 'Failed to assign agent',
  },
  user: {
    title: 'Assign User',
    personLabel: 'User',
    of: 'clients',
    roles: clientUserRoles,
    success: 'User assigned successfully',
    failure: 'Failed to assign user',
  },
} as const

export function AssignPerson({ client, kind, onClose }: AssignPersonProps) {
  const assigning = useMutation(assignToClient(useQueryClient()))
  return (
    <AssignDialog<(typeof agentRoles | typeof clientUserRoles)[number]>
      {...kinds[kind]}
      description={client.name}
      roleLabel="Assignment Role"
      except={client.clientUsers.map(({ user }) => user.id)}
      words={assignmentWords}
      onAssign={(userId, role) => assigning.mutateAsync({ id: client.id, userId, role })}
      onClose={onClose}
    />
  )
}
