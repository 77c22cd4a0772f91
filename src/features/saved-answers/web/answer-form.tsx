import { i18n } from '#platform/contract/i18n.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, type RefObject } from 'react'
import { useWatch, type UseFormRegister } from 'react-hook-form'
import { z } from 'zod'
import { staff, type CurrentUser } from '#features/users/contract.ts'
import { everybodyOf } from '#features/users/web/everybody-of.ts'
import { changedOr, changedValues, keysOf } from '#platform/contract/records.ts'
import { DraftNote } from '#platform/web/drafts/draft-note.tsx'
import { draftKey } from '#platform/web/drafts/draft-key.ts'
import { useDraft } from '#platform/web/drafts/use-draft.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Checkbox } from '#platform/web/ui/form/checkbox.tsx'
import { Field } from '#platform/web/ui/form/field.tsx'
import { Input } from '#platform/web/ui/form/input.tsx'
import { Textarea } from '#platform/web/ui/form/textarea.tsx'
import { useServerForm } from '#platform/web/ui/form/use-server-form.ts'
import { putBeforeCaret } from '#platform/web/ui/form/use-typed-list.ts'
import { WritePreview } from '#platform/web/ui/form/write-preview.tsx'
import { toastFailure, toastSuccess } from '#platform/web/ui/overlay/toast-store.ts'
import { useWhileShown } from '#platform/web/ui/overlay/use-while-shown.ts'
import { NewSavedAnswer, variables, type SavedAnswer } from '../contract.ts'
import { canShareAnswers } from '../policy.ts'
import { changeSavedAnswer, createSavedAnswer } from './api.ts'

interface AnswerFormProps {
  viewer: CurrentUser
  answer: SavedAnswer | undefined
  text: string | undefined
  onDone(): void
}

const Written = z
  .object({ title: z.string(), text: z.string(), sharedWith: NewSavedAnswer.shape.sharedWith.unwrap() })
  .partial()
type Written = z.infer<typeof Written>

/** Keeps only changed values of an existing answer: other people may change the rest. */
function keptOf(values: Written, begun: Written | undefined): Written | undefined {
  if (!begun) return ((values.title ?? '') + (values.text ?? '')).trim() === '' ? undefined : values
  const changed = changedValues(begun, values)
  return keysOf(changed).length > 0 ? changed : undefined
}

/** Edits an answer. The values are kept as a draft until saved or cancelled. */
export function AnswerForm({ viewer, answer, text, onDone }: AnswerFormProps) {
  const draft = useDraft(draftKey(viewer.id, 'answer', answer?.id), Written)
  const isDrafted = text === undefined
  const [isRestored, setRestored] = useState(isDrafted && draft.restored !== undefined)
  const queryClient = useQueryClient()
  const creating = useMutation(createSavedAnswer(queryClient))
  const changing = useMutation(changeSavedAnswer(queryClient))
  const mayShare = canShareAnswers(viewer)
  const [begun] = useState(
    answer && { title: answer.title, text: answer.text, sharedWith: answer.sharedWith },
  )
  const first = begun ?? { title: '', text: text ?? '', sharedWith: [] }
  const { register, control, setValue, reset, subscribe, formState, props } = useServerForm(NewSavedAnswer, {
    defaultValues: isRestored ? { ...first, ...draft.restored } : first,
    send: save,
    isDrafted,
    refused: (said) => toastFailure(said?.serverMessage ?? i18n.t('The answer could not be saved.')),
  })
  const { errors, isSubmitting } = formState
  const textarea = useRef<HTMLTextAreaElement>(null)
  const { ref: registerText, ...textField } = register('text')
  const written = useWatch({ control, name: 'text' })
  useEffect(() => {
    if (!isDrafted) return undefined
    return subscribe({
      formState: { values: true },
      callback: ({ values }) => draft.save(keptOf(values, begun)),
    })
  }, [subscribe, draft, isDrafted, begun])

  async function save({ sharedWith, ...rest }: NewSavedAnswer) {
    const values = mayShare ? { ...rest, sharedWith } : rest
    if (answer && begun) {
      const change = changedOr<NewSavedAnswer>({ title: answer.title }, begun, { ...begun, ...values })
      await changing.mutateAsync({ id: answer.id, change })
    } else await creating.mutateAsync(values)
    toastSuccess(i18n.t('Answer “{title}” saved.', { title: rest.title }))
    finish()
  }
  const close = useWhileShown(onDone)
  function finish() {
    if (isDrafted) draft.saveNow(undefined)
    close()
  }
  function discard() {
    reset(first)
    draft.saveNow(undefined)
    setRestored(false)
  }

  const write = (content: string) => setValue('text', content, { shouldDirty: true })
  return (
    <form {...props} className="flex flex-col gap-4" aria-label={i18n.t('Saved answer')}>
      {isRestored && <DraftNote onDiscard={discard} />}
      <Field label={i18n.t('Title')} error={errors.title?.message}>
        <Input {...register('title')} autoComplete="off" />
      </Field>
      <Field
        label={i18n.t('Text')}
        hint={i18n.t('Markdown works here, as it does in comments.')}
        error={errors.text?.message}
      >
        <WritePreview text={written} isBesideLabel>
          <Textarea
            {...textField}
            ref={(element) => {
              textarea.current = element
              registerText(element)
            }}
            className="max-h-[35dvh]! min-h-36!"
          />
        </WritePreview>
      </Field>
      <VariableButtons textarea={textarea} onWrite={write} />
      {mayShare && <SharedWith register={register} />}
      <div className="form-foot">
        <Button onClick={finish}>{i18n.t('Cancel')}</Button>
        <Button type="submit" variant="primary" busy={isSubmitting} busyLabel={i18n.t('Saving...')}>
          {i18n.t('Save Answer')}
        </Button>
      </div>
    </form>
  )
}

interface VariableButtonsProps {
  textarea: RefObject<HTMLTextAreaElement | null>
  onWrite(content: string): void
}

function VariableButtons({ textarea, onWrite }: VariableButtonsProps) {
  return (
    <div
      role="group"
      aria-label={i18n.t('Insert a variable')}
      // Hidden during the preview, which has no cursor.
      className="flex flex-wrap items-center gap-1.5 in-[form:has([role=tabpanel][hidden]_textarea)]:invisible"
    >
      <span aria-hidden className="text-meta font-normal text-muted">
        {i18n.t('Filled in when it is inserted:')}
      </span>
      {variables.map((name) => (
        <Button
          key={name}
          size="small"
          onClick={() => textarea.current && putBeforeCaret(textarea.current, `{{${name}}}`, 0, onWrite)}
        >
          {name}
        </Button>
      ))}
    </div>
  )
}

function SharedWith({ register }: { register: UseFormRegister<z.input<typeof NewSavedAnswer>> }) {
  return (
    <fieldset className="flex flex-col gap-1.5">
      <legend className="mb-1.5 font-medium">{i18n.t('Shared with')}</legend>
      <div className="flex flex-wrap gap-x-5 gap-y-1">
        {staff.map((role) => (
          <Checkbox key={role} value={role} {...register('sharedWith')}>
            {everybodyOf[role]}
          </Checkbox>
        ))}
      </div>
    </fieldset>
  )
}
