import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { Person } from '#features/users/contract.ts'
import { CallError } from '#platform/web/call.ts'
import { toastFailure, toastSuccess } from '#platform/web/ui/toast-store.ts'
import type { Ticket, TicketChange } from '../contract.ts'
import { changeTicket } from './api.ts'

/** What is said when a change has been made, and when it could not be. */
interface Words {
  done: string
  failed: string
}

export const updateWords: Words = {
  done: 'Ticket updated successfully.',
  failed: 'Failed to update ticket.',
}

export const statusUpdateWords: Words = {
  done: 'Ticket status updated successfully.',
  failed: 'Failed to update ticket status.',
}

/** A change that can be made and taken back. */
export interface Step {
  ticket: Ticket
  change: TicketChange
  /** The person behind `change.assignedToId`. */
  assignee?: Person | null
}

/** The step that brings back what a ticket was like before. @param now the ticket after the step */
export function opposite({ ticket, change }: Step, now: Ticket): Step {
  const fields = Object.keys(change) as (keyof TicketChange)[]
  const before = Object.fromEntries(fields.map((field) => [field, ticket[field]])) as TicketChange
  return { ticket: now, change: before, assignee: ticket.assignedTo }
}

function sayFailed(error: unknown, failed: string) {
  const isOvertaken = error instanceof CallError && error.status === 412
  toastFailure((isOvertaken && error.serverMessage) || failed)
}

/**
 * Changes one ticket, tells how that went, and offers to take it back. Taking back never undoes what others did meanwhile. The function
 * returns whether the server has the change.
 */
export function useChangeTicket(words = updateWords) {
  const { mutateAsync } = useMutation(changeTicket(useQueryClient()))
  return useCallback(
    async (step: Step): Promise<boolean> => {
      try {
        const changed = await mutateAsync(step)
        toastSuccess(words.done, { label: 'Undo', onAction: () => void undo(opposite(step, changed)) })
        return true
      } catch (error) {
        sayFailed(error, words.failed)
        return false
      }
      async function undo(back: Step) {
        try {
          await mutateAsync({ ...back, onlyIfUnchanged: true })
          toastSuccess(words.done)
        } catch (error) {
          sayFailed(error, words.failed)
        }
      }
    },
    [mutateAsync, words],
  )
}
