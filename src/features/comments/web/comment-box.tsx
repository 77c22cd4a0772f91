import { useQuery } from '@tanstack/react-query'
import { Lock, Users } from 'lucide-react'
import { useRef, type KeyboardEvent, type ReactNode } from 'react'
import { canChange, canSeeInternal } from '#features/tickets/policy.ts'
import { shownNumber } from '#features/tickets/web/parts/shown-number.ts'
import { FileDropZone } from '#features/uploads/web/file-drop-zone.tsx'
import { AttachButton } from '#features/uploads/web/file-picker.tsx'
import { UploadRows } from '#features/uploads/web/upload-rows.tsx'
import type { CurrentUser } from '#features/users/contract.ts'
import { i18n } from '#platform/contract/i18n.ts'
import { useActions } from '#platform/web/actions/actions.ts'
import { useFocusAction } from '#platform/web/actions/use-focus-action.ts'
import { cn } from '#platform/web/cn.ts'
import { DraftNote } from '#platform/web/drafts/draft-note.tsx'
import { modifierKey } from '#platform/web/modifier-key.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Field } from '#platform/web/ui/form/field.tsx'
import { Textarea } from '#platform/web/ui/form/textarea.tsx'
import { WritePreview } from '#platform/web/ui/form/write-preview.tsx'
import { Kbd } from '#platform/web/ui/kbd.tsx'
import { isFocusLost } from '#platform/web/ui/overlay/return-focus.ts'
import { ToastPlace } from '#platform/web/ui/overlay/toast.tsx'
import { lazyExtra } from '#platform/web/ui/part-boundary.tsx'
import { type CommentedTicket, answerStatuses, type AnswerStatus } from '../contract.ts'
import { addComment, answers, writeComment } from './actions.ts'
import { commentReaders } from './api.ts'
import { internalLook } from './internal-look.ts'
import { readerWords } from './reader-words.ts'
import type { WrittenComment } from './use-written-comment.ts'

const ComposerLists = lazyExtra(() => import('./composer-lists.tsx'), 'ComposerLists')
const AnswerMenu = lazyExtra(() => import('./answer-menu.tsx'), 'AnswerMenu')

/** Edits a comment; Ctrl+Enter or Cmd+Enter adds it. */
export function CommentBox({
  comment,
  ticket,
  viewer,
  onAdded,
}: {
  comment: WrittenComment
  ticket: CommentedTicket
  viewer: CurrentUser
  onAdded(): void
}) {
  const mayBeInternal = canSeeInternal(viewer)
  const statuses = canChange(viewer) ? answerStatuses.filter((status) => status !== ticket.status) : []
  const maySend = comment.isUnsent && comment.isOnline
  const box = useRef<HTMLFormElement>(null)

  const textarea = useRef<HTMLTextAreaElement>(null)
  useFocusAction(writeComment, textarea)

  useActions(
    maySend
      ? statuses.map((status) => ({
          ...answers[status],
          heading: shownNumber(ticket),
          run: () => void add(status),
        }))
      : [],
  )

  async function add(status?: AnswerStatus) {
    await sent(comment.submit(status))
  }

  async function sent(sending: Promise<boolean>) {
    if (await sending) onAdded()
    // The person may have begun to write elsewhere.
    if (isFocusLost() || box.current?.contains(document.activeElement))
      box.current?.querySelector('textarea')?.focus()
  }

  function press(event: KeyboardEvent) {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return
    event.preventDefault()
    // Adds only the comment to a resolved ticket.
    void add(event.shiftKey && statuses.includes('resolved') ? 'resolved' : undefined)
  }

  return (
    <form
      ref={box}
      className="no-print flex flex-col gap-2"
      // Capture, before the focused element handles Enter itself.
      onKeyDownCapture={press}
      onSubmit={(event) => {
        event.preventDefault()
        void add()
      }}
    >
      <FileDropZone
        uploads={comment.uploads}
        invitation={i18n.t('Drop files to add them to your comment')}
        className="flex flex-col gap-2"
      >
        {mayBeInternal && <InternalSwitch comment={comment} />}
        <Field
          label={i18n.t('Add a comment')}
          hideLabel
          hint={mayBeInternal && <ReadersLine comment={comment} />}
          error={errorOf(comment)}
        >
          <WritePreview text={comment.content} isBesideLabel={mayBeInternal}>
            <Textarea
              ref={textarea}
              placeholder={
                comment.isInternal ? i18n.t('Add an internal comment...') : i18n.t('Add a comment...')
              }
              className={cn(
                'max-h-[35dvh]! min-h-16! resize-none!',
                comment.isInternal && 'border-amber-solid! bg-internal! outline-amber-solid!',
              )}
              value={comment.content}
              aria-autocomplete={mayBeInternal ? 'list' : undefined}
              onChange={(event) => comment.write({ content: event.target.value })}
            />
          </WritePreview>
        </Field>
        <UploadRows uploads={comment.uploads} compact />
      </FileDropZone>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="flex items-center">
          <AttachButton uploads={comment.uploads} />
          {mayBeInternal && (
            <ComposerLists comment={comment} ticket={ticket} viewer={viewer} textarea={textarea} />
          )}
        </span>
        {comment.isRestored && <DraftNote onDiscard={comment.discard} />}
        <span className="ms-auto flex flex-wrap items-center justify-end gap-x-2 gap-y-1">
          <ToastPlace name={comment.place} />
          {comment.isOnline ? (
            <SendHint onSend={comment.hasFailed && (() => void sent(comment.submitAgain()))} />
          ) : (
            <span className="text-meta font-normal text-muted">
              {i18n.t('You are offline. Your text is kept.')}
            </span>
          )}
          <span className="flex gap-px">
            <Button
              type="submit"
              variant="primary"
              className={cn(statuses.length > 0 && 'rounded-e-none!', comment.isInternal && internalLook)}
              disabled={!maySend}
              busy={comment.isSending}
            >
              {mayBeInternal ? <AddLabel isInternal={comment.isInternal} /> : addComment.label}
            </Button>
            {statuses.length > 0 && (
              <span className="w-8 flex-none pointer-coarse:w-11">
                <AnswerMenu
                  statuses={statuses}
                  isInternal={comment.isInternal}
                  disabled={!maySend || comment.isSending}
                  onPick={(status) => void add(status)}
                />
              </span>
            )}
          </span>
        </span>
      </div>
    </form>
  )
}

