import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState, type KeyboardEvent } from 'react'
import { z } from 'zod'
import { i18n } from '#platform/contract/i18n.ts'
import { limits } from '#platform/contract/limits.ts'
import { CallError } from '#platform/web/call.ts'
import { draftKey } from '#platform/web/drafts/draft-key.ts'
import { useDraft } from '#platform/web/drafts/use-draft.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Field } from '#platform/web/ui/form/field.tsx'
import { Textarea } from '#platform/web/ui/form/textarea.tsx'
import { useEscape } from '#platform/web/ui/overlay/use-escape.ts'
import type { Comment } from '../contract.ts'
import { editComment } from './api.ts'

interface EditCommentProps {
  ticketId: string
  comment: Comment
  onClose(): void
}

const focus = (box: HTMLTextAreaElement | null) => box?.focus()

/** Takes the place of the comment's text. A refused text stays in the box, one that was left is there at the next edit. */
export function EditComment({ ticketId, comment, onClose }: EditCommentProps) {
  const editing = useMutation(editComment(useQueryClient(), ticketId))
  const kept = useDraft(draftKey(comment.user.id, 'edit', comment.id), z.string())
  const [content, setContent] = useState(kept.restored ?? comment.content)
  const form = useRef<HTMLFormElement>(null)
  useEscape(true, () => {
    if (!form.current?.contains(document.activeElement)) return false
    onClose()
    return true
  })
  const { error } = editing
  const refusal = (error instanceof CallError && error.serverMessage) || i18n.t('Failed to edit the comment.')

  function write(text: string) {
    setContent(text)
    kept.save(text === comment.content ? undefined : text)
  }
  function close() {
    kept.saveNow(undefined)
    onClose()
  }
  async function save() {
    if (content.trim() === '') return
    if (content.trim() !== comment.content)
      await editing.mutateAsync({ id: comment.id, content }).then(close, () => undefined)
    else close()
  }
  function press(event: KeyboardEvent) {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return
    event.preventDefault()
    event.stopPropagation()
    void save()
  }
  return (
    <form
      ref={form}
      className="no-print mt-1 flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <Field label={i18n.t('Your comment')} hideLabel error={editing.isError ? refusal : undefined}>
        <Textarea
          ref={focus}
          rows={4}
          onKeyDown={press}
          maxLength={limits.comment}
          value={content}
          readOnly={editing.isPending}
          onChange={(event) => write(event.target.value)}
        />
      </Field>
      <div className="flex justify-end gap-2">
        <Button size="small" onClick={close}>
          {i18n.t('Cancel')}
        </Button>
        <Button
          size="small"
          type="submit"
          variant="primary"
          disabled={content.trim() === ''}
          busy={editing.isPending}
        >
          {i18n.t('Save')}
        </Button>
      </div>
    </form>
  )
}
