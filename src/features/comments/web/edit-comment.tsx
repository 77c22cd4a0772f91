import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type KeyboardEvent } from 'react'
import { i18n } from '#platform/contract/i18n.ts'
import { limits } from '#platform/contract/limits.ts'
import { CallError } from '#platform/web/call.ts'
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

/** Takes the place of the comment's text; a refused text stays in the box. */
export function EditComment({ ticketId, comment, onClose }: EditCommentProps) {
  const editing = useMutation(editComment(useQueryClient(), ticketId))
  const [content, setContent] = useState(comment.content)
  useEscape(true, onClose)
  const { error } = editing
  const refusal = (error instanceof CallError && error.serverMessage) || i18n.t('Failed to edit the comment.')

  async function save() {
    if (content.trim() === '') return
    if (content.trim() !== comment.content)
      await editing.mutateAsync({ id: comment.id, content }).then(onClose, () => undefined)
    else onClose()
  }
  function press(event: KeyboardEvent) {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return
    event.preventDefault()
    event.stopPropagation()
    void save()
  }
  return (
    <form
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
          onChange={(event) => setContent(event.target.value)}
        />
      </Field>
      <div className="flex justify-end gap-2">
        <Button size="small" onClick={onClose}>
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
