import { i18n } from '#platform/contract/i18n.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { AssignDialog } from '#features/users/web/assign-dialog.tsx'
import type { Client } from '../contract.ts'
import { agentRoles, clientUserRoles } from '../roles/contract.ts'
import { assignToClient } from './api.ts'
import { assignmentWords } from './client-words.ts'

interface AssignPersonProps {
  client: Client
  /** Staff who look after the company, or its own people. */
  kind: 'agent' | 'user'
  onClose(): void
}

const kinds = () =>
  ({
    agent: {
      title: i18n.t('Assign Agent'),
      personLabel: i18n.t('Agent'),
      of: 'staff',
      roles: agentRoles,
      success: i18n.t('Agent assigned successfully'),
      failure: i18n.t('Failed to assign agent'),
    },
    user: {
      title: i18n.t('Assign User'),
      personLabel: i18n.t('User'),
      of: 'clients',
      roles: clientUserRoles,
      success: i18n.t('User assigned successfully'),
      failure: i18n.t('Failed to assign user'),
    },
  }) as const

export function AssignPerson({ client, kind, onClose }: AssignPersonProps) {
  const assigning = useMutation(assignToClient(useQueryClient()))
  return (
    <AssignDialog<(typeof agentRoles | typeof clientUserRoles)[number]>
      {...kinds()[kind]}
      description={client.name}
      roleLabel={i18n.t('Assignment Role')}
      except={client.clientUsers.map(({ user }) => user.id)}
      words={assignmentWords}
      onAssign={(userId, role) => assigning.mutateAsync({ id: client.id, userId, role })}
      onClose={onClose}
    />
  )
}
