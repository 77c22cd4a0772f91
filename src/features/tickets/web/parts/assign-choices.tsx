import type { ComponentProps } from 'react'
import { i18n } from '#platform/contract/i18n.ts'
import { lazyPart } from '#platform/web/lazy-parts.ts'
import { PartBoundary } from '#platform/web/ui/part-boundary.tsx'
import { LoadingPeople } from './loading-people.tsx'

const AssignPeople = lazyPart(() => import('./assign-people.tsx'), 'AssignPeople')

export const loadAssignChoices = AssignPeople.load

export function AssignChoices(props: ComponentProps<typeof AssignPeople>) {
  return (
    <PartBoundary what={i18n.t('The team')} note="inline" fallback={<LoadingPeople />}>
      <AssignPeople {...props} />
    </PartBoundary>
  )
}
