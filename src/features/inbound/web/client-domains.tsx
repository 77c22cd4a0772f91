import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { i18n } from '#platform/contract/i18n.ts'
import { issuesByField } from '#platform/web/issues.ts'
import { messageIn } from '#platform/web/refusal.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Field } from '#platform/web/ui/form/field.tsx'
import { Input } from '#platform/web/ui/form/input.tsx'
import { toastFailure, toastSuccess } from '#platform/web/ui/overlay/toast-store.ts'
import { ClientDomains as Domains } from '../settings/contract.ts'
import { clientDomains, setClientDomains } from './api.ts'

const listIn = (typed: string) =>
  typed
    .split(/[\s,;]+/)
    .map((domain) => domain.trim())
    .filter((domain) => domain !== '')

/** Edits the domains whose senders belong to a client. */
export function ClientDomains({ clientId }: { clientId: string }) {
  const found = useQuery(clientDomains(clientId))
  const saving = useMutation(setClientDomains(useQueryClient(), clientId))
  /** Undefined while it shows what is stored. */
  const [typed, setTyped] = useState<string>()
  const [fault, setFault] = useState<string>()
  const stored = found.data?.domains.join(', ') ?? ''

  async function save(event: FormEvent) {
    event.preventDefault()
    if (typed === undefined || saving.isPending) return
    const wanted = Domains.safeParse({ domains: listIn(typed) })
    setFault(wanted.error?.issues[0]?.message)
    if (!wanted.success) return
    try {
      await saving.mutateAsync(wanted.data.domains)
      setTyped((last) => (last === typed ? undefined : last))
      toastSuccess(i18n.t('The email domains are saved.'))
    } catch (error) {
      const [first] = Object.values(issuesByField(error))
      const message = first ?? messageIn(error) ?? i18n.t('The email domains could not be saved.')
      setFault(message)
      toastFailure(message)
    }
  }
  return (
    <form noValidate className="flex flex-col gap-2" onSubmit={(event) => void save(event)}>
      <Field
        label={i18n.t('Email Domains')}
        error={found.isError && !found.data ? i18n.t('The email domains could not be loaded.') : fault}
        hint={i18n.t(
          'Such as example.com, several with commas. New senders of these domains become people of this client.',
        )}
      >
        <Input
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          readOnly={!found.data}
          value={typed ?? stored}
          onChange={({ target }) => {
            setTyped(target.value)
            setFault(undefined)
          }}
        />
      </Field>
      {typed !== undefined && typed !== stored && (
        <div className="flex flex-wrap gap-2">
          <Button
            type="submit"
            variant="primary"
            size="small"
            busy={saving.isPending}
            busyLabel={i18n.t('Saving...')}
          >
            {i18n.t('Save Domains')}
          </Button>
          <Button
            size="small"
            onClick={() => {
              setTyped(undefined)
              setFault(undefined)
            }}
          >
            {i18n.t('Cancel')}
          </Button>
        </div>
      )}
    </form>
  )
}
