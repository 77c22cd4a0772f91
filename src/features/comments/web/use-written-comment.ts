import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { z } from 'zod'
import { statusWords } from '#features/tickets/contract.ts'
import { refreshTicket } from '#features/tickets/web/api.ts'
import { recordChange } from '#features/tickets/web/change/change-ticket.ts'
import { useUploads } from '#features/uploads/web/use-uploads.ts'
import { nameOf } from '#features/users/web/person-name.ts'
import { i18n } from '#platform/contract/i18n.ts'
import type { Written } from '#platform/web/drafts/composer.ts'
import { draftKey } from '#platform/web/drafts/draft-key.ts'
import { randomKey } from '#platform/web/drafts/once-key.ts'
import { isUnanswered } from '#platform/web/drafts/until-answered.ts'
import { useComposer, useWritten } from '#platform/web/drafts/use-composer.ts'
import { useOnline } from '#platform/web/hooks/use-online.ts'
import { toastFailure, toastSuccess } from '#platform/web/ui/overlay/toast-store.ts'
import {
  answerStatuses,
  mentionOf,
  type AnswerStatus,
  type Comment,
  type CommentedTicket,
} from '../contract.ts'
import { addComment, StatusTaken, takeDraft } from './api.ts'
import { takeBack, useTakenBack } from './take-back.ts'

const Content = z.object({
  content: z.string(),
  isInternal: z.boolean(),
  /** People chosen from the list of names. */
  mentioned: z.array(z.object({ id: z.string(), as: z.string() })).default([]),
  /** Name of the person who handed the draft over, and the comment that brought it. */
  handedBy: z.string().optional(),
  handedWith: z.string().optional(),
  /** Newest entry of others that the author had seen, when a reply was begun or reviewed. */
  seenUntil: z.string().optional(),
  /** Status of the last attempt: a retry with the same status has the same key. */
  triedStatus: z.enum(answerStatuses).optional(),
  /** The same for the assignment to its author. */
  triedAssign: z.boolean().optional(),
})
type Content = z.infer<typeof Content>

const empty: Content = { content: '', isInternal: false, mentioned: [] }
const isSame = (one: Content, other: Content) => one.content.trim() === other.content.trim()

function toBody({ content, isInternal, mentioned }: Written<Content>, attachmentIds: string[]) {
  // A name that was deleted, or is in a public comment, mentions nobody.
  const called = isInternal ? mentioned.filter(({ as }) => content.includes(as)) : []
  const mentions = [...new Set(called.map(({ id }) => id))]
  return { content: content.trim(), isInternal, mentions, attachmentIds }
}

/**
 * Puts a taken-back comment above the text written since: internal, if either is. Another tab may still show the
 * same text as its draft, which then stands once.
 */
function mergeDrafts(taken: Comment, now: Content): Content {
  const mentioned = taken.mentions.map((person) => ({ id: person.id, as: mentionOf(person) }))
  const isInternal = taken.isInternal || now.isInternal
  const written = now.content.trim()
  if (written === '') return { content: taken.content, isInternal: taken.isInternal, mentioned }
  if (written === taken.content) return { content: taken.content, isInternal, mentioned }
  return {
    content: `${taken.content}\n\n${now.content}`,
    isInternal,
    mentioned: [...mentioned, ...now.mentioned],
  }
}

/** Puts a handed draft below the text that is there. */
function withHanded({ id, user }: Comment, draft: string, now: Content): Partial<Content> {
  const written = now.content.trim()
  const content = written === '' || written === draft.trim() ? draft : `${now.content}\n\n${draft}`
  return { content, handedBy: nameOf(user), handedWith: id }
}

/** Comments whose draft this page has taken; the server may not have heard of it. */
const taken = new Set<string>()

function failureWords(error: unknown): string {
  if (isUnanswered(error)) return i18n.t('The server did not respond, so the comment may have been added.')
  if (!(error instanceof StatusTaken)) return i18n.t('Failed to add comment.')
  return i18n.t('Someone else set the status to {status}. Your comment was not sent.', {
    status: statusWords[error.status],
  })
}

/** Public comment or chat message by another person. */
export interface Arrival {
  /** Id of its row in the conversation. */
  key: string
  at: string
}

interface Options {
  viewerId: string
  ticket: CommentedTicket
  /**
   * Words of others, oldest first: a reply begun before the newest must be reviewed. Undefined until all are
   * loaded.
   */
  arrivals: readonly Arrival[] | undefined
  /** Submits the text as a ticket that continues this one, in place of a comment. */
  onFollowUp?: ((sent: FollowUpCall) => Promise<void>) | undefined
}

export interface FollowUpCall {
  description: string
  attachmentIds: string[]
  idempotencyKey: string
}

