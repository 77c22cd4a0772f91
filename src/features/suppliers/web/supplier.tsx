import { skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Pencil, Plus } from 'lucide-react'
import { useEffect, useId, useRef, useState, type FormEvent } from 'react'
import type { CurrentUser } from '#features/users/contract.ts'
import { i18n } from '#platform/contract/i18n.ts'
import { issuesByField } from '#platform/web/issues.ts'
import { messageIn } from '#platform/web/refusal.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { dirtyMark } from '#platform/web/ui/form/dirty-mark.ts'
import { Field } from '#platform/web/ui/form/field.tsx'
import { Input } from '#platform/web/ui/form/input.tsx'
import { IconButton } from '#platform/web/ui/icon-button.tsx'
import { toastFailure, toastSuccess } from '#platform/web/ui/overlay/toast-store.ts'
import type { Supplier as Known } from '#features/inbound/contract.ts'
import { mailsOfTicket } from '#features/inbound/web/api.ts'
import { SupplierChange } from '../contract.ts'
import { canSetSupplier } from '../policy.ts'
import { setSupplier } from './api.ts'

interface SupplierProps {
  ticket: { id: string; hasMails: boolean }
  viewer: Pick<CurrentUser, 'role'>
}

/** A block within the card of the requester, for staff: the supplier of the ticket, changed in place by the desk. */
export function Supplier({ ticket, viewer }: SupplierProps) {
  const id = useId()
  const ticketId = ticket.id
  const ofTicket = mailsOfTicket(ticketId)
  const { data } = useQuery(ticket.hasMails ? ofTicket : { ...ofTicket, queryFn: skipToken })
  const [isEdited, edit] = useState(false)
  const maySet = canSetSupplier(viewer)
  const supplier = ticket.hasMails ? data?.supplier : null
  // A live update loads the mails, and must not take away a form that is being written.
  if (!isEdited && (supplier === undefined || (supplier === null && !maySet))) return null
  return (
    <section aria-labelledby={id} className="mt-3 border-t border-border pt-3">
      <div className="flex min-h-7 items-center justify-between gap-2">
        <h4 id={id} className="text-meta text-muted">
          {i18n.t('Supplier')}
        </h4>
        {supplier && maySet && !isEdited && (
          <IconButton label={i18n.t('Edit the supplier')} onClick={() => edit(true)}>
            <Pencil aria-hidden />
          </IconButton>
        )}
      </div>
      {isEdited && (
        <SupplierForm ticketId={ticketId} supplier={supplier ?? null} onClose={() => edit(false)} />
      )}
      {!isEdited && supplier && (
        <p className="wrap-anywhere">
          {supplier.address}
          {supplier.number !== null && (
            <span className="block text-meta text-muted">
              {i18n.t('Their number: {number}', { number: supplier.number })}
            </span>
          )}
        </p>
      )}
      {!isEdited && !supplier && (
        <Button size="small" variant="ghost" className="-ms-2" onClick={() => edit(true)}>
          <Plus aria-hidden />
          {i18n.t('Add supplier')}
        </Button>
      )}
    </section>
  )
}

interface SupplierFormProps {
  ticketId: string
  supplier: Known | null
  onClose(): void
}

function SupplierForm({ ticketId, supplier, onClose }: SupplierFormProps) {
  const first = useRef<HTMLInputElement>(null)
  useEffect(() => first.current?.focus(), [])
  const saving = useMutation(setSupplier(useQueryClient(), ticketId))
  const begun = { address: supplier?.address ?? '', number: supplier?.number ?? '' }
  const [values, setValues] = useState(begun)
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({})
  const isChanged = values.address !== begun.address || values.number !== begun.number

  async function save(event: FormEvent) {
    event.preventDefault()
    if (saving.isPending) return
    const wanted = SupplierChange.safeParse(values)
    if (!wanted.success)
      return setFaults(
        Object.fromEntries(wanted.error.issues.map(({ path, message }) => [String(path[0]), message])),
      )
    try {
      await saving.mutateAsync(wanted.data)
      toastSuccess(
        wanted.data.address ? i18n.t('The supplier is saved.') : i18n.t('The supplier is removed.'),
      )
      onClose()
    } catch (error) {
      setFaults(issuesByField(error))
      toastFailure(messageIn(error) ?? i18n.t('The supplier could not be saved.'))
    }
  }
  const field = (name: 'address' | 'number', label: string, hint?: string) => (
    <Field label={label} error={faults[name]} {...(hint !== undefined && { hint })}>
      <Input
        {...(name === 'address' && { ref: first })}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={values[name]}
        onChange={({ target }) => setValues({ ...values, [name]: target.value })}
      />
    </Field>
  )
  return (
    <form
      noValidate
      data-dirty={dirtyMark(isChanged, saving.isPending)}
      className="mt-1 flex flex-col gap-3"
      onSubmit={(event) => void save(event)}
    >
      {field(
        'address',
        i18n.t('Email address'),
        i18n.t('Emails from it about this ticket join it for the team alone.'),
      )}
      {field('number', i18n.t('Their number'))}
      <div className="flex justify-end gap-2">
        <Button size="small" onClick={onClose}>
          {i18n.t('Cancel')}
        </Button>
        <Button
          size="small"
          type="submit"
          variant="primary"
          busy={saving.isPending}
          busyLabel={i18n.t('Saving...')}
        >
          {i18n.t('Save')}
        </Button>
      </div>
    </form>
  )
}
