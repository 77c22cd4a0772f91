import { Trans } from '@lingui/react'
import { ListChecks } from 'lucide-react'
import { useLocation } from '@tanstack/react-router'
import { Notice } from '../shell/notice.tsx'
import { stepPaths, StepLink, useStartProgress } from './start-steps.tsx'

/** Leads from one step of the setup to the next without returning to the checklist. */
export function NextStep() {
  const isOnTheWay = useLocation({ select: ({ pathname }) => stepPaths.includes(pathname) })
  const progress = useStartProgress({ isAsked: isOnTheWay })
  const next = progress?.steps.find(({ isDone }) => !isDone)
  if (!isOnTheWay || !progress || !next || progress.doneCount === 0) return null
  return (
    <Notice icon={ListChecks} tone="blue">
      <Trans
        id="{progress} · Next: <next/>"
        values={{ progress: progress.words }}
        components={{ next: <StepLink step={next} /> }}
      />
    </Notice>
  )
}
