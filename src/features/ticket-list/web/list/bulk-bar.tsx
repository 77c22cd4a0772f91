import { ChevronDown, Trash2, X } from 'lucide-react'
import { useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { labelRow } from '#features/labels/web/actions.ts'
import { fixedColumns, type TicketColumn } from '#features/tickets/list/columns/contract.ts'
import { canAssign, canChange, canDelete } from '#features/tickets/policy.ts'
import {
  assignRow,
  assignRowToMe,
  clearSelection,
  ofSelection,
  setPriority,
  setStatus,
} from '#features/tickets/web/actions.ts'
import { startPicking } from '#features/tickets/web/parts/picking.ts'
import { shownNumber } from '#features/tickets/web/parts/shown-number.ts'
import type { CurrentUser } from '#features/users/contract.ts'
import { i18n } from '#platform/contract/i18n.ts'
import { useActions, type OfferedAction } from '#platform/web/actions/actions.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { IconButton } from '#platform/web/ui/icon-button.tsx'
import { AlertDialog } from '#platform/web/ui/overlay/alert-dialog.tsx'
import { Spinner } from '#platform/web/ui/spinner.tsx'
import { mostSelected } from '../../contract.ts'
import { useBulk } from './use-bulk.ts'
import type { Sorting } from '../filters/filter-state.ts'
import { ExportButton } from './export-button.tsx'
import { exportSelected } from './export-list.ts'
import { focusList } from './shown-list.ts'
import type { Selection } from './use-selection.ts'

interface BulkBarProps {
  viewer: CurrentUser
  selection: Selection
  sorting: Sorting
  columns: readonly TicketColumn[]
}

export function BulkBar({ viewer, selection, sorting, columns }: BulkBarProps) {
  const { isBusy, change, remove } = useBulk(selection.drop)
  const [isAsking, setAsking] = useState(false)
  const { tickets } = selection
  const clear = { ...clearSelection, run: () => !isBusy && selection.clear() }
  const bar = useRef<HTMLElement>(null)
  // The bar unmounts with the last selected ticket, and with it the focus.
  useLayoutEffect(() => {
    const element = bar.current
    return () => {
      if (element?.contains(document.activeElement)) focusList()
    }
  }, [])
  const status = useRef<HTMLButtonElement>(null)
  const priority = useRef<HTMLButtonElement>(null)
  const assignee = useRef<HTMLButtonElement>(null)
  const labels = useRef<HTMLButtonElement>(null)

  /** Opens beside a button of the bar, unless missing or busy. */
  function pick(button: HTMLButtonElement | null, open: (anchor: HTMLElement) => void) {
    if (!button || isBusy) return false
    open(button)
    return true
  }
  const pickStatus = () =>
    pick(status.current, (anchor) =>
      startPicking({ field: 'status', anchor, onPick: (value) => void change(tickets, 'status', value) }),
    )
  const pickPriority = () =>
    pick(priority.current, (anchor) =>
      startPicking({ field: 'priority', anchor, onPick: (value) => void change(tickets, 'priority', value) }),
    )
  const pickAssignee = () =>
    pick(assignee.current, (anchor) =>
      startPicking({
        field: 'assignedToId',
        anchor,
        onPick: (id, person) => void change(tickets, 'assignedToId', id, person),
      }),
    )
  const pickLabels = () =>
    pick(labels.current, (anchor) => startPicking({ field: 'labelIds', tickets, anchor }))
  function takeOver() {
    const { id, firstName, lastName, profileImageUrl } = viewer
    if (!isBusy) void change(tickets, 'assignedToId', id, { id, firstName, lastName, profileImageUrl })
  }
  const changes: OfferedAction[] = [
    { ...ofSelection(setStatus), run: pickStatus },
    { ...ofSelection(setPriority), run: pickPriority },
    { ...ofSelection(labelRow), run: pickLabels },
    { ...ofSelection(assignRow), run: pickAssignee },
    ...(canAssign(viewer) ? [{ ...ofSelection(assignRowToMe), run: takeOver }] : []),
  ]
  useActions([clear, ...changes])
  const count = tickets.length
  const [first] = tickets
  return (
    <section
      ref={bar}
      aria-label={i18n.t('Selected tickets')}
      aria-busy={isBusy}
      className="bulk-bar popup fixed inset-x-4 bottom-[max(1rem,env(safe-area-inset-bottom))] z-30 mx-auto flex w-fit flex-wrap items-center gap-2 p-2 ps-4 shadow-dialog max-md:ps-3"
    >
      <div className="flex items-center gap-2 max-md:contents">
        <p
          role="status"
          className="flex flex-1 items-center gap-2 font-medium whitespace-nowrap tabular-nums"
        >
          {isBusy && <Spinner />}
          {i18n.t('{count} selected', { count })}
        </p>
        <Button variant="ghost" className="max-md:order-2" onClick={clear.run} resting={isBusy}>
          <X aria-hidden className="max-md:hidden" />
          {clear.label}
        </Button>
      </div>
      {/* On a phone the fields have a line of their own. */}
      <span aria-hidden className="order-3 -mt-2 basis-full md:hidden" />
      {canChange(viewer) && (
        <>
          <PickedButton
            ref={status}
            opens="menu"
            isBusy={isBusy}
            label={i18n.t('Status')}
            onOpen={pickStatus}
          />
          <PickedButton
            ref={priority}
            opens="menu"
            isBusy={isBusy}
            label={i18n.t('Priority')}
            onOpen={pickPriority}
          />
          <PickedButton
            ref={labels}
            opens="dialog"
            isBusy={isBusy}
            label={i18n.t('Labels')}
            onOpen={pickLabels}
          />
        </>
      )}
      {canAssign(viewer) && (
        <PickedButton
          ref={assignee}
          opens="dialog"
          isBusy={isBusy}
          label={i18n.t('Assign To')}
          onOpen={pickAssignee}
        />
      )}
      {tickets.length <= mostSelected && (
        <span className="max-md:order-1">
          <ExportButton
            onExport={() =>
              exportSelected(
                tickets.map(({ id }) => id),
                sorting,
                [...fixedColumns, ...columns],
              )
            }
            isSmall={canChange(viewer)}
          />
        </span>
      )}
      {canDelete(viewer) && (
        <>
          <IconButton
            label={i18n.t('Delete')}
            className="max-md:order-1"
            disabled={isBusy}
            onClick={() => setAsking(true)}
          >
            <Trash2 aria-hidden />
          </IconButton>
          <AlertDialog
            open={isAsking}
            onOpenChange={setAsking}
            title={i18n.t('{count, plural, one {Delete {number}?} other {Delete # tickets?}}', {
              count,
              number: first && shownNumber(first),
            })}
            description={i18n.t(
              '{count, plural, one {It is deleted with its comments and history, and can be restored for 30 days.} other {They are deleted with their comments and history, and can be restored for 30 days.}}',
              { count },
            )}
            confirmLabel={i18n.t('Delete')}
            busy={isBusy}
            busyLabel={i18n.t('Deleting...')}
            onConfirm={() => void remove(tickets).then(() => setAsking(false))}
          />
        </>
      )}
    </section>
  )
}

interface PickedButtonProps {
  ref: RefObject<HTMLButtonElement | null>
  label: string
  opens: 'menu' | 'dialog'
  isBusy: boolean
  onOpen(): void
}

const PickedButton = ({ ref, label, opens, isBusy, onOpen }: PickedButtonProps) => (
  <Button ref={ref} className="max-md:order-4" resting={isBusy} aria-haspopup={opens} onClick={onOpen}>
    {label}
    <ChevronDown aria-hidden className="max-md:hidden" />
  </Button>
)
