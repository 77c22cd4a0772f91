import { i18n, words } from '#platform/contract/i18n.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ownSettings } from '#features/settings/web/api.ts'
import type { StartSteps } from '#features/stats/contract.ts'
import { startSteps } from '#features/stats/web/api.ts'
import { keysOf } from '#platform/contract/records.ts'
import { showOverlay } from '../shell/overlay.ts'

interface Step {
  label: string
  hint: string
  /** Screen and query of the step's form; undefined: the form for a new ticket. */
  form: { to: string; search: Record<string, string> } | undefined
}
type StepName = Exclude<keyof StartSteps, 'isInUse'>

const forms: Partial<Record<StepName, NonNullable<Step['form']>>> = {
  email: { to: '/email-settings', search: { edit: 'true' } },
  client: { to: '/clients', search: { new: 'true' } },
  product: { to: '/products', search: { new: 'true' } },
  team: { to: '/users', search: { new: 'true' } },
}

const labels: Record<StepName, string> = words({
  email: () => i18n.t('Name your company and mail server'),
  client: () => i18n.t('Add a client'),
  product: () => i18n.t('Add a product'),
  team: () => i18n.t('Invite your team'),
  ticket: () => i18n.t('Submit a test ticket'),
})

const hints: Record<StepName, string> = words({
  email: () => i18n.t('Notifications and invitations go out by email.'),
  client: () => i18n.t('A company you support. Add its people next.'),
  product: () => i18n.t('What your clients need help with.'),
  team: () => i18n.t('The people who answer tickets.'),
  ticket: () => i18n.t('Follow a ticket from first message to resolved.'),
})

export const stepPaths = Object.values(forms).map(({ to }) => to)

interface Progress {
  steps: (Step & { name: string; isDone: boolean })[]
  /** Such as "2 of 5 done". */
  words: string
  doneCount: number
}

/** Progress of a new desk. `undefined` until known; `null` when no checklist is needed: all done, in use, or dismissed. */
export function useStartProgress({ isAsked = true } = {}): Progress | null | undefined {
  const settings = useQuery({ ...ownSettings(), enabled: isAsked })
  const isWanted = settings.data?.getStarted === true
  const { data: done } = useQuery({ ...startSteps(), enabled: isAsked && isWanted })
  if (settings.isPending || (isWanted && !done)) return undefined
  if (!isWanted || !done || done.isInUse) return null
  const all = keysOf(labels).map((name) => ({
    name,
    label: labels[name],
    hint: hints[name],
    form: forms[name],
    isDone: done[name],
  }))
  const doneCount = all.filter(({ isDone }) => isDone).length
  if (doneCount === all.length) return null
  return {
    steps: all,
    words: i18n.t('{count} of {total} done', { count: doneCount, total: all.length }),
    doneCount,
  }
}

export function StepLink({ step: { label, form } }: { step: Step }) {
  return form ? (
    <Link {...form} className="link">
      {label}
    </Link>
  ) : (
    <button type="button" className="link" onClick={() => showOverlay('new-ticket')}>
      {label}
    </button>
  )
}
