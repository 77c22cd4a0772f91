import { i18n } from '#platform/contract/i18n.ts'
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
  type AnyRoute,
  type ErrorComponentProps,
} from '@tanstack/react-router'
import { Failure } from '#platform/web/ui/error-boundary.tsx'
import { loadPageAgain, loadPart, PartNotLoaded } from '#platform/web/lazy-parts.ts'
import type { FunctionComponent } from 'react'
import { NotFound } from './screens/not-found.tsx'
import { parseSearch, stringifySearch } from '#platform/web/hooks/search-params.ts'
import { screens } from './features.ts'
import { isSystemTab } from './shell/nav-items.ts'
import { Shell } from './shell/shell.tsx'

const root = createRootRoute({ component: Shell, notFoundComponent: NotFound })

const component = (load: () => Promise<FunctionComponent>) =>
  lazyRouteComponent(async () => ({ default: await loadPart(load) }))

const routesTo = <Parent extends AnyRoute>(
  parent: Parent,
  { paths, title, load }: (typeof screens)[number],
) =>
  paths.map((path) =>
    createRoute({
      getParentRoute: () => parent,
      path,
      staticData: { title: title() },
      component: component(load),
    }),
  )

const system = createRoute({
  getParentRoute: () => root,
  id: 'system',
  component: component(async () => (await import('./screens/system-tabs.tsx')).SystemTabs),
})

const kanban = createRoute({
  getParentRoute: () => root,
  path: '/kanban',
  beforeLoad: () => {
    throw redirect({ to: '/tickets', search: true, replace: true })
  },
})

const routeTree = root.addChildren([
  ...screens.filter((screen) => !isSystemTab(screen)).flatMap((screen) => routesTo(root, screen)),
  system.addChildren(screens.filter(isSystemTab).flatMap((screen) => routesTo(system, screen))),
  kanban,
])

function ScreenFailure({ error, reset }: ErrorComponentProps) {
  function retry() {
    if (error instanceof PartNotLoaded) return loadPageAgain()
    reset()
    void router.invalidate()
  }
  return (
    <Failure
      what={i18n.t('This screen')}
      error={error instanceof Error ? error : new Error(String(error))}
      onRetry={retry}
    />
  )
}

export const router = createRouter({
  routeTree,
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  defaultErrorComponent: ScreenFailure,
  scrollRestoration: true,
  notFoundMode: 'root',
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
  interface StaticDataRouteOption {
    title?: string
  }
}
