import { CircleCheck } from 'lucide-react'
import type { CurrentUser } from '#features/users/contract.ts'
import { i18n } from '#platform/contract/i18n.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { EmptyState } from '#platform/web/ui/empty-state.tsx'
import { keepFocusThrough } from '#platform/web/ui/overlay/return-focus.ts'
import { OtherQueue } from './other-queue.tsx'

interface EmptiedViewProps {
  viewer: CurrentUser
  /** Name of the view. */
  name: string
  onClear(): void
}

/** Says that a view has no tickets, with the ways to others. */
export const EmptiedView = ({ viewer, name, onClear }: EmptiedViewProps) => (
  <EmptyState
    icon={<CircleCheck aria-hidden />}
    title={i18n.t('Nothing left in {view}.', { view: name })}
    hint={i18n.t('Tickets appear here as soon as they match this view.')}
    action={
      <>
        <OtherQueue viewer={viewer} />
        <Button variant="ghost" onClick={() => keepFocusThrough(onClear)}>
          {i18n.t('Show all tickets')}
        </Button>
      </>
    }
  />
)
