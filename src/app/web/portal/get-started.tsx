import { i18n } from '#platform/contract/i18n.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Circle, CircleCheckBig } from 'lucide-react'
import { changeSettings } from '#features/settings/web/api.ts'
import { Panel } from '#features/stats/web/panel.tsx'
import { lazyExtra } from '#platform/web/ui/part-boundary.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { toastFailure } from '#platform/web/ui/overlay/toast-store.ts'
import { StepLink, useStartProgress } from './start-steps.tsx'

const DemoData = lazyExtra(() => import('#features/demo/web/demo-data.tsx'), 'DemoData')

/** Lists the open steps of a new desk until all are done or it is dismissed. */
export function GetStarted() {
  const progress = useStartProgress()
  const dismissing = useMutation({
    ...changeSettings(useQueryClient()),
    onSettled: (_settings, error) => error && toastFailure(i18n.t('The checklist could not be dismissed.')),
  })
  if (progress === undefined) return null
  if (progress === null)
    return (
      <DemoData>
        {(content, isLoaded) => isLoaded && <Panel title={i18n.t('Demo data')}>{content}</Panel>}
      </DemoData>
    )
  return (
    <Panel
      title={i18n.t('Get started')}
      hint={progress.words}
      action={
        <Button variant="ghost" size="small" onClick={() => dismissing.mutate({ getStarted: false })}>
          {i18n.t('Dismiss checklist')}
        </Button>
      }
    >
      <ul className="grid gap-x-6 gap-y-3 sm:grid-cols-2 xl:grid-cols-3">
        {progress.steps.map((step) => (
          <li key={step.name} className="flex min-w-0 items-start gap-2.5">
            {step.isDone ? (
              <CircleCheckBig aria-hidden className="mt-0.5 flex-none text-green-fg" />
            ) : (
              <Circle aria-hidden className="mt-0.5 flex-none text-muted" />
            )}
            <div className="min-w-0">
              <StepLink step={step} />
              {step.isDone && <span className="sr-only"> {i18n.t('Done')}</span>}
              <p className="text-meta font-normal text-muted">{step.hint}</p>
            </div>
          </li>
        ))}
      </ul>
      <DemoData>{(content) => <div className="border-t border-border pt-3">{content}</div>}</DemoData>
    </Panel>
  )
}
