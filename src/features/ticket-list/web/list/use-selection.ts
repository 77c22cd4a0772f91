import { useState } from 'react'
import type { Ticket } from '#features/tickets/contract.ts'

/** Keeps selected tickets apart from loaded ones, so that refreshes and pages keep them. */
export function useSelection(resetKey: string) {
  const [selected, setSelected] = useState<ReadonlyMap<string, Ticket>>(new Map())
  const [key, setKey] = useState(resetKey)
  if (key !== resetKey) {
    setKey(resetKey)
    setSelected(new Map())
  }

  function set(tickets: readonly Ticket[], isSelected: boolean) {
    setSelected((before) => {
      const after = new Map(before)
      for (const ticket of tickets) {
        if (isSelected) after.set(ticket.id, ticket)
        else after.delete(ticket.id)
      }
      return after
    })
  }

  return {
    tickets: [...selected.values()],
    has: (id: string) => selected.has(id),
    set,
    boxOf(tickets: readonly Ticket[]) {
      const chosen = tickets.filter(({ id }) => selected.has(id)).length
      const isAll = tickets.length > 0 && chosen === tickets.length
      return {
        checked: isAll,
        indeterminate: chosen > 0 && !isAll,
        disabled: tickets.length === 0,
        onChange: () => set(tickets, !isAll),
      }
    },
    drop(ids: readonly string[]) {
      setSelected((before) => new Map([...before].filter(([id]) => !ids.includes(id))))
    },
    clear: () => setSelected(new Map()),
  }
}

export type Selection = ReturnType<typeof useSelection>
