import { i18n } from '#platform/contract/i18n.ts'
import { useState } from 'react'
import type { CurrentUser } from '#features/users/contract.ts'
import { Dialog, DialogContent } from '#platform/web/ui/overlay/dialog.tsx'
import { toFirstField } from '#platform/web/ui/form/to-first-field.ts'
import type { SavedAnswer } from '../contract.ts'
import { AnswerForm } from './answer-form.tsx'
import { AnswersList } from './answers-list.tsx'

interface SavedAnswersDialogProps {
  viewer: CurrentUser
  /** Text of a new answer; absent: the list is shown. */
  text?: string
  onClose(): void
}

export function SavedAnswersDialog({ viewer, text, onClose }: SavedAnswersDialogProps) {
  const [edited, setEdited] = useState<SavedAnswer | 'new' | undefined>(
    text === undefined ? undefined : 'new',
  )
  const list = () => setEdited(undefined)
  const close = text === undefined ? list : onClose
  const title = edited === 'new' ? i18n.t('New Saved Answer') : i18n.t('Edit Saved Answer')
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent
        title={edited ? title : i18n.t('Saved Answers')}
        description={
          edited ? undefined : i18n.t('In a comment, type / at the beginning of a line to insert one.')
        }
        {...(edited && { 'aria-describedby': undefined })}
        onOpenAutoFocus={toFirstField}
      >
        {edited ? (
          <AnswerForm
            viewer={viewer}
            answer={edited === 'new' ? undefined : edited}
            text={text}
            onDone={close}
          />
        ) : (
          <AnswersList viewer={viewer} onEdit={setEdited} onAdd={() => setEdited('new')} />
        )}
      </DialogContent>
    </Dialog>
  )
}
