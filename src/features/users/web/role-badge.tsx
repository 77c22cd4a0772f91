import { i18n } from '#platform/contract/i18n.ts'
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
  client: {
    get label() {
      return i18n.t('Client')
    },
    hue: 'gray',
    icon: User,
  },
  internal: {
    get label() {
      return i18n.t('Internal')
    },
    hue: 'green',
    icon: Wrench,
  },
  helpdesk: {
    get label() {
      return i18n.t('Help Desk')
    },
    hue: 'blue',
    icon: Headset,
  },
  super_user: {
    get label() {
      return i18n.t('Super User')
    },
    hue: 'red',
    icon: ShieldCheck,
  },
}

interface RoleBadgeProps {
  role: Role
  /** As the sidebar shows it. */
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
