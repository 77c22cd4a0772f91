import type { CurrentUser } from '#features/users/contract.ts'
import type { Action } from '#platform/web/actions/actions.ts'
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

const actionTo = (to: string, label: string): Action => {
  const key = keyOf[to]
  return {
    id: `go-to-${to}`,
    label,
    longLabel: `Go to ${label}`,
    keys: key && `g ${key}`,
    group: 'Anywhere',
    heading: 'Go to',
    words: 'go to open',
  }
}

/** Where this person can go, and the action that leads there. */
export const destinationsFor = (viewer: CurrentUser) =>
  navItems
    .filter((item) => item.isFor(viewer))
    .map(({ to, label, icon }) => ({ to, action: { ...actionTo(to, label), icon } }))
