import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { z } from 'zod'
import { draftKey } from '#platform/web/drafts/draft.ts'
import { createOnceKey } from '#platform/web/drafts/once-key.ts'
import { useDraft } from '#platform/web/drafts/use-draft.ts'
import { KeptFile, useUploads, whyWait } from '#features/uploads/web/use-uploads.ts'
import { toastFailure } from '#platform/web/ui/overlay/toast-store.ts'
import type { ChatMessage } from '../contract.ts'
import { say } from './api.ts'

const Written = z.object({ text: z.string(), files: z.array(KeptFile) })
type Written = z.infer<typeof Written>

const nothing: Written = { text: '', files: [] }
const isWorthKeeping = ({ text, files }: Written) => text.trim() !== '' || files.length > 0

/** A message on its way, or one that has not arrived. */
export interface Outgoing {
  /** Of this one for as long as it exists, however often it is sent. */
  key: string
  text: string
  files: readonly KeptFile[]
  isFailed: boolean
  /** The newest message of the chat when it was first sent. */
  after: string
}

const without = (all: readonly Outgoing[], key: string) => all.filter((one) => one.key !== key)

/** What the server makes of a text: a message that came back is recognised by it. */
const asStored = (text: string) => text.trim().normalize('NFC')

const idsOf = (files: readonly KeptFile[]) => files.map(({ uploadId }) => uploadId)
const isSame = (one: Outgoing, text: string, files: readonly KeptFile[]) =>
  one.text === text && idsOf(one.files).join() === idsOf(files).join()

/** What the viewer writes in one chat, kept until the server has it. */
export function useWrittenMessage(viewerId: string, ticketId: string, messages: readonly ChatMessage[]) {
  const client = useQueryClient()
  const draft = useDraft(draftKey(viewerId, 'chat', ticketId), Written)
  const [written, setWritten] = useState(draft.restored ?? nothing)
  const latest = useRef(written)
  const [isRestored, setRestored] = useState(draft.restored !== undefined)
  const [outgoing, setOutgoing] = useState<readonly Outgoing[]>([])
  const sending = useRef(false)
  const uploads = useUploads({
    restored: draft.restored?.files ?? [],
    onKept: (files) => write({ files }),
  })
  const [wasTooEarly, setTooEarly] = useState(false)

  function show(next: Written): void {
    latest.current = next
    setWritten(next)
  }

  function write(change: Partial<Written>): void {
    const next = { ...latest.current, ...change }
    show(next)
    draft.save(isWorthKeeping(next) ? next : undefined)
  }

  function clear(): void {
    uploads.discard()
    show(nothing)
    setRestored(false)
    draft.saveNow(undefined)
  }

  /** Takes away what the server has now; what was added meanwhile is the next message. */
  function clearSent(one: Outgoing): void {
    const sent = idsOf(one.files)
    const { text, files } = latest.current
    const rest = {
      text: asStored(text) === one.text ? '' : text,
      files: files.filter(({ uploadId }) => !sent.includes(uploadId)),
    }
    uploads.clear(sent)
    show(rest)
    if (isWorthKeeping(rest)) return draft.save(rest)
    setRestored(false)
    draft.saveNow(undefined)
  }

  async function attempt(one: Outgoing): Promise<void> {
    sending.current = true
    setOutgoing((all) => [...without(all, one.key), { ...one, isFailed: false }])
    try {
      await say(client, {
        ticketId,
        message: one.text,
        attachmentIds: idsOf(one.files),
        idempotencyKey: one.key,
      })
      setOutgoing((all) => without(all, one.key))
      clearSent(one)
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
    const { files } = latest.current
    const text = asStored(written.text)
    if ((text === '' && uploads.files.length === 0) || sending.current) return false
    const isTooEarly = whyWait(uploads) !== undefined
    setTooEarly(isTooEarly)
    if (isTooEarly) return false
    const failed = outgoing.find((one) => one.isFailed && isSame(one, text, files))
    const fresh = { text, files, isFailed: false, after: messages.at(-1)?.createdAt ?? '' }
    void attempt(failed ?? { ...fresh, key: createOnceKey().keyFor(fresh) })
    return true
  }

  // The answer may be lost and the message yet be there: it comes back by itself, and then has not failed.
  const hasArrived = (one: Outgoing) =>
    messages.some(
      ({ senderId, message, createdAt, attachments }) =>
        senderId === viewerId &&
        message === one.text &&
        createdAt > one.after &&
        // A file keeps its id.
        idsOf(one.files).every((uploadId) => attachments.some(({ id }) => id === uploadId)),
    )
  return {
    text: written.text,
    uploads,
    /** There is something to send. */
    isUnsent: written.text.trim() !== '' || uploads.files.length > 0,
    /** Why the files keep it from being sent. */
    fileError: wasTooEarly ? whyWait(uploads) : undefined,
    isRestored,
    isSending: outgoing.some(({ isFailed }) => !isFailed),
    outgoing: outgoing.filter((one) => !hasArrived(one)),
    write: (text: string) => write({ text }),
    clear,
    send,
    retry: (one: Outgoing) => void (sending.current || attempt(one)),
    discard: (one: Outgoing) => setOutgoing((all) => without(all, one.key)),
  }
}

export type WrittenMessage = ReturnType<typeof useWrittenMessage>
