import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { conflictWords, wordOf, type ChangeField } from '#features/tickets/web/change/change-choice.ts'
import type { TicketChanges, UnsavedChoice } from '#features/tickets/web/change/use-ticket-changes.ts'
import { i18n } from '#platform/contract/i18n.ts'
import { Button } from '#platform/web/ui/button.tsx'
import type { TicketDetail } from '../../contract.ts'

interface ManagedProps {
  ticket: TicketDetail
  changes: TicketChanges
  field: ChangeField
  children: ReactNode
}

/** A field with its choice that failed, or that met another person's. */
export function Managed({ ticket, changes, field, children }: ManagedProps) {
  const choice = changes.of(field)
  return (
    <div className="flex flex-col gap-2">
      {children}
      {choice && (
        <Unsaved
          choice={choice}
          theirs={wordOf(field, ticket)}
          onKeep={() => void changes.saveAgain(choice)}
          onTakeTheirs={() => changes.takeTheirs(field)}
        />
      )}
    </div>
  )
}

interface UnsavedProps {
  choice: UnsavedChoice
  theirs: string
  onKeep(): void
  onTakeTheirs(): void
}

function Unsaved({ choice, theirs, onKeep, onTakeTheirs }: UnsavedProps) {
  const { met, isWaiting } = choice
  return (
    <div role="alert" className="flex gap-2 rounded-control bg-amber-bg px-2.5 py-2 text-amber-fg">
      <TriangleAlert aria-hidden className="mt-0.5" />
      <div className="min-w-0 flex-1">
        <p className="wrap-anywhere">{wordsOf(choice, theirs)}</p>
        <div className="mt-1.5 flex flex-wrap gap-1.5">
          {!isWaiting && (
            <Button size="small" onClick={onKeep}>
              {met ? conflictWords.keep : i18n.t('Retry')}
            </Button>
          )}
          <Button size="small" onClick={onTakeTheirs}>
            {met ? conflictWords.take : i18n.t('Discard')}
          </Button>
        </div>
      </div>
    </div>
  )
}

function wordsOf({ met, isWaiting }: UnsavedChoice, theirs: string): string {
  if (met) return conflictWords.met(met.by, theirs)
  return isWaiting
    ? i18n.t('You are offline. This is saved as soon as you are online again.')
    : i18n.t('Not saved. It is still {theirs}.', { theirs })
}
