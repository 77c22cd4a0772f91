import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { statusWords } from '#features/tickets/contract.ts'
import { refreshTicket } from '#features/tickets/web/api.ts'
import { recordChange } from '#features/tickets/web/change/change-ticket.ts'
import { useUploads } from '#features/uploads/web/use-uploads.ts'
import { i18n } from '#platform/contract/i18n.ts'
import { draftKey } from '#platform/web/drafts/draft-key.ts'
import { isUnanswered } from '#platform/web/drafts/until-answered.ts'
import { useComposer, useWritten } from '#platform/web/drafts/use-composer.ts'
import { useOnline } from '#platform/web/hooks/use-online.ts'
import { toastFailure, toastSuccess } from '#platform/web/ui/overlay/toast-store.ts'
import type { AnswerStatus, Comment, CommentedTicket } from '../../contract.ts'
import { addComment, StatusTaken } from '../api.ts'
import { Content, empty, isSame, mergeDrafts, toBody } from './comment-draft.ts'
import { takeBack, useTakenBack } from '../take-back.ts'
import { useFollowUp, type FollowUpCall } from './use-follow-up.ts'
import { useHandedDraft } from './use-handed-draft.ts'
import { useThanks } from './use-thanks.ts'

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
  const thanks = useThanks(ticket, {
    onAdded: (added) => confirm(added, i18n.t('Comment added successfully.')),
    onFailure: fail,
  })
  const followUp = useFollowUp({ ticketId, composer, isOnline, place })
  useTakenBack(ticketId, giveBack)
  useHandedDraft({ viewerId, ticket, draft, handedWith: written.handedWith })

  function fail(error: unknown): void {
    toastFailure(failureWords(error), undefined, { place })
  }

  function giveBack(taken: Comment): void {
    // Nobody wrote it: as a draft it would be sent as words that open the ticket.
    if (thanks.isThanks(taken)) return
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
      fail(error)
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
    thank: thanks.thank,
    isThanking: thanks.isThanking,
    isUnsent: isWritten,
    isOnline,
    hasFailed: composer.hasFailed && isWritten,
    mention,
    /** Removes a draft that was handed over, unless something was written since. */
    removeHanded: (draft: string) =>
      composer.write((now) => (now.content === draft ? { content: '', handedBy: undefined } : {})),
    submit,
    /** Retries, without the status where another has been set since. @param assignToMe absent: as tried */
    submitAgain(assignToMe = written.triedAssign) {
      const isAsTried = [triedFrom.current, written.triedStatus].includes(ticket.status)
      return submit(isAsTried ? written.triedStatus : undefined, assignToMe)
    },
  }
}

export type WrittenComment = ReturnType<typeof useWrittenComment>
