import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { z } from 'zod'
import { draftKey } from '#features/tickets/web/draft.ts'
import { createOnceKey } from '#features/tickets/web/once-key.ts'
import { useDraft } from '#features/tickets/web/use-draft.ts'
import { toastFailure } from '#platform/web/ui/toast-store.ts'
import type { ChatMessage } from '../contract.ts'
import { say } from './api.ts'

const Written = z.string()

/** A message on its way, or one that has not arrived. */
export interface Outgoing {
  /** Of this one for as long as it exists, however often it is sent. */
  key: string
  text: string
  isFailed: boolean
  /** The newest message of the chat when it was first sent. */
  after: string
}

const without = (all: readonly Outgoing[], key: string) => all.filter((one) => one.key !== key)

/** What the server makes of a text: a message that came back is recognised by it. */
const asStored = (text: string) => text.trim().normalize('NFC')

/** What the viewer writes in one chat, kept until the server has it. */
export function useWrittenMessage(viewerId: string, ticketId: string, messages: readonly ChatMessage[]) {
  const client = useQueryClient()
  const draft = useDraft(draftKey(viewerId, 'chat', ticketId), Written)
  const [text, setText] = useState(draft.restored ?? '')
  const latest = useRef(text)
  const [isRestored, setRestored] = useState(draft.restored !== undefined)
  const [outgoing, setOutgoing] = useState<readonly Outgoing[]>([])
  const sending = useRef(false)

  function show(next: string): void {
    latest.current = next
    setText(next)
  }

  function write(next: string): void {
    show(next)
    draft.save(next.trim() === '' ? undefined : next)
  }

  function clear(): void {
    show('')
    setRestored(false)
    draft.saveNow(undefined)
  }

  async function attempt(one: Outgoing): Promise<void> {
    sending.current = true
    setOutgoing((all) => [...without(all, one.key), { ...one, isFailed: false }])
    try {
      await say(client, { ticketId, message: one.text, idempotencyKey: one.key })
      setOutgoing((all) => without(all, one.key))
      if (asStored(latest.current) === one.text) clear()
    } catch {
      setOutgoing((all) => all.map((other) => (other.key === one.key ? { ...one, isFailed: true } : other)))
      draft.flush()
      toastFailure('Failed to send message. Please try again.')
    } finally {
      sending.current = false
    }
  }

  /** @returns whether there was something to send and nothing else on its way */
  function send(): boolean {
    const message = asStored(text)
    if (message === '' || sending.current) return false
    const failed = outgoing.find((one) => one.isFailed && one.text === message)
    const fresh = { text: message, isFailed: false, after: messages.at(-1)?.createdAt ?? '' }
    void attempt(failed ?? { ...fresh, key: createOnceKey().keyFor(message) })
    return true
  }

  // The answer may be lost and the message yet be there: it comes back by itself, and then has not failed.
  const hasArrived = (one: Outgoing) =>
    messages.some(
      ({ senderId, message, createdAt }) =>
        senderId === viewerId && message === one.text && createdAt > one.after,
    )
  return {
    text,
    isRestored,
    isSending: outgoing.some(({ isFailed }) => !isFailed),
    outgoing: outgoing.filter((one) => !hasArrived(one)),
    write,
    clear,
    send,
    retry: (one: Outgoing) => void (sending.current || attempt(one)),
    discard: (one: Outgoing) => setOutgoing((all) => without(all, one.key)),
  }
}

export type WrittenMessage = ReturnType<typeof useWrittenMessage>
