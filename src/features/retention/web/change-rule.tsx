import { i18n } from '#platform/contract/i18n.ts'
import { useMutation, useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { messageIn } from '#platform/web/refusal.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { ErrorNote } from '#platform/web/ui/error-note.tsx'
import { Field } from '#platform/web/ui/form/field.tsx'
import { Input } from '#platform/web/ui/form/input.tsx'
import { toFirstField } from '#platform/web/ui/form/to-first-field.ts'
import { Dialog, DialogContent } from '#platform/web/ui/overlay/dialog.tsx'
import { isFocusLost } from '#platform/web/ui/overlay/return-focus.ts'
import { toastFailure, toastSuccess } from '#platform/web/ui/overlay/toast-store.ts'
import { useWhileShown } from '#platform/web/ui/overlay/use-while-shown.ts'
import { LoadingRows } from '#platform/web/ui/skeleton.tsx'
import { writtenDay } from '#platform/web/written.ts'
import { fewestMonths, type RetentionKind, type RetentionPreview, type RetentionRule } from '../contract.ts'
import { changeRetention, retentionPreview } from './api.ts'
import { countWords, ruleWords } from './words.ts'

interface ChangeRuleProps {
  rule: RetentionRule
  onClose(): void
}

/** Previews a rule before it is switched on; switching off deletes nothing. */
export function ChangeRule({ rule: { kind, months }, onClose }: ChangeRuleProps) {
  const changing = useMutation(changeRetention(useQueryClient()))
  const [typed, setTyped] = useState(String(months ?? fewestMonths[kind] * 2))
  const [looked, setLooked] = useState<number>()
  const [fault, setFault] = useState<string>()
  const wanted = Number(typed)
  const close = useWhileShown(onClose)
  const preview = useQuery({ ...retentionPreview(kind, looked ?? 0), enabled: looked !== undefined })

  function look(event: FormEvent) {
    event.preventDefault()
    const isMeant = Number.isInteger(wanted) && wanted >= fewestMonths[kind]
    setFault(isMeant ? undefined : i18n.t('Enter at least {fewest} months', { fewest: fewestMonths[kind] }))
    setLooked(isMeant ? wanted : undefined)
  }
  async function save(to: number | null) {
    try {
      await changing.mutateAsync({ kind, months: to })
      toastSuccess(
        to === null ? i18n.t('The rule is off.') : i18n.t('The rule is on. It is carried out every hour.'),
      )
      close()
    } catch (error) {
      const said = messageIn(error)
      toastFailure(said ?? i18n.t('The rule could not be changed.'))
    }
  }
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent
        title={ruleWords[kind].title}
        description={ruleWords[kind].hint}
        size="small"
        className="is-tall"
        onOpenAutoFocus={toFirstField}
      >
        <form className="flex flex-col gap-4" noValidate onSubmit={look}>
          <Field
            label={i18n.t('After how many months')}
            error={fault}
            hint={i18n.t('At least {fewest}', { fewest: fewestMonths[kind] })}
          >
            <Input
              inputMode="numeric"
              autoComplete="off"
              value={typed}
              onChange={(event) => {
                setTyped(event.target.value)
                setLooked(undefined)
              }}
            />
          </Field>
          {looked !== undefined && <Preview kind={kind} found={preview} />}
          <div className="form-foot">
            {months !== null && (
              <div className="me-auto">
                <Button variant="ghost" onClick={() => void save(null)}>
                  {i18n.t('Switch off')}
                </Button>
              </div>
            )}
            <Button onClick={onClose}>{i18n.t('Cancel')}</Button>
            {looked === undefined ? (
              <Button key="look" type="submit" variant="primary">
                {i18n.t('Show what it deletes')}
              </Button>
            ) : (
              // Separate button, shown with the preview: a double press must not switch on unseen.
              <Button
                key="switch on"
                variant="danger"
                disabled={!preview.isSuccess}
                busy={changing.isPending}
                busyLabel={i18n.t('Saving...')}
                onClick={() => void save(looked)}
              >
                {i18n.t('Switch on')}
              </Button>
            )}
          </div>
        </form>
      </DialogContent>
    </Dialog>
  )
}

interface PreviewProps {
  kind: RetentionKind
  found: UseQueryResult<RetentionPreview>
}

function Preview(props: PreviewProps) {
  const box = useRef<HTMLDivElement>(null)
  // The pressed button has unmounted.
  useEffect(() => {
    if (isFocusLost()) box.current?.focus()
  }, [])
  return (
    <div ref={box} tabIndex={-1} className="rounded-control">
      <PreviewContent {...props} />
    </div>
  )
}

function PreviewContent({ kind, found }: PreviewProps) {
  if (found.isError)
    return (
      <ErrorNote error={found.error} onRetry={() => void found.refetch()} busy={found.isFetching}>
        {i18n.t('The items it deletes could not be counted.')}
      </ErrorNote>
    )
  if (!found.data) return <LoadingRows label={i18n.t('Counting...')} rows={2} />
  const { count, files, oldest } = found.data
  return (
    <section role="status" className="flex flex-col gap-2">
      <p className="font-medium">
        {i18n.t('It would now delete: {what}', { what: countWords(kind, count) })}
        {files > 0 && ` · ${i18n.t('{files, plural, one {# file} other {# files}}', { files })}`}
      </p>
      {oldest.length > 0 && (
        <ul aria-label={i18n.t('The oldest')} className="flex flex-col gap-1">
          {oldest.map(({ name, at }, place) => (
            <li key={place} className="flex gap-3 text-meta">
              <span className="min-w-0 flex-1 wrap-anywhere">{name}</span>
              <time dateTime={at} className="flex-none text-subtle">
                {writtenDay(at)}
              </time>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
