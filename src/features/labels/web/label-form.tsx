import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { i18n } from '#platform/contract/i18n.ts'
import { changedOr } from '#platform/contract/records.ts'
import { StatusDot } from '#platform/web/ui/badge.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Field } from '#platform/web/ui/form/field.tsx'
import { Input } from '#platform/web/ui/form/input.tsx'
import { useServerForm } from '#platform/web/ui/form/use-server-form.ts'
import { toastFailure } from '#platform/web/ui/overlay/toast-store.ts'
import { labelColors, labelColorWords, labelLimits, NewLabel, type Label } from '../contract.ts'
import { changeLabel, createLabel } from './api.ts'
import { nextColor } from './next-color.ts'

type LabelFormProps = { count: number } | { label: Label; onDone(): void }

/** Creates a label, or edits one in its row. */
export function LabelForm(props: LabelFormProps) {
  const label = 'label' in props ? props.label : undefined
  const queryClient = useQueryClient()
  const creating = useMutation(createLabel(queryClient))
  const changing = useMutation(changeLabel(queryClient))
  const first = label ?? { name: '', color: nextColor('count' in props ? props.count : 0) }
  const {
    register,
    reset,
    setFocus,
    formState: { errors, isSubmitting },
    props: form,
  } = useServerForm(NewLabel, {
    defaultValues: { name: first.name, color: first.color },
    send: save,
    refused: (said) => toastFailure(said?.serverMessage ?? i18n.t('The label could not be saved.')),
  })
  const isEdit = label !== undefined
  useEffect(() => {
    if (isEdit) setFocus('name')
  }, [isEdit, setFocus])
  async function save(values: NewLabel) {
    if ('label' in props) {
      const { id, name, color } = props.label
      const change = changedOr<NewLabel>({ name }, { name, color }, values)
      await changing.mutateAsync({ id, change })
      props.onDone()
      return
    }
    await creating.mutateAsync(values)
    reset({ name: '', color: nextColor(props.count + 1) })
  }
  return (
    <form
      {...form}
      aria-label={label ? i18n.t('Edit {title}', { title: label.name }) : i18n.t('New label')}
      className="flex min-w-0 flex-1 flex-wrap items-end gap-x-3 gap-y-2"
    >
      <Field
        label={label ? i18n.t('Name') : i18n.t('New label')}
        error={errors.name?.message}
        className="min-w-44 flex-1"
      >
        <Input
          {...register('name')}

          maxLength={labelLimits.name}
          autoComplete="off"
        />
      </Field>
      <fieldset className="flex h-control items-center">
        <legend className="sr-only">{i18n.t('Color')}</legend>
        {labelColors.map((color) => (
          <label
            key={color}
            title={labelColorWords[color]}
            className="grid size-7 cursor-pointer place-items-center rounded-full border border-transparent hover:bg-hover has-checked:border-fg has-focus-visible:outline-2 has-focus-visible:outline-ring pointer-coarse:size-9"
          >
            <input type="radio" value={color} className="sr-only" {...register('color')} />
            <StatusDot hue={color} className="[&>span:first-child]:size-3.5" />
            <span className="sr-only">{labelColorWords[color]}</span>
          </label>
        ))}
      </fieldset>
      <span className="flex gap-2">
        {'label' in props && <Button onClick={props.onDone}>{i18n.t('Cancel')}</Button>}
        <Button type="submit" variant="primary" busy={isSubmitting} busyLabel={i18n.t('Saving...')}>
          {label ? i18n.t('Save') : i18n.t('Create')}
        </Button>
      </span>
    </form>
  )
}
