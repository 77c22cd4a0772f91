import {
  Building2,
  Inbox,
  LayoutDashboard,
  LifeBuoy,
  Mails,
  Package,
  Rows3,
  ScrollText,
  ServerCog,
  UsersRound,
  type LucideIcon,
} from 'lucide-react'
import type { CurrentUser } from '#features/users/contract.ts'
import { isAdministrator, isClient, isDesk, isStaff } from '#features/users/policy.ts'

interface NavItem {
  to:
    | '/'
    | '/dashboard'
    | '/tickets'
    | '/client-portal'
    | '/users'
    | '/clients'
    | '/products'
    | '/email-management'
    | '/audit'
    | '/email-settings'
  label: string
  icon: LucideIcon
  /** Other paths that show the same screen. */
  also?: string
  isFor(viewer: CurrentUser): boolean
}

export const navItems: readonly NavItem[] = [
  { to: '/', label: 'My Tickets', icon: Inbox, also: '/my-tickets', isFor: () => true },
  { to: '/dashboard', label: 'Dashboard', icon: LayoutDashboard, isFor: isDesk },
  { to: '/tickets', label: 'Tickets', icon: Rows3, isFor: isStaff },
  { to: '/client-portal', label: 'Support Portal', icon: LifeBuoy, isFor: isClient },
  { to: '/users', label: 'User Management', icon: UsersRound, isFor: isAdministrator },
  { to: '/clients', label: 'Client Management', icon: Building2, isFor: isAdministrator },
  { to: '/products', label: 'Product Management', icon: Package, isFor: isDesk },
  { to: '/email-management', label: 'Email Management', icon: Mails, isFor: isAdministrator },
  {
    to: '/email-settings',
    label: 'Email Settings',
    icon: ServerCog,
    also: '/admin/email-settings',
    isFor: isAdministrator,
  },
  { to: '/audit', label: 'Audit Log', icon: ScrollText, isFor: isAdministrator },
]
