import { zodResolver } from '@hookform/resolvers/zod'
import { useRef, type FormEvent } from 'react'
import { useForm, type FieldValues, type Path, type UseFormProps } from 'react-hook-form'
import type { z } from 'zod'
import { CallError } from '../../call.ts'
import { issuesByField } from '../../issues.ts'
import { dirtyMark } from './dirty-mark.ts'
import { toFirstFault } from './to-first-fault.ts'

type Schema = z.ZodType<FieldValues, FieldValues>

interface Options<S extends Schema> extends UseFormProps<z.input<S>, unknown, z.output<S>> {
  send(values: z.output<S>): Promise<void>
  /** Reports the failure; faults of single fields are shown already. */
  refused(said: CallError | undefined): void
  /** True when a draft keeps the values, so that closing needs no question. */
  isDrafted?: boolean
}

const isField = <Values extends FieldValues>(values: Values, name: string): name is Path<Values> =>
  name in values

/** Shows the server's faults like the schema's. @returns the form of `useForm`, and the `props` of its element */
export function useServerForm<S extends Schema>(
  schema: S,
  { send, refused, isDrafted, ...options }: Options<S>,
) {
  const element = useRef<HTMLFormElement>(null)
  const form = useForm({ ...options, resolver: zodResolver(schema), shouldFocusError: false })

  async function submit(values: z.output<S>) {
    try {
      await send(values)
    } catch (error) {
      const fields = form.getValues()
      for (const [name, message] of Object.entries(issuesByField(error)))
        if (isField(fields, name)) form.setError(name, { message })
      refused(error instanceof CallError ? error : undefined)
    }
  }
  async function onSubmit(event: FormEvent) {
    await form.handleSubmit(submit)(event)
    toFirstFault(element.current)
  }
  return {
    ...form,
    props: {
      ref: element,
      noValidate: true,
      'data-dirty': dirtyMark(!isDrafted && form.formState.isDirty, form.formState.isSubmitting),
      onSubmit: (event: FormEvent) => void onSubmit(event),
    },
  }
}
