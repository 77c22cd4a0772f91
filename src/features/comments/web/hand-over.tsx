import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useRef, useState, type KeyboardEvent } from 'react'
import { z } from 'zod'
import { newestOf } from '#features/tickets/web/latest-known.ts'
import { conflictWords } from '#features/tickets/web/change/change-choice.ts'
import { findSetter, useChangeTicket } from '#features/tickets/web/change/use-change-ticket.ts'
import { AssignPicker } from '#features/tickets/web/parts/assign-picker.tsx'
import type { CurrentUser, Person } from '#features/users/contract.ts'
import { nameOf } from '#features/users/web/person-name.ts'
import { i18n } from '#platform/contract/i18n.ts'
import { limits } from '#platform/contract/limits.ts'
import { draftKey } from '#platform/web/drafts/draft-key.ts'
import { randomKey } from '#platform/web/drafts/once-key.ts'
import { useDraft } from '#platform/web/drafts/use-draft.ts'
import { useOnline } from '#platform/web/hooks/use-online.ts'
import { messageIn } from '#platform/web/refusal.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Checkbox } from '#platform/web/ui/form/checkbox.tsx'
import { Field } from '#platform/web/ui/form/field.tsx'
import { Textarea } from '#platform/web/ui/form/textarea.tsx'
import { Dialog, DialogContent } from '#platform/web/ui/overlay/dialog.tsx'
import { toastFailure, toastSuccess } from '#platform/web/ui/overlay/toast-store.ts'
import { useWhileShown } from '#platform/web/ui/overlay/use-while-shown.ts'
import { mentionOf, type Comment, type CommentedTicket } from '../contract.ts'
import { AssigneeTaken, handOver, takeBackComment, undoLeftMs } from './api.ts'
import { MentionList } from './mention-list.tsx'
import { composerOf } from './take-back.ts'
import type { WrittenComment } from './written/use-written-comment.ts'

const Note = z.object({
  note: z.string(),
  mentioned: z.array(z.object({ id: z.string(), as: z.string() })),
})
type Note = z.infer<typeof Note>

interface Made {
  ticket: CommentedTicket
  /** The note, as the server has it. */
  comment: Comment
  note: Note
  /** Assignee before. */
  former: Person | null
  /** Draft that went along. */
  draft: string | undefined
}

type Change = ReturnType<typeof useChangeTicket>

/** Takes the whole back within the time of the note, later the assignment alone. */
async function undo(client: QueryClient, change: Change, made: Made): Promise<boolean> {
  const { ticket, comment, former } = made
  if (undoLeftMs(comment) > 0) {
    const taking = { ticketId: ticket.id, commentId: comment.id, idempotencyKey: randomKey() }
    const isBack = await takeBackComment(client, taking).then(
      () => true,
      () => false,
    )
    if (isBack) {
      toastSuccess(i18n.t('The hand-over was taken back.'))
      return true
    }
  }
  await change(newestOf(ticket), 'assignedToId', former?.id ?? null, former)
  return false
}

interface HandOverProps {
  ticket: CommentedTicket
  viewer: CurrentUser
  /** Half-written answer. */
  comment: WrittenComment
  onClose(): void
  onDone(to: Person): void
  onUndone(): void
}

