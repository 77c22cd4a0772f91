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
import { Shell } from './shell/shell.tsx'

const MyTickets = lazyRouteComponent(() => loadPart(() => import('./screens/my-tickets.tsx')), 'MyTickets')

const EmailSettings = lazyRouteComponent(
  () => loadPart(() => import('#features/mail-settings/web/email-settings-screen.tsx')),
  'EmailSettings',
)

const root = createRootRoute({ component: Shell, notFoundComponent: NotFound })

const routeTree = root.addChildren([
  createRoute({
    getParentRoute: () => root,
    path: '/',
    staticData: { title: 'My Tickets' },
    component: MyTickets,
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/my-tickets',
    staticData: { title: 'My Tickets' },
    component: MyTickets,
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/dashboard',
    staticData: { title: 'Dashboard' },
    component: lazyRouteComponent(() => loadPart(() => import('./screens/dashboard.tsx')), 'Dashboard'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/tickets',
    staticData: { title: 'Tickets' },
    component: lazyRouteComponent(() => loadPart(() => import('./screens/tickets.tsx')), 'Tickets'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/client-portal',
    staticData: { title: 'Support Portal' },
    component: lazyRouteComponent(
      () => loadPart(() => import('./screens/client-portal.tsx')),
      'ClientPortal',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/users',
    staticData: { title: 'User Management' },
    component: lazyRouteComponent(
      () => loadPart(() => import('#features/accounts/web/users-screen.tsx')),
      'Users',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/clients',
    staticData: { title: 'Client Management' },
    component: lazyRouteComponent(() => loadPart(() => import('./screens/clients.tsx')), 'Clients'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/products',
    staticData: { title: 'Product Management' },
    component: lazyRouteComponent(() => loadPart(() => import('./screens/products.tsx')), 'Products'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/profile',
    staticData: { title: 'Profile Settings' },
    component: lazyRouteComponent(() => loadPart(() => import('./screens/profile.tsx')), 'Profile'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/audit',
    staticData: { title: 'Audit Log' },
    component: lazyRouteComponent(
      () => loadPart(() => import('#features/audit/web/audit-screen.tsx')),
      'Audit',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/email-settings',
    staticData: { title: 'Email Settings' },
    component: EmailSettings,
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/admin/email-settings',
    staticData: { title: 'Email Settings' },
    component: EmailSettings,
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/email-management',
    staticData: { title: 'Email Management' },
    component: lazyRouteComponent(
      () => loadPart(() => import('#features/notifications/web/email-management-screen.tsx')),
      'EmailManagement',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/kanban',
    beforeLoad: () => {
      throw redirect({ to: '/tickets', search: true, replace: true })
    },
  }),
])

function ScreenFailure({ error, reset }: ErrorComponentProps) {
  function retry() {
    if (error instanceof PartNotLoaded) return loadPageAgain()
    reset()
    void router.invalidate()
  }
  return (
    <Failure
      what="This screen"
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
    /** What the screen is called in the title of the window. */
    title?: string
  }
}
