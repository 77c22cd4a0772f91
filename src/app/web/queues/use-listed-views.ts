import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { ownSettings } from '#features/settings/web/api.ts'
import type { CurrentUser } from '#features/users/contract.ts'
import { isStaff } from '#features/users/policy.ts'
import { inOrder, normalQuery, shippedViews, type ListedView } from '#features/views/contract.ts'
import { viewList } from '#features/views/web/api.ts'

/** Lists built-in and stored views in the person's order; none for clients. */
export function useListedViews(viewer: CurrentUser): ListedView[] {
  const isOfStaff = isStaff(viewer)
  const stored = useQuery({ ...viewList(), enabled: isOfStaff })
  const order = useQuery(ownSettings()).data?.viewOrder ?? null
  return isOfStaff ? inOrder([...shippedViews(viewer.id), ...(stored.data ?? [])], order) : []
}

/** Finds the view whose filters and order the address shows. */
export function useShownView(viewer: CurrentUser): ListedView | undefined {
  const { pathname, searchStr } = useLocation()
  const views = useListedViews(viewer)
  if (pathname !== '/tickets') return undefined
  const shown = normalQuery(searchStr)
  return views.find(({ query }) => normalQuery(query) === shown)
}
