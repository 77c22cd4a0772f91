import { Headset, ShieldCheck, User, Wrench, type LucideIcon } from 'lucide-react'
import { Badge, type Hue } from '#platform/web/ui/badge.tsx'
import type { Role } from '../contract.ts'
import { plainRole } from '../words/contract.ts'

interface Look {
  label: string
  hue: Hue
  icon: LucideIcon
}

const looks: Record<Role, Look> = {
  client: { label: 'Client', hue: 'gray', icon: User },
  internal: { label: 'Internal', hue: 'green', icon: Wrench },
  helpdesk: { label: 'Help Desk', hue: 'blue', icon: Headset },
  super_user: { label: 'Super User', hue: 'red', icon: ShieldCheck },
}

interface RoleBadgeProps {
  role: Role
  /** With the role's own name, a space for the underscore. */
  isPlain?: boolean
}

export const RoleBadge = ({ role, isPlain = false }: RoleBadgeProps) => (
  <Badge hue={looks[role].hue}>{isPlain ? plainRole(role) : looks[role].label}</Badge>
)

export function RoleIcon({ role }: { role: Role }) {
  const Icon = looks[role].icon
  return <Icon aria-hidden />
}

/** As the badge names it. */
export const roleLabel = (role: Role) => looks[role].label