/** Explains why the comment was not added, could not be sent, or may be stored. */
function errorOf({ hasFailed, isUnknown, wasThere, refusal, fileError }: WrittenComment): string | undefined {
  if (isUnknown)
    return i18n.t('This comment may have been added. If you add it again, it is still added only once.')
  if (!hasFailed) return fileError
  if (wasThere) return i18n.t('Your comment was added before you changed it. Your changes are not included.')
  return refusal === undefined
    ? i18n.t('This comment was not added. Your text is kept.')
    : i18n.t('This comment was not added: {reason}', { reason: refusal })
}

/** Shows the keys that send a comment, or a button after a failure. Nothing is sent automatically. */
const SendHint = ({ onSend }: { onSend: (() => void) | false }) =>
  onSend ? (
    <Button variant="link" size="small" onClick={onSend}>
      {i18n.t('Send now')}
    </Button>
  ) : (
    <span aria-hidden className="flex items-center gap-1 pointer-coarse:hidden max-md:hidden">
      <Kbd>{modifierKey()}</Kbd>
      <Kbd>{i18n.t('Enter')}</Kbd>
    </span>
  )

const InternalSwitch = ({ comment }: { comment: WrittenComment }) => (
  // Keeps one line with the tabs, also where a finger needs more room.
  <label
    className={cn(
      'choice self-start pointer-coarse:-mb-3',
      comment.isInternal && 'font-medium text-amber-fg',
    )}
  >
    <input
      type="checkbox"
      className={cn('switch', comment.isInternal && 'bg-amber-solid!')}
      checked={comment.isInternal}
      onChange={(event) => comment.write({ isInternal: event.target.checked })}
    />
    <span>{i18n.t('Internal comment')}</span>
  </label>
)

interface EitherProps {
  isInternal: boolean
  /** Uses all the width, and as many lines as it takes. */
  isLine?: boolean
  forClients: ReactNode
  forTeam: ReactNode
}

/** Keeps both in one place, one hidden, so that nothing moves at a switch. */
function Either({ isInternal, isLine = false, forClients, forTeam }: EitherProps) {
  const look = cn('gap-1.5', isLine && 'min-w-0 justify-start! wrap-anywhere')
  return (
    <span className={cn('btn-label', isLine && 'w-full grid-cols-[minmax(0,1fr)]')}>
      <span className={cn(look, isInternal && 'invisible')}>{forClients}</span>
      <span className={cn(look, !isInternal && 'invisible')}>{forTeam}</span>
    </span>
  )
}

/** Keeps "Add Comment" for both, so that people find it. */
const AddLabel = ({ isInternal }: { isInternal: boolean }) => (
  <Either
    isInternal={isInternal}
    forClients={addComment.label}
    forTeam={
      <>
        <Lock aria-hidden className="size-3.5!" />
        {i18n.t('Add Comment Internally')}
      </>
    }
  />
)

/** Names the readers by the server's policy. */
function ReadersLine({ comment: { ticketId, isInternal } }: { comment: WrittenComment }) {
  const { data, isError } = useQuery(commentReaders(ticketId))
  const unknown = isError && i18n.t('Visible to everyone who can see this ticket')
  return (
    <Either
      isInternal={isInternal}
      isLine
      forClients={
        <>
          <Users aria-hidden className="size-3.5! flex-none" />
          {data ? readerWords(data) : unknown}
        </>
      }
      forTeam={
        <>
          <Lock aria-hidden className="size-3.5! flex-none text-amber-fg" />
          <span className="text-amber-fg">{i18n.t('Visible to your team only')}</span>
        </>
      }
    />
  )
}
