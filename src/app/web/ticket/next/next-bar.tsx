import { useQueryClient } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { useEffect, useEffectEvent, useRef } from 'react'
import { ticketDetail } from '#features/conversation/web/api.ts'
import type { Neighbours } from '#features/ticket-list/web/neighbours/use-neighbours.ts'
import { statusWords, unresolvedStatuses, type Ticket } from '#features/tickets/contract.ts'
import { shownNumber } from '#features/tickets/web/parts/shown-number.ts'
import type { CurrentUser } from '#features/users/contract.ts'
import { i18n } from '#platform/contract/i18n.ts'
import { isOneOf } from '#platform/contract/narrowing.ts'
import { useActions } from '#platform/web/actions/actions.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Kbd } from '#platform/web/ui/kbd.tsx'
import { openPlace, undoLast, undoPlace, useMayUndo } from '#platform/web/ui/overlay/toast-store.ts'
import { OtherQueue } from '../../queues/other-queue.tsx'
import { useShownView } from '../../queues/use-listed-views.ts'
import { focusTitle, textBox } from '../focus.ts'
import { goOn } from '../frame-actions.ts'
import { useOwnSettings } from '../frame.ts'

interface NextBarProps {
  ticket: Ticket
  viewer: CurrentUser
  neighbours: Neighbours
  /** The viewer has set the status that it has. */
  isOwn: boolean
  /** Name of the person whom the viewer has handed it over to. */
  handedTo?: string | undefined
  /** Nothing lies over it. */
  isShown: boolean
  onClose(): void
}

/** Offers the next ticket of the list, once the viewer has resolved, closed or handed over this one. */
export function NextBar({ ticket: { status }, isOwn, handedTo, ...rest }: NextBarProps) {
  if (!rest.neighbours.isInList) return null
  if (isOwn && !isOneOf(unresolvedStatuses, status)) return <Bar {...rest} said={statusWords[status]} />
  return handedTo && <Bar {...rest} said={i18n.t('Handed over to {name}', { name: handedTo })} />
}

/** True while the viewer types: their text keeps the focus, and the ticket stays. */
function isTyping(): boolean {
  const { activeElement: active } = document
  return active?.matches(textBox) === true && 'value' in active && active.value !== ''
}

/** True where keys have a use of their own; an empty comment box has none. */
function isFieldInUse(): boolean {
  const { activeElement: active } = document
  return active?.closest('.composer textarea') == null && active?.closest(`select, ${textBox}`) != null
}

function Bar({
  said,
  viewer,
  neighbours,
  isShown,
  onClose,
}: Omit<NextBarProps, 'ticket' | 'isOwn' | 'handedTo'> & { said: string }) {
  const { isEmptied, next, previous } = neighbours
  const step = next ?? previous
  const client = useQueryClient()
  const stepId = step?.ticket.id
  // The next ticket is there at once when the viewer goes on.
  useEffect(() => {
    if (stepId) void client.prefetchQuery(ticketDetail(stepId))
  }, [client, stepId])
  const { afterResolving } = useOwnSettings()
  const button = useRef<HTMLButtonElement>(null)
  const mayUndo = useMayUndo()
  const view = useShownView(viewer)

  function go() {
    if (step) step.go()
    else onClose()
    focusTitle()
  }
  const arrive = useEffectEvent(() => {
    if (isTyping()) return
    if (afterResolving === 'list') onClose()
    else if (afterResolving === 'next' && next) go()
    else if (!isFieldInUse()) button.current?.focus()
  })
  useEffect(() => arrive(), [])
  useEffect(() => (isShown ? openPlace(undoPlace) : undefined), [isShown])
  useActions([
    {
      ...goOn,
      run() {
        // It has the key for itself.
        if (document.activeElement?.matches('a, button, summary, input')) return false
        go()
        return true
      },
    },
  ])

  return (
    <section
      aria-label={i18n.t('The next ticket')}
      className="no-print flex min-h-10 flex-none items-center max-sm:flex-wrap gap-x-2 gap-y-1 border-t border-border bg-selected py-1 ps-5 pe-3 max-sm:ps-4"
    >
      <p className="flex flex-none items-center gap-1.5 font-medium">
        <CircleCheck aria-hidden className="text-green-fg" />
        <span className="max-w-72 truncate">{said}</span>
      </p>
      {step ? (
        <Button
          ref={button}
          variant="link"
          className="max-w-full min-w-0 justify-start! max-sm:order-last"
          onClick={go}
        >
          <span className="truncate">
            {step === next ? i18n.t('Next:') : i18n.t('Previous:')} {shownNumber(step.ticket)}{' '}
            <span dir="auto">{step.ticket.subject}</span>
          </span>
          <Kbd aria-hidden className="pointer-coarse:hidden max-sm:hidden">
            {i18n.t('Enter')}
          </Kbd>
        </Button>
      ) : (
        <>
          <p className="min-w-0 flex-[1_1_12rem]">
            {!isEmptied
              ? i18n.t('This is the last ticket of the list.')
              : view
                ? i18n.t('Nothing left in {view}.', { view: view.name })
                : i18n.t('Nothing left in this list.')}
          </p>
          <OtherQueue viewer={viewer} size="small" />
          <Button ref={button} size="small" onClick={onClose}>
            {i18n.t('Back to the list')}
          </Button>
        </>
      )}
      {mayUndo && (
        <Button size="small" variant="ghost" className="ms-auto" onClick={undoLast}>
          {i18n.t('Undo')}
        </Button>
      )}
    </section>
  )
}
