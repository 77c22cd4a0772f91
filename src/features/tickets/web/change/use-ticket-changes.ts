import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { i18n } from '#platform/contract/i18n.ts'
import { toastFailure, toastSuccess } from '#platform/web/ui/overlay/toast-store.ts'
import { knowing, type Changeable, type ChangeField, type Choice } from './change-choice.ts'
import { onMade } from './change-ticket.ts'
import { decide, failedWords, findSetter, updateWords, useSendChoice } from './use-change-ticket.ts'

/** `met` marks a conflict, with the other user's name if known. */
export interface UnsavedChoice extends Choice {
  met?: { by: string | undefined }
}

const without = (field: ChangeField) => (choices: readonly UnsavedChoice[]) =>
  choices.filter((one) => one.field !== field)

/** Saves each choice at once, and keeps failed and conflicting ones beside their field. */
export function useTicketChanges(ticket: Changeable) {
  const client = useQueryClient()
  const send = useSendChoice()
  const [kept, setKept] = useState<readonly UnsavedChoice[]>([])
  // Undo outlives the dialog for a while.
  const isShown = useRef(false)
  useEffect(() => {
    isShown.current = true
    return () => void (isShown.current = false)
  }, [])

  const forget = (field: ChangeField) => setKept(without(field))
  // A key or the palette may also set the field, which supersedes failed choices.
  useEffect(() => onMade(ticket.id, (field) => setKept(without(field))), [ticket.id])
  const keep = (choice: UnsavedChoice) => setKept((before) => [...without(choice.field)(before), choice])

  /** @returns true when accepted */
  async function save(choice: Choice, seen: Changeable = ticket): Promise<boolean> {
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
    toastSuccess(
      updateWords.done,
      back && { label: i18n.t('Undo'), onAction: () => void save(back, saved), isUndo: true },
    )
    return true
  }

  const unsaved = kept.filter((choice) => ticket[choice.field] !== choice.value)
  /** Overwrites the other user's value, which is shown beside. */
  const saveAgain = (choice: Choice) => save(knowing(choice, ticket))

  return {
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
