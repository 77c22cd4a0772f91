import { ChevronDown } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import type { Ticket } from '#features/tickets/contract.ts'
import type { Viewer } from '#features/users/contract.ts'
import { i18n } from '#platform/contract/i18n.ts'
import { useActions } from '#platform/web/actions/actions.ts'
import { lazyPart, usePartSoon } from '#platform/web/lazy-parts.ts'
import { Field, useFieldProps } from '#platform/web/ui/form/field.tsx'
import { Popover, PopoverContent, PopoverTrigger } from '#platform/web/ui/overlay/popover.tsx'
import { PartBoundary } from '#platform/web/ui/part-boundary.tsx'
import { reveal } from '#platform/web/ui/tabs.tsx'
import { chooseLabels } from './actions.ts'
import { Labels } from './marks.tsx'

const LabelChoices = lazyPart(() => import('./label-choices.tsx'), 'LabelChoices')

interface LabelFieldProps {
  ticket: Ticket
  viewer: Pick<Viewer, 'role'>
}

/** Shows the labels of an open ticket, and their list on a click or by its key. */
export const LabelField = (props: LabelFieldProps) => (
  <Field label={i18n.t('Labels')}>
    <LabelButton {...props} />
  </Field>
)

function LabelButton({ ticket, viewer }: LabelFieldProps) {
  const [isOpen, setOpen] = useState(false)
  const trigger = useRef<HTMLButtonElement>(null)
  const field = useFieldProps({})
  const marksId = useId()
  usePartSoon(LabelChoices.load, '.input')
  function openRevealed() {
    if (trigger.current) reveal(trigger.current)
    setOpen(true)
  }
  useActions([{ ...chooseLabels, run: openRevealed }])
  return (
    <Popover open={isOpen} onOpenChange={setOpen}>
      <PopoverTrigger asChild>
        <button
          ref={trigger}
          type="button"
          id={field.id}
          aria-describedby={[marksId, field['aria-describedby']].filter(Boolean).join(' ')}
          className="input flex h-auto! min-h-control items-center gap-2 py-1! text-start"
        >
          <span id={marksId} className="min-w-0 flex-1">
            {ticket.labelIds?.length ? <Labels ticket={ticket} isText /> : i18n.t('None')}
          </span>
          <ChevronDown aria-hidden className="text-muted" />
        </button>
      </PopoverTrigger>
      <PopoverContent
        label={i18n.t('Labels')}
        align="end"
        className="w-(--radix-popover-trigger-width)! min-w-52 p-0!"
      >
        <PartBoundary what={i18n.t('The labels')} note="inline" fallback={<div className="h-24" />}>
          <LabelChoices tickets={[ticket]} viewer={viewer} onClose={() => setOpen(false)} />
        </PartBoundary>
      </PopoverContent>
    </Popover>
  )
}
