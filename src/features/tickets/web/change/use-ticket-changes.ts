import { i18n } from '#platform/contract/i18n.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { toastFailure, toastSuccess } from '#platform/web/ui/overlay/toast-store.ts'
import type { Ticket } from '../../contract.ts'
import { knowing, type ChangeField, type Choice } from './change-choice.ts'
import { onMade } from './change-ticket.ts'
import { decide, failedWords, findSetter, updateWords, useSendChoice } from './use-change-ticket.ts'

/** A choice that is not saved. With `met`: because somebody else has just set the field, by this name if it is known. */
export interface UnsavedChoice extends Choice {
  met?: { by: string | undefined }
}

const without = (field: ChangeField) => (choices: readonly UnsavedChoice[]) =>
  choices.filter((one) => one.field !== field)

/**
 * Saves each choice at once; what could not be saved is kept beside its field, so that nobody has to choose twice. There the person also
 * decides between what somebody else has set and their own.
 */
export function useTicketChanges(ticket: Ticket) {
  const client = useQueryClient()
  const send = useSendChoice()
  const [kept, setKept] = useState<readonly UnsavedChoice[]>([])
  // Undo is offered for a while after the ticket is closed.
  const isShown = useRef(false)
  useEffect(() => {
    isShown.current = true
    return () => void (isShown.current = false)
  }, [])

  const forget = (field: ChangeField) => setKept(without(field))
  // A key or the palette may set the field, too: what could not be saved before that is not wanted any more.
  useEffect(() => onMade(ticket.id, (field) => setKept(without(field))), [ticket.id])
  const keep = (choice: UnsavedChoice) => setKept((before) => [...without(choice.field)(before), choice])

  /** @returns whether the server has it */
  async function save(choice: Choice, seen: Ticket = ticket): Promise<boolean> {
    forget(choice.field)
    const sent = await send(seen, choice)
    if (!sent) return false
    if ('met' in sent) {
      if (!isShown.current)
        return (await decide({ client, send, words: updateWords }, choice, sent.met)) === 'made'
      keep({ ...choice, met: { by: await findSetter(client, sent.met.id, choice.field) } })
      return false
    }
    if ('error' in sent) {
      keep(choice)
      toastFailure(failedWords(updateWords, sent.error))
      return false
    }
    const { ticket: saved, back } = sent
    toastSuccess(updateWords.done, back && { label: i18n.t('Undo'), onAction: () => void save(back, saved) })
    return true
  }

  const unsaved = kept.filter((choice) => ticket[choice.field] !== choice.value)
  /** Sends the unsaved choices over the values of others, which the person sees beside their own. */
  const saveAgain = (choice: Choice) => save(knowing(choice, ticket))

  return {
    /** The unsaved choices, by field. */
    of: (field: ChangeField) => unsaved.find((choice) => choice.field === field),
    hasUnsaved: unsaved.length > 0,
    save,
    takeTheirs: forget,
    saveAgain,
    async saveAll(): Promise<boolean> {
      const results = []
      for (const choice of unsaved) results.push(await saveAgain(choice))
      return results.every(Boolean)
    },
  }
}

export type TicketChanges = ReturnType<typeof useTicketChanges>
