import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { unresolvedStatuses } from '#features/tickets/contract.ts'
import { canChange, canSeeInternal } from '#features/tickets/policy.ts'
import { shownNumber } from '#features/tickets/web/parts/shown-number.ts'
import { FileDropZone } from '#features/uploads/web/file-drop-zone.tsx'
import { AttachButton } from '#features/uploads/web/file-picker.tsx'
import { UploadRows } from '#features/uploads/web/upload-rows.tsx'
import type { CurrentUser } from '#features/users/contract.ts'
import { i18n } from '#platform/contract/i18n.ts'
import { isOneOf } from '#platform/contract/narrowing.ts'
import { useActions } from '#platform/web/actions/actions.ts'
import { useFocusAction } from '#platform/web/actions/use-focus-action.ts'
import { cn } from '#platform/web/cn.ts'
import { isInside } from '#platform/web/ui/overlay/is-inside.ts'
import { DraftNote } from '#platform/web/drafts/draft-note.tsx'
import { modifierKey } from '#platform/web/modifier-key.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Checkbox } from '#platform/web/ui/form/checkbox.tsx'
import { Field } from '#platform/web/ui/form/field.tsx'
import { Textarea } from '#platform/web/ui/form/textarea.tsx'
import { WritePreview } from '#platform/web/ui/form/write-preview.tsx'
import { Kbd } from '#platform/web/ui/kbd.tsx'
import { isFocusLost } from '#platform/web/ui/overlay/return-focus.ts'
import { ToastPlace } from '#platform/web/ui/overlay/toast.tsx'
import { reveal } from '#platform/web/ui/tabs.tsx'
import { lazyExtra } from '#platform/web/ui/part-boundary.tsx'
import { type CommentedTicket, answerStatuses, type AnswerStatus } from '../contract.ts'
import { answers, writeComment } from './actions.ts'
import { ComposerMode, ReadersLine, useAddressee, useIsUnreadable } from './composer-mode.tsx'
import { SendButtons } from './send-buttons.tsx'
import type { WrittenComment } from './written/use-written-comment.ts'
import './composer.css'

const ComposerLists = lazyExtra(() => import('./composer-lists.tsx'), 'ComposerLists')

/** Choice of a person of the desk who answers an unassigned ticket. */
export interface Assigning {
  isOn: boolean
  onChange(isOn: boolean): void
}

interface CommentBoxProps {
  comment: WrittenComment
  ticket: CommentedTicket
  viewer: CurrentUser
  /** A client's word opens the finished ticket again. */
  reopens: boolean
  assigning?: Assigning | undefined
  /** Names others who are writing. */
  writing?: ReactNode
  /** Offered where no person of the company can read the ticket. */
  giveReader?: ReactNode
  onAdded(): void
}

/** Edits a comment; Ctrl+Enter or Cmd+Enter adds it. */
export function CommentBox(props: CommentBoxProps) {
  const { comment, ticket, viewer } = props
  return canSeeInternal(viewer) ? (
    <StaffBox {...props} />
  ) : (
    <Box
      {...props}
      statuses={[]}
      placeholder={clientWords(props)}
      thanks={
        ticket.status === 'resolved' &&
        !comment.isUnsent &&
        !hasSpokenSince(ticket, viewer.id) && (
          <Button busy={comment.isThanking} disabled={!comment.isOnline} onClick={() => void comment.thank()}>
            {i18n.t('It works, thank you')}
          </Button>
        )
      }
    />
  )
}

const hasSpokenSince = ({ comments, resolvedAt }: CommentedTicket, id: string) =>
  comments.some(({ user, createdAt }) => user.id === id && createdAt > (resolvedAt ?? ''))

function clientWords({ comment, ticket, reopens }: CommentBoxProps): string {
  if (comment.isFollowUp)
    return i18n.t('This ticket is closed. Write here to submit a new one that continues it.')
  return reopens && !isOneOf(unresolvedStatuses, ticket.status)
    ? i18n.t('Still not working? Write here and the ticket opens again.')
    : i18n.t('Add a comment...')
}

function StaffBox(props: CommentBoxProps) {
  const { comment, ticket, viewer, assigning } = props
  const addressee = useAddressee(ticket)
  const isUnreadable = useIsUnreadable(ticket)
  const statuses = canChange(viewer) ? answerStatuses.filter((status) => status !== ticket.status) : []
  return (
    <Box
      {...props}
      statuses={statuses}
      addressee={addressee}
      giveReader={isUnreadable && !comment.isInternal && props.giveReader}
      placeholder={comment.isInternal ? i18n.t('Add an internal comment...') : i18n.t('Add a comment...')}
      assign={
        assigning &&
        !comment.isInternal && (
          <Checkbox
            className="ms-3"
            checked={assigning.isOn}
            onChange={(event) => assigning.onChange(event.target.checked)}
          >
            {i18n.t('Assign to me')}
          </Checkbox>
        )
      }
    />
  )
}

