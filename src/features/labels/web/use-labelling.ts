import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Ticket } from '#features/tickets/contract.ts'
import { newestOf } from '#features/tickets/web/latest-known.ts'
import { i18n } from '#platform/contract/i18n.ts'
import { createKeyedMutex } from '#platform/contract/keyed-mutex.ts'
import { toastFailure, toastSuccess } from '#platform/web/ui/overlay/toast-store.ts'
import { pooled } from '#platform/web/pooled.ts'
import { messageIn } from '#platform/web/refusal.ts'
import type { Label } from '../contract.ts'
import { setLabel } from './api.ts'

const atOnce = 4

const has = ({ labelIds = [] }: Ticket, { id }: Label) => labelIds.includes(id)

/** Counts the tickets; one is told by its label. */
function saidOf(isOn: boolean, { name }: Label, count: number): string {
  if (count > 1) return i18n.t('{count} updated', { count })
  return isOn
    ? i18n.t('Label {name} is on the ticket.', { name })
    : i18n.t('Label {name} is off the ticket.', { name })
}

/** Calls about one label follow each other: the later starts from what the earlier has made of the tickets. */
const inTurn = createKeyedMutex()

/** Puts labels on tickets and takes them off, tells the outcome and offers to undo it. */
export function useLabelling(tickets: readonly Ticket[]) {
  const { mutateAsync } = useMutation(setLabel(useQueryClient()))
  /** Labels on their way, as they will be. */
  const [wanted, setWanted] = useState<ReadonlyMap<string, { isOn: boolean }>>(new Map())

  async function set(label: Label, isOn: boolean, some: readonly Ticket[], isUndo = false): Promise<void> {
    const own = { isOn }
    setWanted((before) => new Map([...before, [label.id, own]]))
    await inTurn(label.id, () => setNow(label, isOn, some, isUndo))
    setWanted((before) => new Map([...before].filter(([, one]) => one !== own)))
  }

  async function setNow(label: Label, isOn: boolean, some: readonly Ticket[], isUndo: boolean) {
    const differing = some.filter((ticket) => isUndo || has(newestOf(ticket), label) !== isOn)
    const results = await pooled(differing, atOnce, ({ id }) =>
      mutateAsync({ ticketId: id, labelId: label.id, isOn }),
    )
    const done = differing.filter((_, place) => results[place]?.status === 'fulfilled')
    const undo = !isUndo &&
      done.length > 0 && {
        label: i18n.t('Undo'),
        onAction: () => void set(label, !isOn, done, true),
        isUndo: true as const,
      }
    const failed = results.filter((result) => result.status === 'rejected')
    if (failed.length === 0) return toastSuccess(saidOf(isOn, label, differing.length), undo || undefined)
    const why = messageIn(failed[0]?.reason) ?? i18n.t('Failed to update ticket.')
    const counted =
      differing.length > 1 ? `${i18n.t('{count} failed', { count: failed.length })}. ${why}` : why
    toastFailure(counted, undo || undefined)
  }

  /** @returns undefined where it is on some of the tickets only */
  function isOnAll(label: Label): boolean | undefined {
    const on = wanted.get(label.id)
    if (on) return on.isOn
    const count = tickets.filter((ticket) => has(ticket, label)).length
    return count === 0 ? false : count === tickets.length ? true : undefined
  }
  return {
    isOnAll,
    /** Takes it off where it is on all, else puts it on the others. */
    toggle: (label: Label) => void set(label, isOnAll(label) !== true, tickets),
    putOn: (label: Label) => set(label, true, tickets),
  }
}
