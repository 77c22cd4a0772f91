import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { deleteTicket } from '#features/conversation/web/api.ts'
import type { Ticket } from '#features/tickets/contract.ts'
import { choiceOf, type Choice } from '#features/tickets/web/change/change-choice.ts'
import { updateWords, useSendChoice } from '#features/tickets/web/change/use-change-ticket.ts'
import { newestOf } from '#features/tickets/web/latest-known.ts'
import type { Person } from '#features/users/contract.ts'
import { i18n } from '#platform/contract/i18n.ts'
import { CallError } from '#platform/web/call.ts'
import { pooled, writtenOutcome } from '#platform/web/pooled.ts'
import { toastFailure, toastSuccess } from '#platform/web/ui/overlay/toast-store.ts'

const atOnce = 4

const isDeleted = (error: unknown) => error instanceof CallError && error.status === 404

interface Outcome {
  /** Counts changed tickets, such as "3 updated". */
  counted(count: number): string
  succeeded: number
  failed: number
  one: { done: string; failed: string }
  onUndo?: () => void
}

function showOutcome({ counted, succeeded, failed, one, onUndo }: Outcome): void {
  const isOne = succeeded + failed === 1
  const told = writtenOutcome(counted(succeeded), succeeded, failed)
  const action = onUndo && { label: i18n.t('Undo'), onAction: onUndo, isUndo: true as const }
  if (failed > 0) toastFailure(isOne ? one.failed : told, action)
  else toastSuccess(isOne ? one.done : told, action)
}

interface Step {
  ticket: Ticket
  choice: Choice
}

/** Changes or deletes tickets, four at a time. @param onDone receives the ids of successful ones */
export function useBulk(onDone: (ids: readonly string[]) => void) {
  const client = useQueryClient()
  const send = useSendChoice()
  const removing = useMutation(deleteTicket(client))
  const [isBusy, setBusy] = useState(false)

  async function run<T, R>(items: readonly T[], work: (item: T) => Promise<R>) {
    setBusy(true)
    try {
      return await pooled(items, atOnce, work)
    } finally {
      setBusy(false)
    }
  }

  /** Never overwrites concurrent changes: such tickets count as failed, without a question. */
  async function take(steps: readonly Step[], isUndo = false): Promise<void> {
    const back: Step[] = []
    const done: string[] = []
    let failed = 0
    await run(steps, async ({ ticket, choice }) => {
      const sent = await send(ticket, choice)
      if (!sent) return void done.push(ticket.id)
      if ('ticket' in sent) {
        done.push(ticket.id)
        if (sent.back) back.push({ ticket: sent.ticket, choice: sent.back })
        return
      }
      failed += 1
      if ('error' in sent && isDeleted(sent.error)) done.push(ticket.id)
    })
    onDone(done)
    showOutcome({
      counted: (count) => i18n.t('{count} updated', { count }),
      succeeded: steps.length - failed,
      failed,
      one: updateWords,
      ...(!isUndo && back.length > 0 && { onUndo: () => void take(back, true) }),
    })
  }

  async function remove(tickets: readonly Ticket[]): Promise<void> {
    const results = await run(tickets, ({ id }) => removing.mutateAsync(id))
    const done = tickets.filter((_, place) => {
      const result = results[place]!
      return result.status === 'fulfilled' || isDeleted(result.reason)
    })
    onDone(done.map(({ id }) => id))
    const refused: unknown = results.find((result) => result.status === 'rejected')?.reason
    const said = refused instanceof CallError ? refused.serverMessage : undefined
    showOutcome({
      counted: (count) => i18n.t('{count} deleted', { count }),
      succeeded: done.length,
      failed: tickets.length - done.length,
      one: {
        done: i18n.t('Ticket deleted successfully.'),
        failed: said ?? i18n.t('Failed to delete ticket.'),
      },
    })
  }

  return {
    isBusy,
    /** Sets one value, based on the shown version of each ticket. */
    change<F extends 'status' | 'priority' | 'assignedToId'>(
      tickets: readonly Ticket[],
      field: F,
      value: Ticket[F],
      assignee: Person | null = null,
    ) {
      return take(
        tickets.map((selected) => {
          const ticket = newestOf(selected)
          return { ticket, choice: choiceOf(ticket, field, value, assignee) }
        }),
      )
    },
    remove,
  }
}
