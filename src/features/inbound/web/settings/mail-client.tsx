import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { i18n } from '#platform/contract/i18n.ts'
import { messageIn } from '#platform/web/refusal.ts'
import { Field } from '#platform/web/ui/form/field.tsx'
import { Select } from '#platform/web/ui/form/select.tsx'
import { toastFailure } from '#platform/web/ui/overlay/toast-store.ts'
import { mailClient, setMailClient } from '../api.ts'

/** Chooses the client of own mails, for people of several clients. */
export function MailClient() {
  const { data } = useQuery(mailClient())
  const choosing = useMutation(setMailClient(useQueryClient()))
  if (!data || data.clients.length < 2) return null
  const { clientId } = data
  const shown = choosing.isPending ? choosing.variables : clientId
  async function choose(next: string | null) {
    try {
      await choosing.mutateAsync(next)
    } catch (error) {
      toastFailure(messageIn(error) ?? i18n.t('The preference could not be saved.'))
    }
  }
  return (
    <Field
      label={i18n.t('Email I write goes to')}
      hint={i18n.t('New requests by email belong to this client. “Ask” lets the helpdesk sort each one.')}
    >
      <Select
        isInstant
        className="w-full sm:w-72"
        value={shown ?? ''}
        onChange={({ target }) => void choose(target.value || null)}
      >
        <option value="">{i18n.t('{choice, select, other {Ask}}')}</option>
        {data.clients.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
    </Field>
  )
}