export function useWrittenComment({ viewerId, ticket, arrivals, onFollowUp }: Options) {
  const ticketId = ticket.id
  const key = draftKey(viewerId, 'comment', ticketId)
  const draft = useWritten({ key, schema: Content, empty, isSame })
  const uploads = useUploads(draft.files)
  const composer = useComposer({ written: draft, uploads })
  const { written, isWritten } = composer
  const client = useQueryClient()
  const adding = useMutation(addComment(client))
  const isOnline = useOnline()
  /** The conversation shows the comment with its Undo, so the message stands beside the box. */
  const place = `comment ${ticketId}`
  const triedFrom = useRef(ticket.status)
  /** Thanks that were said by the button. */
  const thanks = useRef(new Set<string>())
  /** The same for each attempt to thank. */
  const thanksKey = useRef(randomKey())
  useTakenBack(ticketId, giveBack)

  const handedId = ticket.comments.findLast((comment) => comment.handed?.toId === viewerId)?.id
  const takeHanded = useEffectEvent((id: string | undefined) => {
    const handed = ticket.comments.find((comment) => comment.id === id)
    if (!handed?.handed) return
    const { draft: text } = handed.handed
    if (written.handedWith !== handed.id && !taken.has(handed.id))
      draft.composer.write((now) => withHanded(handed, text, now))
    taken.add(handed.id)
    draft.composer.keep()
    void takeDraft(client, ticketId, handed.id).catch(() => undefined)
  })
  useEffect(() => takeHanded(handedId), [handedId])

  function giveBack(taken: Comment): void {
    // Nobody wrote it: as a draft it would be sent as words that open the ticket.
    if (thanks.current.has(taken.id)) return
    const files = taken.attachments.map(({ id, fileName, fileSize }) => ({
      uploadId: id,
      name: fileName,
      size: fileSize,
    }))
    draft.composer.write((now) => mergeDrafts(taken, now))
    draft.composer.addFiles(files)
    uploads.putBack(files)
  }

  const newest = arrivals && (arrivals.at(-1)?.at ?? '')
  const { seenUntil } = written
  const unseen =
    written.isInternal || seenUntil === undefined ? [] : (arrivals ?? []).filter(({ at }) => at > seenUntil)

  /** Notes with the first letter what its author has seen, as soon as that is loaded. */
  function write(change: Partial<Content>): void {
    const isNoted = seenUntil !== undefined && written.content.trim() !== ''
    composer.write({ ...(!isNoted && { seenUntil: newest }), ...change })
  }

  async function followUp(send: NonNullable<typeof onFollowUp>): Promise<boolean> {
    const taken = isOnline
      ? composer.take(({ content }, attachmentIds) => ({ content, attachmentIds }))
      : undefined
    if (!taken) return false
    try {
      await composer.deliver(taken, ({ body: { content, attachmentIds }, key }) =>
        send({ description: content.trim(), attachmentIds, idempotencyKey: key }),
      )
      return true
    } catch {
      toastFailure(i18n.t('Failed to submit ticket. Please try again.'), undefined, { place })
      void refreshTicket(client, ticketId)
      return false
    }
  }

  /** @returns whether the server has it; on failure the text stays */
  async function submit(status?: AnswerStatus, assignToMe = false): Promise<boolean> {
    if (onFollowUp && isWritten) return followUp(onFollowUp)
    if (isWritten && isOnline && !composer.isSending)
      composer.write({ triedStatus: status, triedAssign: assignToMe })
    const taken =
      isWritten && isOnline
        ? composer.take((now, ids) => ({
            ...toBody(now, ids),
            ...(status && { status }),
            ...(assignToMe && { assignToMe }),
          }))
        : undefined
    if (!taken) return false
    triedFrom.current = ticket.status
    let added: Comment
    try {
      added = await composer.deliver(taken, ({ body, key }) =>
        adding.mutateAsync({ ticket, ...body, idempotencyKey: key }),
      )
    } catch (error) {
      toastFailure(failureWords(error), undefined, { place })
      // Show what is stored.
      void refreshTicket(client, ticketId)
      return false
    }
    if (status) recordChange(ticketId, 'status')
    if (assignToMe) recordChange(ticketId, 'assignedToId')
    const said = status
      ? i18n.t('Comment added successfully. The status is {status} now.', {
          status: statusWords[status],
        })
      : i18n.t('Comment added successfully.')
    confirm(added, said)
    return true
  }

  function confirm(added: Comment, said: string): void {
    const onAction = () => void takeBack(client, { ticketId, id: added.id, keep: giveBack })
    toastSuccess(said, { label: i18n.t('Undo'), onAction }, { place })
  }

  /** Says that a resolved ticket works, which leaves it resolved; the written text stays. */
  async function thank(): Promise<void> {
    const content = i18n.t('It works, thank you.')
    const body = { content, isInternal: false, mentions: [], attachmentIds: [], isThanks: true }
    try {
      const added = await adding.mutateAsync({ ticket, ...body, idempotencyKey: thanksKey.current })
      thanksKey.current = randomKey()
      thanks.current.add(added.id)
      confirm(added, i18n.t('Comment added successfully.'))
    } catch (error) {
      toastFailure(failureWords(error), undefined, { place })
    }
  }

  /** Takes the text with a mention in it, which makes it internal. */
  function mention(content: string, id: string, as: string): void {
    write({ content, isInternal: true, mentioned: [...written.mentioned, { id, as }] })
  }

  return {
    ticketId,
    place,
    ...written,
    ...composer,
    write,
    unseen,
    /** Marks the words of others as seen: the next attempt sends. */
    review: () => composer.write({ seenUntil: newest }),
    isFollowUp: onFollowUp !== undefined,
    thank,
    isThanking: adding.isPending && !composer.isSending,
    isUnsent: isWritten,
    isOnline,
    hasFailed: composer.hasFailed && isWritten,
    mention,
    submit,
    /** Retries, without the status where another has been set since. @param assignToMe absent: as tried */
    submitAgain(assignToMe = written.triedAssign) {
      const isAsTried = [triedFrom.current, written.triedStatus].includes(ticket.status)
      return submit(isAsTried ? written.triedStatus : undefined, assignToMe)
    },
  }
}

export type WrittenComment = ReturnType<typeof useWrittenComment>
