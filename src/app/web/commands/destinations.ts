import type { CurrentUser } from '#features/users/contract.ts'
import { navItems } from '../shell/nav-items.ts'

/** The second key after g; who has no such place in the menu has no such shortcut. */
const keyOf: Record<string, string> = {
  '/': 'm',
  '/dashboard': 'd',
  '/tickets': 't',
  '/client-portal': 't',
  '/users': 'u',
  '/clients': 'c',
  '/products': 'p',
  '/email-management': 'e',
  '/email-settings': 's',
}

/** Where this person can go, with the keys that lead there. */
export const destinationsFor = (viewer: CurrentUser) =>
  navItems.filter((item) => item.isFor(viewer)).map((item) => ({ ...item, key: keyOf[item.to] }))
