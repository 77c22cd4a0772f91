import { i18n, words } from '#platform/contract/i18n.ts'
import { Headset, ShieldCheck, User, Wrench, type LucideIcon } from 'lucide-react'
import { Badge, type Hue } from '#platform/web/ui/badge.tsx'
import type { Role } from '../contract.ts'
import { plainRole } from '../words/contract.ts'

interface Look {
  hue: Hue
  icon: LucideIcon
}

const looks: Record<Role, Look> = {
  client: { hue: 'gray', icon: User },
  internal: { hue: 'green', icon: Wrench },
  helpdesk: { hue: 'blue', icon: Headset },
  super_user: { hue: 'red', icon: ShieldCheck },
}

const labels: Record<Role, string> = words({
  client: () => i18n.t('Client'),
  internal: () => i18n.t('Internal'),
  helpdesk: () => i18n.t('Help Desk'),
  super_user: () => i18n.t('Super User'),
})

interface RoleBadgeProps {
  role: Role
  isPlain?: boolean
}

export const RoleBadge = ({ role, isPlain = false }: RoleBadgeProps) => (
  <Badge hue={looks[role].hue}>{isPlain ? plainRole(role) : labels[role]}</Badge>
)

export function RoleIcon({ role }: { role: Role }) {
  const Icon = looks[role].icon
  return <Icon aria-hidden />
}

export const roleLabel = (role: Role) => labels[role]
