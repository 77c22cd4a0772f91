import { useRef, useState, type FormEvent, type ReactNode } from 'react'
import type { z } from 'zod'
import { i18n } from '#platform/contract/i18n.ts'
import { issuesByField } from '#platform/web/issues.ts'
import { messageIn } from '#platform/web/refusal.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { dirtyMark } from '#platform/web/ui/form/dirty-mark.ts'
import { toFirstFault } from '#platform/web/ui/form/to-first-fault.ts'
import { toFirstField } from '#platform/web/ui/form/to-first-field.ts'
import { Dialog, DialogContent } from '#platform/web/ui/overlay/dialog.tsx'
import { toastFailure } from '#platform/web/ui/overlay/toast-store.ts'
import { useWhileShown } from '#platform/web/ui/overlay/use-while-shown.ts'
import type { InboundMail } from '../../contract.ts'

/** Props of each dialog that decides about a mail. */
export interface Deciding {
  mail: InboundMail
  onClose(): void
  /** @param words of the result */
  onDone(sorted: InboundMail, words: string): void
}

interface DecisionDialogProps<S extends z.ZodType> {
  title: string
  description: string
  submitLabel: string
  schema: S
  values: z.input<S>
  isChanged: boolean
  send(values: z.output<S>): Promise<void>
  onClose(): void
  children(faults: Readonly<Record<string, string>>): ReactNode
}

/** Asks for the rest of a decision; faults of the schema and of the server stand at their fields. */
export function DecisionDialog<S extends z.ZodType>(props: DecisionDialogProps<S>) {
  const { title, description, submitLabel, schema, values, isChanged, send, onClose, children } = props
  const form = useRef<HTMLFormElement>(null)
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({})
  const [isSending, setSending] = useState(false)
  const settle = useWhileShown(() => setSending(false))

  function refuse(found: Readonly<Record<string, string>>) {
    setFaults(found)
    toFirstFault(form.current)
  }
  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isSending) return
    const wanted = schema.safeParse(values)
    if (!wanted.success)
      return refuse(
        Object.fromEntries(wanted.error.issues.map(({ path, message }) => [String(path[0]), message])),
      )
    setFaults({})
    setSending(true)
    try {
      await send(wanted.data)
    } catch (error) {
      refuse(issuesByField(error))
      toastFailure(messageIn(error) ?? i18n.t('The email could not be sorted.'))
      settle()
    }
  }
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent title={title} description={description} size="small" onOpenAutoFocus={toFirstField}>
        <form
          ref={form}
          noValidate
          data-dirty={dirtyMark(isChanged, isSending)}
          className="flex flex-col gap-4"
          onSubmit={(event) => void submit(event)}
        >
          {children(faults)}
          <div className="form-foot">
            <Button onClick={onClose}>{i18n.t('Cancel')}</Button>
            <Button type="submit" variant="primary" busy={isSending} busyLabel={i18n.t('Saving...')}>
              {submitLabel}
            </Button>
          </div>
        </form>
      </DialogContent>
    </Dialog>
  )
}
