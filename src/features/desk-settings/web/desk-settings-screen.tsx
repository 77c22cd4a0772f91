import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { useViewer } from '#features/auth/web/session.tsx'
import { isAdministrator } from '#features/users/policy.ts'
import { AccessDenied, adminsOnly } from '#features/users/web/access-denied.tsx'
import { nameOf } from '#features/users/web/person-name.ts'
import { i18n } from '#platform/contract/i18n.ts'
import { messageIn } from '#platform/web/refusal.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { ErrorNote } from '#platform/web/ui/error-note.tsx'
import { Field } from '#platform/web/ui/form/field.tsx'
import { Input } from '#platform/web/ui/form/input.tsx'
import { toastFailure, toastSuccess } from '#platform/web/ui/overlay/toast-store.ts'
import { ScreenHead } from '#platform/web/ui/screen-head.tsx'
import { LoadingRows } from '#platform/web/ui/skeleton.tsx'
import { writtenDay } from '#platform/web/written.ts'
import { Choices, type DeskSettings } from '../contract.ts'
import { changeDeskSettings, deskSettings } from './api.ts'

export function DeskSettingsScreen() {
  return isAdministrator(useViewer()) ? <Loaded /> : <AccessDenied hint={adminsOnly()} />
}

function Loaded() {
  const found = useQuery(deskSettings())
  return (
    <div className="flex flex-col gap-4">
      <ScreenHead title={i18n.t('Desk Settings')} hint={i18n.t('These settings apply to everyone.')} />
      {found.isError && !found.data && (
        <ErrorNote error={found.error} onRetry={() => void found.refetch()} busy={found.isFetching}>
          {i18n.t('The settings could not be loaded.')}
        </ErrorNote>
      )}
      {found.isPending && <LoadingRows label={i18n.t('Loading settings...')} rows={2} />}
      {found.data && <Replies settings={found.data} />}
    </div>
  )
}

function Replies({ settings }: { settings: DeskSettings }) {
  const changing = useMutation(changeDeskSettings(useQueryClient()))
  /** Undefined while it shows what is stored. */
  const [typed, setTyped] = useState<string>()
  const [fault, setFault] = useState<string>()
  const { reopenClosedDays, changedBy, changedAt } = settings

  function save(event: FormEvent) {
    event.preventDefault()
    if (typed === undefined) return
    const wanted = Choices.safeParse({ reopenClosedDays: typed.trim() === '' ? undefined : Number(typed) })
    setFault(wanted.error?.issues[0]?.message)
    if (wanted.success)
      changing.mutate(wanted.data, {
        onSuccess() {
          setTyped(undefined)
          toastSuccess(i18n.t('The settings are saved.'))
        },
        onError: (error) => toastFailure(messageIn(error) ?? i18n.t('The settings could not be saved.')),
      })
  }
  return (
    <section aria-labelledby="replies" className="card max-w-160 p-4">
      <h2 id="replies" className="text-section">
        {i18n.t('Replies to closed tickets')}
      </h2>
      <p className="mt-1 text-muted">
        {i18n.t(
          'A client’s reply reopens a resolved ticket. It also reopens a closed ticket for the number of days you set here. After that, the reply becomes a new ticket that continues the closed one.',
        )}
      </p>
      <form className="mt-4 flex flex-col gap-4" noValidate onSubmit={save}>
        <Field
          label={i18n.t('Days after closing')}
          error={fault}
          hint={i18n.t('From 0 to 90. With 0, closed tickets stay closed.')}
        >
          <Input
            inputMode="numeric"
            autoComplete="off"
            className="w-24!"
            value={typed ?? String(reopenClosedDays)}
            onChange={(event) => {
              setTyped(event.target.value)
              setFault(undefined)
            }}
          />
        </Field>
        <div className="flex flex-wrap items-center gap-3">
          <Button
            type="submit"
            variant="primary"
            disabled={typed === undefined || typed.trim() === String(reopenClosedDays)}
            busy={changing.isPending}
            busyLabel={i18n.t('Saving...')}
          >
            {i18n.t('Save Settings')}
          </Button>
          {changedBy && changedAt && (
            <p className="text-meta text-subtle">
              {i18n.t('Changed by {name}, {day}', { name: nameOf(changedBy), day: writtenDay(changedAt) })}
            </p>
          )}
        </div>
      </form>
    </section>
  )
}
