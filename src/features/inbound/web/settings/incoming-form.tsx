import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState, type FormEvent } from 'react'
import { productList } from '#features/products/web/api.ts'
import { i18n } from '#platform/contract/i18n.ts'
import { changedValues } from '#platform/contract/records.ts'
import { issuesByField } from '#platform/web/issues.ts'
import { messageIn } from '#platform/web/refusal.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Field } from '#platform/web/ui/form/field.tsx'
import { Input } from '#platform/web/ui/form/input.tsx'
import { Select } from '#platform/web/ui/form/select.tsx'
import { Textarea } from '#platform/web/ui/form/textarea.tsx'
import { toFirstFault } from '#platform/web/ui/form/to-first-fault.ts'
import { useOverlapCheck } from '#platform/web/ui/form/use-overlap-check.ts'
import { toastFailure, toastSuccess } from '#platform/web/ui/overlay/toast-store.ts'
import { InboundSettingsChange, type InboundSettings } from '../../settings/contract.ts'
import { changeInboundSettings, inboundSettings } from '../api.ts'

/** Values as they are typed. */
interface Typed {
  /** One address a line. */
  formSenders: string
  authenticationServer: string
  /** Ids of products by address; '' for none. */
  products: Readonly<Record<string, string>>
}

const typedOf = ({ formSenders, authenticationServer, products }: InboundSettings): Typed => ({
  formSenders: formSenders.join('\n'),
  authenticationServer: authenticationServer ?? '',
  products: Object.fromEntries(products.map(({ address, productId }) => [address, productId])),
})

const changeOf = ({ formSenders, authenticationServer, products }: Typed) => ({
  formSenders: formSenders
    .split(/[\n,;]/)
    .map((address) => address.trim())
    .filter((address) => address !== ''),
  authenticationServer: authenticationServer.trim() || null,
  products: Object.entries(products).flatMap(([address, productId]) =>
    productId === '' ? [] : [{ address, productId }],
  ),
})

/** Finds the message of a field, or of one of its entries. */
const faultsOf = (issues: readonly (readonly [string, string])[]): Partial<Record<keyof Typed, string>> =>
  Object.fromEntries(issues.map(([path, message]) => [path.split('.')[0], message]))

interface IncomingFormProps {
  settings: InboundSettings
  onChanged(isChanged: boolean): void
}

/** Edits how mails that come in are judged. */
export function IncomingForm({ settings, onChanged }: IncomingFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const client = useQueryClient()
  const saving = useMutation(changeInboundSettings(client))
  /** Undefined while it shows what is stored. */
  const [edited, setEdited] = useState<{ begun: Typed; now: Typed }>()
  const isEdited = edited !== undefined
  const tell = useEffectEvent(onChanged)
  useEffect(() => tell(isEdited), [isEdited])
  const [faults, setFaults] = useState<Partial<Record<keyof Typed, string>>>({})
  const products = useQuery(productList())
  const { begun, now: values } = edited ?? { begun: typedOf(settings), now: typedOf(settings) }
  const checkOverlap = useOverlapCheck<Typed>(begun)
  const addresses = [...new Set([...settings.listener.addresses, ...Object.keys(values.products)])]

  function set(changed: Partial<Typed>) {
    setEdited({ begun, now: { ...values, ...changed } })
    setFaults({})
  }
  function refuse(found: Partial<Record<keyof Typed, string>>) {
    setFaults(found)
    toFirstFault(form.current)
  }
  async function save(event: FormEvent) {
    event.preventDefault()
    if (saving.isPending || !edited) return
    const wanted = InboundSettingsChange.safeParse(changeOf(edited.now))
    if (!wanted.success)
      return refuse(faultsOf(wanted.error.issues.map(({ path, message }) => [path.join('.'), message])))
    try {
      const known = typedOf(await client.fetchQuery({ ...inboundSettings(), staleTime: 0 }))
      checkOverlap(known, values)
      const stored = typedOf(
        await saving.mutateAsync(changeOf({ ...known, ...changedValues(begun, values) })),
      )
      // The check must not take the own change for another's.
      checkOverlap(stored, stored)
      // Keeps text typed while saving.
      setEdited((last) => (last && last !== edited ? { begun: stored, now: last.now } : undefined))
      toastSuccess(i18n.t('The settings are saved.'))
    } catch (error) {
      refuse(faultsOf(Object.entries(issuesByField(error))))
      toastFailure(messageIn(error) ?? i18n.t('The settings could not be saved.'))
    }
  }
  return (
    <form ref={form} noValidate className="flex flex-col gap-4" onSubmit={(event) => void save(event)}>
      <Field
        label={i18n.t('Addresses of website forms and lists')}
        error={faults.formSenders}
        hint={i18n.t('One a line. Their emails belong to the person in Reply-To.')}
      >
        <Textarea
          rows={3}
          autoCapitalize="none"
          spellCheck={false}
          value={values.formSenders}
          onChange={({ target }) => set({ formSenders: target.value })}
        />
      </Field>
      <Field
        label={i18n.t('Trusted relay')}
        error={faults.authenticationServer}
        hint={i18n.t(
          'The name by which your own mail server signs Authentication-Results, such as mx.example.com. Without it these headers are not believed.',
        )}
      >
        <Input
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={values.authenticationServer}
          onChange={({ target }) => set({ authenticationServer: target.value })}
        />
      </Field>
      {addresses.length > 0 && (
        <fieldset className="flex flex-col gap-3">
          <legend className="mb-1.5 font-medium">{i18n.t('Product of new tickets')}</legend>
          {faults.products && <p className="text-meta text-red-fg">{faults.products}</p>}
          <div className="grid gap-4 sm:grid-cols-2">
            {addresses.map((address) => (
              <Field key={address} label={address}>
                <Select
                  value={values.products[address] ?? ''}
                  onChange={({ target }) =>
                    set({ products: { ...values.products, [address]: target.value } })
                  }
                >
                  <option value="">{i18n.t('None')}</option>
                  {(products.data ?? []).map(({ id, name }) => (
                    <option key={id} value={id}>
                      {name}
                    </option>
                  ))}
                </Select>
              </Field>
            ))}
          </div>
        </fieldset>
      )}
      <div className="flex flex-wrap items-center justify-end gap-2">
        {isEdited && (
          <>
            <p className="me-auto text-meta text-muted max-sm:basis-full">
              {i18n.t('You have unsaved changes.')}
            </p>
            <Button
              onClick={() => {
                setEdited(undefined)
                setFaults({})
              }}
            >
              {i18n.t('Cancel')}
            </Button>
          </>
        )}
        <Button
          type="submit"
          variant="primary"
          resting={!isEdited}
          busy={saving.isPending}
          busyLabel={i18n.t('Saving...')}
        >
          {i18n.t('Save Incoming Email')}
        </Button>
      </div>
    </form>
  )
}
