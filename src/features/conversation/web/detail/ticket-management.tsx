import { Suspense, useEffect, useRef } from 'react'
import { LabelField } from '#features/labels/web/label-field.tsx'
import {
  priorities,
  priorityWords,
  statusWords,
  statuses,
  turns,
  turnNames,
} from '#features/tickets/contract.ts'
import { canAssign, canMove } from '#features/tickets/policy.ts'
import { assign, choosePriority, chooseStatus } from '#features/tickets/web/actions.ts'
import { choiceOf, type ChangeField } from '#features/tickets/web/change/change-choice.ts'
import type { TicketChanges } from '#features/tickets/web/change/use-ticket-changes.ts'
import { AssignPicker } from '#features/tickets/web/parts/assign-picker.tsx'
import { startPicking, type Picking } from '#features/tickets/web/parts/picking.ts'
import { useWithPending, withChoice } from '#features/tickets/web/pending.ts'
import type { Person, Viewer } from '#features/users/contract.ts'
import { i18n } from '#platform/contract/i18n.ts'
import { useActions } from '#platform/web/actions/actions.ts'
import { bringOut } from '#platform/web/actions/use-focus-action.ts'
import { useOnline } from '#platform/web/hooks/use-online.ts'
import { lazyPart, loadPageAgain } from '#platform/web/lazy-parts.ts'
import { ErrorBoundary } from '#platform/web/ui/error-boundary.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Field } from '#platform/web/ui/form/field.tsx'
import { Input } from '#platform/web/ui/form/input.tsx'
import { Select } from '#platform/web/ui/form/select.tsx'
import { SideCard } from '#platform/web/ui/side-card.tsx'
import { WordOptions } from '#platform/web/ui/word-options.tsx'
import type { TicketDetail } from '../../contract.ts'
import { Managed } from './managed.tsx'

const ClientPicker = lazyPart(() => import('./client-picker.tsx'), 'ClientPicker')

interface TicketManagementProps {
  ticket: TicketDetail
  viewer: Pick<Viewer, 'role'>
  changes: TicketChanges
  onHandOver(): void
  /** Focus this part when it opens. */
  isTarget: boolean
}

export function TicketManagement({ ticket, viewer, changes, onHandOver, isTarget }: TicketManagementProps) {
  const shown = useWithPending()(ticket)
  const isOnline = useOnline()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (!isTarget) return
    heading.current?.scrollIntoView({ block: 'start' })
    heading.current?.focus()
  }, [isTarget])

  const status = useRef<HTMLSelectElement>(null)
  const priority = useRef<HTMLSelectElement>(null)
  function choose(
    field: 'status' | 'priority' | 'turn' | 'assignedToId' | 'clientId',
    value: string | null,
    assignee: Person | null = null,
  ) {
    void changes.save(choiceOf(shown, field, value, assignee))
  }
  const assigned = changes.of('assignedToId')
  function withUnsaved(field: ChangeField) {
    const unsaved = changes.of(field)
    return unsaved ? withChoice(shown, unsaved) : shown
  }
  useActions([
    {
      ...chooseStatus,
      run: () =>
        pickBeside(status.current, (anchor) => ({
          field: 'status',
          ticket: withUnsaved('status'),
          anchor,
          onPick: (value) => choose('status', value),
        })),
    },
    {
      ...choosePriority,
      run: () =>
        pickBeside(priority.current, (anchor) => ({
          field: 'priority',
          ticket: withUnsaved('priority'),
          anchor,
          onPick: (value) => choose('priority', value),
        })),
    },
  ])

  return (
    <SideCard title={i18n.t('Ticket Management')} headingRef={heading} className="no-print">
      <fieldset
        disabled={!isOnline}
        title={isOnline ? undefined : i18n.t('You are offline.')}
        className="flex min-w-0 flex-col gap-3"
      >
        <Managed ticket={ticket} changes={changes} field="status">
          <Field label={chooseStatus.label}>
            <Select
              isInstant
              ref={status}
              value={withUnsaved('status').status}
              onChange={(event) => choose('status', event.target.value)}
            >
              <WordOptions values={statuses} words={statusWords} />
            </Select>
          </Field>
        </Managed>
        <Managed ticket={ticket} changes={changes} field="priority">
          <Field label={choosePriority.label}>
            <Select
              isInstant
              ref={priority}
              value={withUnsaved('priority').priority}
              onChange={(event) => choose('priority', event.target.value)}
            >
              <WordOptions values={priorities} words={priorityWords} />
            </Select>
          </Field>
        </Managed>
        <Managed ticket={ticket} changes={changes} field="turn">
          <Field label={i18n.t('Waiting For')}>
            <Select
              isInstant
              value={withUnsaved('turn').turn ?? ''}
              onChange={(event) => choose('turn', event.target.value)}
            >
              {withUnsaved('turn').turn === null && <option value="">{i18n.t('No one')}</option>}
              <WordOptions values={turns} words={turnNames} />
            </Select>
          </Field>
        </Managed>
        {canAssign(viewer) && (
          <Managed ticket={ticket} changes={changes} field="assignedToId">
            <Field label={i18n.t('Assign To')}>
              <AssignPicker
                action={assign}
                value={assigned ? assigned.assignee : shown.assignedTo}
                onPick={(person) => choose('assignedToId', person?.id ?? null, person)}
              />
            </Field>
            <Button variant="link" size="small" className="self-start" onClick={onHandOver}>
              {i18n.t('Hand over with a note')}
            </Button>
          </Managed>
        )}
        {canMove(viewer) && (
          <Managed ticket={ticket} changes={changes} field="clientId">
            <ErrorBoundary what={i18n.t('The client')} note="inline" onRetry={loadPageAgain}>
              <Field label={i18n.t('Client')}>
                <Suspense fallback={<Input disabled value={ticket.client.name} />}>
                  <ClientPicker
                    value={changes.of('clientId')?.value ?? shown.clientId}
                    name={ticket.client.name}
                    onPick={(id) => choose('clientId', id)}
                  />
                </Suspense>
              </Field>
            </ErrorBoundary>
          </Managed>
        )}
        <LabelField ticket={ticket} viewer={viewer} />
      </fieldset>
    </SideCard>
  )
}

/** Replaces the browser's list by the one of the keys, whose choices have numbers. */
function pickBeside(field: HTMLElement | null, pickingAt: (anchor: HTMLElement) => Picking): boolean {
  if (!field) return false
  bringOut(field)
  startPicking(pickingAt(field))
  return true
}
