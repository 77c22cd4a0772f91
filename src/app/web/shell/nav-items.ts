import type { CurrentUser } from '#features/users/contract.ts'
import { screens } from '../features.ts'

const groups = ['desk', 'manage', 'system'] as const

export const navItems = screens
  .flatMap(({ nav, ...screen }) => (nav ? [{ ...screen, ...nav }] : []))
  .toSorted(
    (one, other) => groups.indexOf(one.group) - groups.indexOf(other.group) || one.place - other.place,
  )

export type NavItem = (typeof navItems)[number]

export const isSystemTab = ({ nav }: (typeof screens)[number]) => nav?.group === 'system'

const itemsFor = (viewer: CurrentUser, group: NavItem['group']) =>
  navItems.filter((item) => item.group === group && item.isFor(viewer))

export const systemTabsFor = (viewer: CurrentUser) => itemsFor(viewer, 'system')

/** It is lit at each of its paths, and leads to the first. */
export type NavEntry = Pick<NavItem, 'paths' | 'title' | 'icon' | 'Count'>

/** Lists the entries of the sidebar. The tabs of System share one, which leads to the viewer's first. */
export function navEntriesFor(viewer: CurrentUser): Record<'desk' | 'manage', NavEntry[]> {
  const [first, ...others] = systemTabsFor(viewer)
  const system: NavEntry | undefined = first && {
    ...first,
    paths: [...first.paths, ...others.flatMap(({ paths }) => paths)],
  }
  const manage = itemsFor(viewer, 'manage')
  return { desk: itemsFor(viewer, 'desk'), manage: system ? [...manage, system] : manage }
}
