import { i18n } from '#platform/contract/i18n.ts'
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
  type ErrorComponentProps,
} from '@tanstack/react-router'
import { Failure } from '#platform/web/ui/error-boundary.tsx'
import { loadPageAgain, loadPart, PartNotLoaded } from '#platform/web/lazy-parts.ts'
import { NotFound } from './screens/not-found.tsx'
import { parseSearch, stringifySearch } from '#platform/web/hooks/search-params.ts'
import { screens } from './features.ts'
import { Shell } from './shell/shell.tsx'

const root = createRootRoute({ component: Shell, notFoundComponent: NotFound })

function routesTo({ paths, title, load }: (typeof screens)[number]) {
  const component = lazyRouteComponent(async () => ({ default: await loadPart(load) }))
  return paths.map((path) =>
    createRoute({ getParentRoute: () => root, path, staticData: { title: title() }, component }),
  )
}

const kanban = createRoute({
  getParentRoute: () => root,
  path: '/kanban',
  beforeLoad: () => {
    throw redirect({ to: '/tickets', search: true, replace: true })
  },
})

const routeTree = root.addChildren([...screens.flatMap(routesTo), kanban])

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
