import { ChevronDown, Trash2, X } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useActions } from '#platform/web/actions/actions.ts'
import type { CurrentUser } from '#features/users/contract.ts'
import { AlertDialog } from '#platform/web/ui/overlay/alert-dialog.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { IconButton } from '#platform/web/ui/icon-button.tsx'
import { Menu, MenuContent, MenuItem, MenuTrigger } from '#platform/web/ui/overlay/menu.tsx'
import { Spinner } from '#platform/web/ui/spinner.tsx'
import { clearSelection } from '../actions.ts'
import { priorities, statusWords, statuses } from '../../contract.ts'
import { canAssign, canChange, canDelete } from '../../policy.ts'
import { AssignPopover } from '../parts/assign-picker.tsx'
import { shownNumber } from '../parts/shown-number.ts'
import { PriorityBadge, StatusIcon } from '../parts/ticket-badges.tsx'
import { useBulk } from '../change/use-bulk.ts'
import type { Selection } from './use-selection.ts'

interface BulkBarProps {
  viewer: CurrentUser
  selection: Selection
}

/** What can be done with the selected tickets; stays in view while there are any. */
export function BulkBar({ viewer, selection }: BulkBarProps) {
  const { isBusy, change, remove } = useBulk(selection.drop)
  const [isAsking, setAsking] = useState(false)
  const { tickets } = selection
  const clear = { ...clearSelection, run: () => !isBusy && selection.clear() }
  useActions([clear])
  const count = tickets.length
  const [only] = tickets
  const noun = only && count === 1 ? shownNumber(only) : `${count} tickets`
  return (
    <section
      aria-label="Selected tickets"
      aria-busy={isBusy}
      className="popup fixed inset-x-4 bottom-4 z-30 mx-auto flex w-fit flex-wrap items-center gap-2 p-2 ps-4 shadow-dialog max-md:ps-3"
    >
      <div className="flex items-center gap-2 max-md:w-full">
        <p
          role="status"
          className="flex flex-1 items-center gap-2 font-medium whitespace-nowrap tabular-nums"
        >
          {isBusy && <Spinner />}
          {count} selected
        </p>
        <Button variant="ghost" onClick={clear.run} disabled={isBusy}>
          <X aria-hidden />
          {clear.label}
        </Button>
      </div>
      {canChange(viewer) && (
        <>
          <ChoiceMenu
            label="Status"
            values={statuses}
            isBusy={isBusy}
            onPick={(status) => void change(tickets, 'status', status)}
          >
            {(status) => (
              <>
                <StatusIcon status={status} />
                {statusWords[status]}
              </>
            )}
          </ChoiceMenu>
          <ChoiceMenu
            label="Priority"
            values={priorities}
            isBusy={isBusy}
            onPick={(priority) => void change(tickets, 'priority', priority)}
          >
            {(priority) => <PriorityBadge priority={priority} isPlain />}
          </ChoiceMenu>
        </>
      )}
      {canAssign(viewer) && (
        <AssignPopover
          value={undefined}
          side="top"
          onPick={(person) => void change(tickets, 'assignedToId', person?.id ?? null, person)}
        >
          <Button disabled={isBusy}>
            Assign To
            <ChevronDown aria-hidden className="max-md:hidden" />
          </Button>
        </AssignPopover>
      )}
      {canDelete(viewer) && (
        <>
          <IconButton label="Delete" disabled={isBusy} onClick={() => setAsking(true)}>
            <Trash2 aria-hidden />
          </IconButton>
          <AlertDialog
            open={isAsking}
            onOpenChange={setAsking}
            title={`Delete ${noun}?`}
            description={`${count === 1 ? 'It goes with its' : 'They go with their'} comments and history. This cannot be undone.`}
            confirmLabel="Delete"
            busy={isBusy}
            busyLabel="Deleting..."
            onConfirm={() => void remove(tickets).then(() => setAsking(false))}
          />
        </>
      )}
    </section>
  )
}

interface ChoiceMenuProps<T extends string> {
  label: string
  values: readonly T[]
  isBusy: boolean
  onPick(value: T): void
  /** How one of the values looks. */
  children(value: T): ReactNode
}

function ChoiceMenu<T extends string>({ label, values, isBusy, onPick, children }: ChoiceMenuProps<T>) {
  return (
    <Menu>
      <MenuTrigger asChild>
        <Button disabled={isBusy}>
          {label}
          <ChevronDown aria-hidden className="max-md:hidden" />
        </Button>
      </MenuTrigger>
      <MenuContent side="top">
        {values.map((value) => (
          <MenuItem key={value} onSelect={() => onPick(value)}>
            <span className="flex items-center gap-2">{children(value)}</span>
          </MenuItem>
        ))}
      </MenuContent>
    </Menu>
  )
}
