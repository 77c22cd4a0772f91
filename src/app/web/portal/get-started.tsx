import { i18n } from '#platform/contract/i18n.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Circle, CircleCheckBig } from 'lucide-react'
import type { ReactNode } from 'react'
import { changeSettings, ownSettings } from '#features/settings/web/api.ts'
import type { StartSteps } from '#features/stats/contract.ts'
import { startSteps } from '#features/stats/web/api.ts'
import { Panel } from '#features/stats/web/panel.tsx'
import { keysOf } from '#platform/contract/records.ts'
import { lazyExtra } from '#platform/web/ui/part-boundary.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { toastFailure } from '#platform/web/ui/overlay/toast-store.ts'
import { showOverlay } from '../shell/overlay.ts'

const DemoData = lazyExtra(() => import('#features/demo/web/demo-data.tsx'), 'DemoData')

interface Step {
  label: string
  hint: string
  /** Where it is done; absent: in the form for a new ticket. */
  to?: string
}

const steps: Record<Exclude<keyof StartSteps, 'isInUse'>, Step> = {
  email: {
    get label() {
      return i18n.t('Name your company and mail server')
    },
    get hint() {
      return i18n.t('Notifications and invitations go out by email.')
    },
    to: '/email-settings',
  },
  client: {
    get label() {
      return i18n.t('Add a client')
    },
    get hint() {
      return i18n.t('A company you support. Add its people next.')
    },
    to: '/clients',
  },
  product: {
    get label() {
      return i18n.t('Add a product')
    },
    get hint() {
      return i18n.t('What your clients need help with.')
    },
    to: '/products',
  },
  team: {
    get label() {
      return i18n.t('Invite your team')
    },
    get hint() {
      return i18n.t('The people who answer tickets.')
    },
    to: '/users',
  },
  ticket: {
    get label() {
      return i18n.t('Submit a test ticket')
    },
    get hint() {
      return i18n.t('Follow a ticket from first message to resolved.')
    },
  },
}

/** What is left to do on a new desk, until all is done or its person has read enough. */
export function GetStarted() {
  const settings = useQuery(ownSettings())
  const isWanted = settings.data?.getStarted === true
  const { data: done } = useQuery({ ...startSteps(), enabled: isWanted })
  const dismissing = useMutation({
    ...changeSettings(useQueryClient()),
    onSettled: (_settings, error) => error && toastFailure(i18n.t('The checklist could not be dismissed.')),
  })
  const names = keysOf(steps)
  const count = done && names.filter((name) => done[name]).length
  if (settings.isPending || (isWanted && !done)) return null
  if (!isWanted || !done || done.isInUse || count === names.length)
    return (
      <DemoData>
        {(content, isLoaded) => isLoaded && <Panel title={i18n.t('Demo data')}>{content}</Panel>}
      </DemoData>
    )
  return (
    <Panel
      title={i18n.t('Get started')}
      hint={i18n.t('{count} of {total} done', { count, total: names.length })}
      action={
        <Button variant="ghost" size="small" onClick={() => dismissing.mutate({ getStarted: false })}>
          {i18n.t('Dismiss checklist')}
        </Button>
      }
    >
      <ul className="grid gap-x-6 gap-y-3 sm:grid-cols-2 xl:grid-cols-3">
        {names.map((name) => (
          <li key={name} className="flex min-w-0 items-start gap-2.5">
            {done[name] ? (
              <CircleCheckBig aria-hidden className="mt-0.5 flex-none text-green-fg" />
            ) : (
              <Circle aria-hidden className="mt-0.5 flex-none text-muted" />
            )}
            <div className="min-w-0">
              <Way to={steps[name].to}>{steps[name].label}</Way>
              {done[name] && <span className="sr-only"> {i18n.t('Done')}</span>}
              <p className="text-meta font-normal text-muted">{steps[name].hint}</p>
            </div>
          </li>
        ))}
      </ul>
      <DemoData>{(content) => <div className="border-t border-border pt-3">{content}</div>}</DemoData>
    </Panel>
  )
}

function Way({ to, children }: { to: string | undefined; children: ReactNode }) {
  return to === undefined ? (
    <button type="button" className="link" onClick={() => showOverlay('new-ticket')}>
      {children}
    </button>
  ) : (
    <Link to={to} className="link">
      {children}
    </Link>
  )
}
