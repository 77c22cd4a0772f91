import { Lock } from 'lucide-react'
import { useRef, type KeyboardEvent } from 'react'
import { FileDropZone } from '#features/uploads/web/file-drop-zone.tsx'
import { AttachButton } from '#features/uploads/web/file-picker.tsx'
import { UploadRows } from '#features/uploads/web/upload-rows.tsx'
import { useFocusAction } from '#platform/web/actions/use-focus-action.ts'
import { cn } from '#platform/web/cn.ts'
import { modifierKey } from '#platform/web/modifier-key.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Checkbox } from '#platform/web/ui/form/checkbox.tsx'
import { Field } from '#platform/web/ui/form/field.tsx'
import { Kbd } from '#platform/web/ui/kbd.tsx'
import { Textarea } from '#platform/web/ui/form/textarea.tsx'
import { WritePreview } from '#platform/web/ui/form/write-preview.tsx'
import { DraftNote } from '#platform/web/drafts/draft-note.tsx'
import { addComment, writeComment } from './actions.ts'
import { mentionOf } from '../contract.ts'
import { MentionList } from './mention-list.tsx'
import { useMentionList } from './use-mention-list.ts'
import type { WrittenComment } from './use-written-comment.ts'

/** Where a comment is written; Ctrl+Enter or Cmd+Enter adds it. */
export function CommentBox({
  comment,
  mayBeInternal,
  onAdded,
}: {
  comment: WrittenComment
  mayBeInternal: boolean
  onAdded(): void
}) {
  const box = useRef<HTMLFormElement>(null)

  const textarea = useRef<HTMLTextAreaElement>(null)
  useFocusAction(writeComment, textarea)
  const names = useMentionList({
    ticketId: comment.ticketId,
    isOffered: mayBeInternal && comment.isInternal,
    textarea,
    onPick: (content, person) => comment.mention(content, person.id, mentionOf(person)),
  })

  async function add() {
    if (await comment.submit()) onAdded()
    box.current?.querySelector('textarea')?.focus()
  }

  function press(event: KeyboardEvent) {
    if (names.press(event)) return
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return
    event.preventDefault()
    void add()
  }

  return (
    <form
      ref={box}
      className="no-print flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        void add()
      }}
    >
      <FileDropZone uploads={comment.uploads} to="your comment" className="flex flex-col gap-2">
        <Field
          label="Add a comment"
          hideLabel
          error={comment.hasFailed ? 'This comment was not added. Your text is kept.' : comment.fileError}
        >
          <WritePreview text={comment.content}>
            <Textarea
              ref={textarea}
              placeholder={comment.isInternal ? 'Add an internal comment...' : 'Add a comment...'}
              className={cn(
                'max-h-[35dvh]! min-h-16! resize-none!',
                comment.isInternal && 'border-amber-solid! bg-internal! outline-amber-solid!',
              )}
              value={comment.content}
              onChange={(event) => {
                comment.write({ content: event.target.value })
                names.look()
              }}
              onKeyDown={press}
              onSelect={names.look}
              onBlur={names.close}
              {...names.field}
            />
          </WritePreview>
        </Field>
        <MentionList list={names} textarea={textarea} />
        <UploadRows uploads={comment.uploads} compact />
      </FileDropZone>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <AttachButton uploads={comment.uploads} />
        {mayBeInternal && (
          <Checkbox
            checked={comment.isInternal}
            onChange={(event) => comment.write({ isInternal: event.target.checked })}
          >
            Internal comment
          </Checkbox>
        )}
        {comment.isInternal && (
          <span className="inline-flex items-center gap-1 text-meta text-amber-fg max-sm:sr-only">
            <Lock aria-hidden className="size-3.5!" />
            Not shown to clients
          </span>
        )}
        {comment.isRestored && <DraftNote onDiscard={comment.discard} />}
        <span className="ms-auto flex items-center gap-2">
          <span aria-hidden className="flex items-center gap-1 pointer-coarse:hidden max-md:hidden">
            <Kbd>{modifierKey}</Kbd>
            <Kbd>Enter</Kbd>
          </span>
          <Button type="submit" variant="primary" disabled={!comment.isUnsent} busy={comment.isSending}>
            {addComment.label}
          </Button>
        </span>
      </div>
    </form>
  )
}
