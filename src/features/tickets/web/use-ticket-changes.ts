import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { toastFailure, toastSuccess } from '#platform/web/ui/toast-store.ts'
import type { Ticket } from '../contract.ts'
import { changeTicket, placeTicket, ticketHistory } from './api.ts'
import {
  asChange,
  lastSetter,
  onNewerTicket,
  opposite,
  ticketAsItIs,
  type ChangeField,
  type Choice,
} from './change-choice.ts'

/** A choice the server does not have. With `theirs`: because somebody else set the field meanwhile. */
export interface UnsavedChoice extends Choice {
  theirs?: { ticket: Ticket; by: string | undefined }
}

/** How often a change is sent again because other fields have changed under it. */
const mostTries = 4

class SetByAnother extends Error {
  readonly current: Ticket
  constructor(current: Ticket) {
    super('Somebody else has set the same field.')
    this.current = current
  }
}

/** Saves each choice at once; what could not be saved is kept, so that nobody has to choose twice. */
export function useTicketChanges(ticket: Ticket) {
  const queryClient = useQueryClient()
  const changing = useMutation(changeTicket(queryClient))
  const [kept, setKept] = useState<readonly UnsavedChoice[]>([])
  const newest = useRef<Partial<Record<ChangeField, Choice>>>({})

  const forget = (field: ChangeField) => setKept((before) => before.filter((one) => one.field !== field))
  const keep = (choice: UnsavedChoice) =>
    setKept((before) => [...before.filter((one) => one.field !== choice.field), choice])

  async function send(choice: Choice, base: Pick<Ticket, 'id' | 'version'>, tries = mostTries) {
    try {
      const { assignee } = choice
      return await changing.mutateAsync({
        ticket: base,
        change: asChange(choice),
        assignee,
        onlyIfUnchanged: true,
      })
    } catch (error) {
      const current = ticketAsItIs(error)
      if (!current) throw error
      placeTicket(queryClient, current)
      const todo = onNewerTicket(choice, current)
      if (todo === 'done') return current
      if (todo === 'ask' || tries === 1) throw new SetByAnother(current)
      return send(choice, current, tries - 1)
    }
  }

  async function keepWithTheirs(choice: Choice, current: Ticket) {
    const history = await queryClient
      .fetchQuery({ ...ticketHistory(current.id), staleTime: 0 })
      .catch(() => [])
    keep({ ...choice, theirs: { ticket: current, by: lastSetter(history, choice.field) } })
  }

  /** @returns whether the server has it */
  async function save(choice: Choice, base: Pick<Ticket, 'id' | 'version'> = ticket): Promise<boolean> {
    newest.current[choice.field] = choice
    forget(choice.field)
    try {
      const saved = await send(choice, base)
      if (newest.current[choice.field] === choice) sayUpdated(choice, saved)
      return true
    } catch (error) {
      // A later choice of the same field has taken its place.
      if (newest.current[choice.field] !== choice) return false
      if (error instanceof SetByAnother) await keepWithTheirs(choice, error.current)
      else {
        keep(choice)
        toastFailure('Failed to update ticket.')
      }
      return false
    }
  }

  function sayUpdated(choice: Choice, saved: Ticket) {
    toastSuccess('Ticket updated successfully.', {
      label: 'Undo',
      onAction: () => void save(opposite(choice), saved),
    })
  }

  const unsaved = kept.filter((choice) => ticket[choice.field] !== choice.value)

  return {
    /** What is chosen and not saved, by field. */
    of: (field: ChangeField) => unsaved.find((choice) => choice.field === field),
    hasUnsaved: unsaved.length > 0,
    save,
    takeTheirs: forget,
    /** Sends what is not saved, over whatever others have set meanwhile. */
    saveAgain: (choice: Choice) =>
      save({ ...choice, seen: ticket[choice.field], seenAssignee: ticket.assignedTo }),
    async saveAll(): Promise<boolean> {
      const results = []
      for (const choice of unsaved)
        results.push(await save({ ...choice, seen: ticket[choice.field], seenAssignee: ticket.assignedTo }))
      return results.every(Boolean)
    },
  }
}

export type TicketChanges = ReturnType<typeof useTicketChanges>
