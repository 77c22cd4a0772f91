import type { Person } from '#features/users/contract.ts'
import { createStore } from '#platform/web/store.ts'
import type { Ticket } from '../../contract.ts'

/** The fields of which each has a list to pick from, wherever a ticket stands. */
export type PickField = 'status' | 'priority' | 'assignedToId'

export interface PickOf<F extends PickField> {
  field: F
  /** What is changed, as its person sees it; undefined for several. */
  ticket?: Ticket
  /** What the list opens beside. */
  anchor: HTMLElement
  /** Makes the change; without it, the ticket is changed as everywhere. Not called with the value that the ticket has. */
  onPick?(value: Ticket[F], assignee: Person | null): void
}

export type Picking = { [F in PickField]: PickOf<F> }[PickField]

const picking = createStore<Picking | undefined>(undefined)

/** Somebody is picking; whoever draws a list of tickets keeps it still meanwhile. */
export const usePicking = picking.use

/** Opens the list of values of a field; where it is open already, closes it. */
export const startPicking = (next: Picking) =>
  picking.set(picking.get()?.anchor === next.anchor ? undefined : next)

export const stopPicking = () => picking.set(undefined)