interface BoxProps extends CommentBoxProps {
  statuses: readonly AnswerStatus[]
  addressee?: string | undefined
  placeholder: string
  /** Stands beside the button that sends. */
  thanks?: ReactNode
  assign?: ReactNode
}

function Box({
  comment,
  ticket,
  viewer,
  assigning,
  writing,
  giveReader,
  onAdded,
  statuses,
  addressee,
  placeholder,
  thanks,
  assign,
}: BoxProps) {
  const isForStaff = canSeeInternal(viewer)
  const maySend = comment.isUnsent && comment.isOnline
  const box = useRef<HTMLFormElement>(null)
  const textarea = useRef<HTMLTextAreaElement>(null)
  /** Takes one line until the first touch. */
  const [isUsed, setUsed] = useState(false)
  /** An internal comment with a status was asked about, and not changed since. */
  const [asked, setAsked] = useState<string>()
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
  const isAsked = comment.isInternal && asked === comment.content
  // An internal comment has no such choice. Without one at a reply, a retry is as tried.
  const assignsMe = comment.isInternal ? false : assigning?.isOn

  async function add(status?: AnswerStatus) {
    if (comment.unseen.length > 0) return review()
    if (status !== undefined && comment.isInternal && addressee !== undefined && !isAsked)
      return setAsked(comment.content)
    await sent(comment.submit(status, assignsMe))
  }

  async function addAgain() {
    if (comment.unseen.length > 0) return review()
    await sent(comment.submitAgain(assignsMe))
  }

  /** Shows the first word that has come since the reply was begun; the next press adds the reply. */
  function review(): void {
    const [first] = comment.unseen
    const row = first && document.getElementById(first.key)
    if (row) {
      reveal(row)
      row.scrollIntoView({ block: 'center' })
    }
    comment.review()
  }

  async function sent(sending: Promise<boolean>) {
    if (await sending) onAdded()
    // The person may have begun to write elsewhere.
    if (isFocusLost() || box.current?.contains(document.activeElement))
      box.current?.querySelector('textarea')?.focus()
  }

  function press(event: KeyboardEvent) {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return
    if (!isInside(event)) return
    event.preventDefault()
    // Adds only the comment to a resolved ticket.
    void add(event.shiftKey && statuses.includes('resolved') ? 'resolved' : undefined)
  }

  return (
    <form
      ref={box}
      data-resting={!(isUsed || thanks || comment.isUnsent || comment.isInternal) || undefined}
      className="composer no-print flex flex-col gap-2"
      // Capture, before the focused element handles Enter itself.
      onKeyDownCapture={press}
      onFocusCapture={() => setUsed(true)}
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
        {isForStaff && <ComposerMode comment={comment} ticket={ticket} />}
        <Field
          label={i18n.t('Add a comment')}
          hideLabel
          hint={isForStaff && <ReadersLine comment={comment} />}
          error={errorOf(comment)}
        >
          <WritePreview text={comment.content} isBesideLabel={isForStaff}>
            <Textarea
              ref={textarea}
              rows={1}
              placeholder={placeholder}
              className={cn(
                'max-h-[35dvh]! min-h-11! resize-none!',
                comment.isInternal && 'border-amber-solid! bg-internal! outline-amber-solid!',
              )}
              value={comment.content}
              aria-autocomplete={isForStaff ? 'list' : undefined}
              onChange={(event) => comment.write({ content: event.target.value })}
            />
          </WritePreview>
        </Field>
        {giveReader}
        <UploadRows uploads={comment.uploads} compact />
      </FileDropZone>
      {isAsked && addressee !== undefined && (
        <p role="alert" className="text-meta text-amber-fg">
          {i18n.t('{name} will see the new status without a reply. Add it again to go on.', {
            name: addressee,
          })}
        </p>
      )}
      <div className="composer-tools flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="flex items-center">
          <AttachButton uploads={comment.uploads} />
          {isForStaff && (
            <ComposerLists comment={comment} ticket={ticket} viewer={viewer} textarea={textarea} />
          )}
          {assign}
        </span>
        {(comment.isRestored || (comment.isUnsent && comment.handedBy !== undefined)) && (
          <DraftNote from={comment.handedBy} onDiscard={comment.discard} />
        )}
        <span className="ms-auto flex flex-wrap items-center justify-end gap-x-2 gap-y-1">
          {writing}
          <ToastPlace name={comment.place} />
          {comment.isOnline ? (
            <SendHint onSend={comment.hasFailed && (() => void addAgain())} />
          ) : (
            <span className="text-meta font-normal text-muted">
              {i18n.t('You are offline. Your text is kept.')}
            </span>
          )}
          {thanks}
          <SendButtons
            {...{ comment, statuses, isForStaff, maySend, addressee }}
            onAdd={(status) => void add(status)}
          />
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