/** Assigns the ticket with an internal comment, and with the half-written answer. */
export function HandOver({ ticket, viewer, comment, onClose, onDone, onUndone }: HandOverProps) {
  const client = useQueryClient()
  const handing = useMutation(handOver(client))
  const change = useChangeTicket()
  const isOnline = useOnline()
  const kept = useDraft(draftKey(viewer.id, 'hand-over', ticket.id), Note)
  const [{ note, mentioned }, setNote] = useState<Note>(kept.restored ?? { note: '', mentioned: [] })
  const [seen, setSeen] = useState(ticket)
  const [to, setTo] = useState<Person | null>(null)
  const [takesDraft, setTakesDraft] = useState(true)
  const [faults, setFaults] = useState<{ to?: string; note?: string }>({})
  const close = useWhileShown(onClose)
  const form = useRef<HTMLFormElement>(null)
  const textarea = useRef<HTMLTextAreaElement>(null)
  const [key, setKey] = useState(randomKey)
  const hasDraft = comment.isUnsent && !comment.isInternal && !comment.isSending

  function write(change: Partial<Note>): void {
    const next = { note, mentioned, ...change }
    setNote(next)
    setKey(randomKey())
    kept.save(next.note.trim() === '' ? undefined : next)
  }

  function choose(person: Person | null): void {
    setTo(person)
    setKey(randomKey())
    setFaults({})
  }

  async function send(): Promise<void> {
    if (handing.isPending || !isOnline) return
    if (to === null || note.trim() === '')
      return setFaults({
        ...(to === null && { to: i18n.t('Choose whom the ticket goes to') }),
        ...(note.trim() === '' && { note: i18n.t('{field} is required', { field: i18n.t('Note') }) }),
      })
    const draft = hasDraft && takesDraft ? comment.content : undefined
    const mentions = [...new Set(mentioned.filter(({ as }) => note.includes(as)).map(({ id }) => id))]
    try {
      const body = { assignedToId: to.id, note: note.trim(), mentions, ...(draft && { draft }) }
      const added = await handing.mutateAsync({ ticket: seen, ...body, idempotencyKey: key })
      done({ ticket, comment: added, note: { note, mentioned }, former: seen.assignedTo, draft }, to)
    } catch (error) {
      if (error instanceof AssigneeTaken) {
        const theirs = error.ticket.assignedTo
        setSeen({ ...seen, ...error.ticket })
        const by = await findSetter(client, ticket.id, 'assignedToId')
        return setFaults({ to: conflictWords.met(by, theirs ? nameOf(theirs) : i18n.t('Unassigned')) })
      }
      toastFailure(messageIn(error) ?? i18n.t('The ticket could not be handed over.'))
    }
  }

  function done(made: Made, person: Person): void {
    kept.saveNow(undefined)
    if (made.draft !== undefined) comment.removeHanded(made.draft)
    comment.keep()
    toastSuccess(i18n.t('Handed over to {name}.', { name: nameOf(person) }), {
      label: i18n.t('Undo'),
      onAction: () => void takeBack(made),
      isUndo: true,
    })
    close()
    onDone(person)
  }

  /** Returns the draft to the composer; a note that was taken back stands in the form again. */
  async function takeBack(made: Made): Promise<void> {
    onUndone()
    if (await undo(client, change, made)) kept.saveNow(made.note)
    if (made.draft === undefined) return
    const draft = { ...made.comment, content: made.draft, isInternal: false, mentions: [] }
    const giveBack = composerOf(ticket.id)
    if (giveBack) giveBack(draft)
    else comment.write({ content: made.draft })
    comment.keep()
  }

  function press(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return
    event.preventDefault()
    void send()
  }

  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent
        title={i18n.t('Hand over')}
        size="small"
        aria-describedby={undefined}
        onOpenAutoFocus={(event) => {
          event.preventDefault()
          form.current?.querySelector('button')?.focus()
        }}
      >
        <form
          ref={form}
          className="flex flex-col gap-4"
          onSubmit={(event) => {
            event.preventDefault()
            void send()
          }}
        >
          <Field label={i18n.t('To')} error={faults.to}>
            <AssignPicker value={to} isRequired onPick={choose} />
          </Field>
          <Field
            label={i18n.t('Note')}
            hint={i18n.t('An internal comment. @ mentions others.')}
            error={faults.note}
          >
            <Textarea
              ref={textarea}
              rows={4}
              maxLength={limits.comment}
              value={note}
              aria-autocomplete="list"
              onKeyDown={press}
              onChange={(event) => write({ note: event.target.value })}
            />
          </Field>
          <MentionList
            ticketId={ticket.id}
            isInternal
            textarea={textarea}
            onPick={(text, person) =>
              write({
                note: text,
                mentioned: [...mentioned, { id: person.id, as: mentionOf(person) }],
              })
            }
          />
          {hasDraft && (
            <div className="min-w-0">
              <Checkbox checked={takesDraft} onChange={(event) => setTakesDraft(event.target.checked)}>
                {i18n.t('With my draft')}
              </Checkbox>
              <p dir="auto" className="mt-1 truncate border-s-2 border-border ps-2 text-meta text-muted">
                {comment.content}
              </p>
            </div>
          )}
          <div className="flex justify-end gap-2">
            <Button onClick={onClose}>{i18n.t('Cancel')}</Button>
            <Button
              type="submit"
              variant="primary"
              disabled={!isOnline}
              busy={handing.isPending}
              busyLabel={i18n.t('Handing over...')}
            >
              {i18n.t('Hand over')}
            </Button>
          </div>
        </form>
      </DialogContent>
    </Dialog>
  )
}
