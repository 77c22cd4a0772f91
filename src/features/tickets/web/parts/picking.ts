import type { Person } from '#features/users/contract.ts'
import { createStore } from '#platform/web/store.ts'
import type { Ticket } from '../../contract.ts'

export type PickField = 'status' | 'priority' | 'assignedToId'

export interface PickOf<F extends PickField> {
  field: F
  /** Undefined for several tickets. */
  ticket?: Ticket
  anchor: HTMLElement
  /** Overrides how the ticket is changed. Not called for the present value. */
  onPick?(value: Ticket[F], assignee: Person | null): void
}

/** The labels of one ticket or several; `labels` draws their list. */
export interface LabelPicking {
  field: 'labelIds'
  tickets: readonly Ticket[]
  anchor: HTMLElement
}

export type Picking = { [F in PickField]: PickOf<F> }[PickField] | LabelPicking

const picking = createStore<Picking | undefined>(undefined)

/** Lists stay still while a picker is open. */
export const usePicking = picking.use

export const startPicking = (next: Picking) =>
  picking.set(picking.get()?.anchor === next.anchor ? undefined : next)

export const stopPicking = () => picking.set(undefined)
