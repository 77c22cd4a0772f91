import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { i18n } from '#platform/contract/i18n.ts'
import { untilOnline } from '#platform/web/hooks/use-online.ts'
import { toastFailure, toastSuccess } from '#platform/web/ui/overlay/toast-store.ts'
import { knowing, type Changeable, type ChangeField, type Choice } from './change-choice.ts'
import { onMade } from './change-ticket.ts'
import { decide, failedWords, findSetter, updateWords, useSendChoice } from './use-change-ticket.ts'

/** `met` marks a conflict, with the other user's name if known. */
export interface UnsavedChoice extends Choice {
  met?: { by: string | undefined }
  /** Made offline; it is sent once the browser is online. */
  isWaiting?: true
}

const without = (field: ChangeField) => (choices: readonly UnsavedChoice[]) =>
  choices.filter((one) => one.field !== field)

/** Saves each choice at once, offline later, and keeps failed and conflicting ones beside their field. */
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

  const waiting = useRef(new Map<ChangeField, Choice>())

  function forget(field: ChangeField): void {
    waiting.current.delete(field)
    setKept(without(field))
  }
  // A key or the palette may also set the field, which supersedes failed choices.
  const supersede = useEffectEvent(forget)
  useEffect(() => onMade(ticket.id, (field) => supersede(field)), [ticket.id])
  const keep = (choice: UnsavedChoice) => setKept((before) => [...without(choice.field)(before), choice])

  /** @returns true when accepted */
  async function save(choice: Choice, seen: Changeable = ticket): Promise<boolean> {
    forget(choice.field)
    if (!navigator.onLine && isShown.current && !(await wait(choice))) return false
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

  /** Outlives the dialog. @returns false when the choice was discarded, or another made, before there was a line */
  async function wait(choice: Choice): Promise<boolean> {
    keep({ ...choice, isWaiting: true })
    waiting.current.set(choice.field, choice)
    await untilOnline()
    const isWanted = waiting.current.get(choice.field) === choice
    if (isWanted) forget(choice.field)
    return isWanted
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
      for (const choice of unsaved) if (!choice.isWaiting) results.push(await saveAgain(choice))
      return results.every(Boolean)
    },
  }
}

export type TicketChanges = ReturnType<typeof useTicketChanges>
