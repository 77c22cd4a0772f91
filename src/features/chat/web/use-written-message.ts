import { i18n } from '#platform/contract/i18n.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { useUploads } from '#features/uploads/web/use-uploads.ts'
import { asWritten } from '#platform/contract/searchable.ts'
import { CallError } from '#platform/web/call.ts'
import { refusalIn } from '#platform/web/refusal.ts'
import type { Submission } from '#platform/web/drafts/composer.ts'
import { draftKey } from '#platform/web/drafts/draft-key.ts'
import { useComposer, useWritten } from '#platform/web/drafts/use-composer.ts'
import { toastFailure } from '#platform/web/ui/overlay/toast-store.ts'
import { isUnanswered } from '#platform/web/drafts/until-answered.ts'
import type { ChatMessage } from '../contract.ts'
import { sendMessage, type SayCall } from './api.ts'

const Content = z.object({ text: z.string() })
type Content = z.infer<typeof Content>

const empty: Content = { text: '' }

/** Compares texts as the server stores them, which identifies a returning message. */
const isSame = (one: Content, other: Content) => asWritten(one.text) === asWritten(other.text)

/** Message that has not arrived yet. Its key stays the same at every attempt. */
export interface Outgoing extends Submission<Content, Pick<SayCall, 'message' | 'attachmentIds'>> {
  isFailed: boolean
  /** The answer was lost, so the message may have arrived. */
  isUnknown?: boolean
  /** Reason of the server's refusal, if it named one. */
  refusal?: string | undefined
  /** Time of the chat's newest message at the first attempt. */
  after: string
}

const without = (all: readonly Outgoing[], key: string) => all.filter((one) => one.key !== key)

/** Keeps the viewer's text in one chat until the server has it. */
export function useWrittenMessage(viewerId: string, ticketId: string, messages: readonly ChatMessage[]) {
  const client = useQueryClient()
  const key = draftKey(viewerId, 'chat', ticketId)
  const written = useWritten({ key, schema: Content, empty, isSame })
  const composer = useComposer({ written, uploads: useUploads(written.files) })
  const { uploads, isSending, isWritten } = composer
  const [outgoing, setOutgoing] = useState<readonly Outgoing[]>([])
  const isUnsent = isWritten || uploads.files.length > 0

  const show = (one: Outgoing) => setOutgoing((all) => [...without(all, one.key), one])
  const drop = ({ key }: Outgoing) => setOutgoing((all) => without(all, key))

  async function attempt(one: Outgoing): Promise<void> {
    show({ ...one, isFailed: false })
    try {
      await composer.deliver(one, async ({ body, key }) => {
        await sendMessage(client, { ticketId, ...body, idempotencyKey: key })
        drop(one)
      })
    } catch (error) {
      const isUnknown = isUnanswered(error)
      // The key belonged to an earlier message.
      const wasThere = error instanceof CallError && error.status === 409
      const refusal = wasThere ? i18n.t('your earlier message has arrived') : refusalIn(error)
      show({ ...one, isFailed: true, isUnknown, refusal })
      toastFailure(
        isUnknown
          ? i18n.t('The server did not respond, so the message may have been sent.')
          : i18n.t('Failed to send message. Please try again.'),
      )
    }
  }

  /** @returns whether there was something to send and nothing else under way */
  function send(): boolean {
    if (!isUnsent) return false
    const taken = composer.take(({ text }, attachmentIds) => ({ message: asWritten(text), attachmentIds }))
    if (!taken) return false
    const text = JSON.stringify(taken.body)
    const failed = outgoing.find(({ key, body }) => key === taken.key && JSON.stringify(body) === text)
    void attempt(failed ?? { ...taken, isFailed: false, after: messages.at(-1)?.createdAt ?? '' })
    return true
  }

  // The answer may be lost but the message stored: once it comes back, it has not failed.
  const hasArrived = ({ body, after }: Outgoing) =>
    messages.some(
      ({ senderId, message, createdAt, attachments }) =>
        senderId === viewerId &&
        message === body.message &&
        createdAt > after &&
        // A file keeps its id.
        body.attachmentIds.every((uploadId) => attachments.some(({ id }) => id === uploadId)),
    )
  return {
    ...composer,
    text: composer.written.text,
    write: (text: string) => composer.write({ text }),
    isUnsent,
    outgoing: outgoing.filter((one) => !hasArrived(one)),
    send,
    retry: (one: Outgoing) => void (isSending || attempt(one)),
    drop,
  }
}

export type WrittenMessage = ReturnType<typeof useWrittenMessage>
