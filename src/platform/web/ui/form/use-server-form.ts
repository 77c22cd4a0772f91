import { zodResolver } from '@hookform/resolvers/zod'
import { useRef, type FormEvent } from 'react'
import { useForm, type FieldValues, type Path, type UseFormProps } from 'react-hook-form'
import type { z } from 'zod'
import { CallError } from '../../call.ts'
import { issuesByField } from '../../issues.ts'
import { toFirstFault } from './to-first-fault.ts'

type Schema = z.ZodType<FieldValues, FieldValues>

interface Options<S extends Schema> extends UseFormProps<z.input<S>, unknown, z.output<S>> {
  /** Rejects with the server's refusal. */
  send(values: z.output<S>): Promise<void>
  /** Reports the failure; the server's faults of single fields stand beside them by then. */
  refused(said: CallError | undefined): void
  /** Keeps the typed values as a draft, so that a dialog may be closed over them without a question. */
  isDrafted?: boolean
}

const isField = <Values extends FieldValues>(values: Values, name: string): name is Path<Values> =>
  name in values

/**
 * A form whose values are checked by the schema and then sent, with what the server finds wrong shown like what the schema does: beside
 * the fields, the first of which gets the focus.
 * @returns the form as `useForm` does, and the `props` of its element
 */
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
      // A dialog asks before it throws away what was typed, but for what is on its way.
      'data-dirty': (!isDrafted && form.formState.isDirty && !form.formState.isSubmitting) || undefined,
      onSubmit: (event: FormEvent) => void onSubmit(event),
    },
  }
}
