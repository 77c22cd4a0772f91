import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState, type FormEvent } from 'react'
import type { Edited } from '#features/mail-settings/web/server-draft.ts'
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

interface Texts {
  /** One address a line. */
  formSenders: string
  authenticationServer: string
}

/** Values as they are typed. */
interface Typed {
  texts: Texts
  /** Ids of products by address; '' for none. */
  products: Readonly<Partial<Record<string, string>>>
}

const typedOf = ({ formSenders, authenticationServer, products, listener }: InboundSettings): Typed => ({
  texts: { formSenders: formSenders.join('\n'), authenticationServer: authenticationServer ?? '' },
  products: Object.fromEntries([
    ...listener.addresses.map((address) => [address, '']),
    ...products.map(({ address, productId }) => [address, productId]),
  ]),
})

/** Puts the edited fields over the stored ones, each address by itself. */
const mergedWith = (stored: Typed, { begun, now }: Edited<Typed>): Typed => ({
  texts: { ...stored.texts, ...changedValues(begun.texts, now.texts) },
  products: { ...stored.products, ...changedValues(begun.products, now.products) },
})

const changeOf = ({ texts, products }: Typed) => ({
  formSenders: texts.formSenders
    .split(/[\n,;]/)
    .map((address) => address.trim())
    .filter((address) => address !== ''),
  authenticationServer: texts.authenticationServer.trim() || null,
  products: Object.entries(products).flatMap(([address, productId]) =>
    productId ? [{ address, productId }] : [],
  ),
})

type Faults = Partial<Record<keyof InboundSettingsChange, string>>

/** Finds the message of a field, or of one of its entries. */
const faultsOf = (issues: readonly (readonly [string, string])[]): Faults =>
  Object.fromEntries(issues.map(([path, message]) => [path.split('.')[0], message]))

interface IncomingFormProps {
  settings: InboundSettings
  onChanged(isChanged: boolean): void
}

/** Edits how mails that come in are judged. */
export function IncomingForm({ settings, onChanged }: IncomingFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const client = useQueryClient()
  const changing = useMutation(changeInboundSettings(client))
  /** Undefined while it shows what is stored. */
  const [edited, setEdited] = useState<Edited<Typed>>()
  const isEdited = edited !== undefined
  const tell = useEffectEvent(onChanged)
  useEffect(() => tell(isEdited), [isEdited])
  const [faults, setFaults] = useState<Faults>({})
  const products = useQuery(productList())
  const begun = edited?.begun ?? typedOf(settings)
  const { texts, products: chosen } = edited?.now ?? begun
  const checkOverlap = useOverlapCheck(begun.texts)
  const saving = useMutation({
    async mutationFn(sent: Edited<Typed>) {
      const stored = typedOf(await client.fetchQuery({ ...inboundSettings(), staleTime: 0 }))
      checkOverlap(stored.texts, sent.now.texts)
      return typedOf(await changing.mutateAsync(changeOf(mergedWith(stored, sent))))
    },
  })

  function set(changed: Partial<Typed>) {
    setEdited({ begun, now: { texts, products: chosen, ...changed } })
    setFaults({})
  }
  function refuse(found: Faults) {
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
      const stored = await saving.mutateAsync(edited)
      // Keeps text typed while saving.
      setEdited((last) =>
        last && last !== edited
          ? { begun: stored, now: mergedWith(stored, { begun: edited.now, now: last.now }) }
          : undefined,
      )
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
          value={texts.formSenders}
          onChange={({ target }) => set({ texts: { ...texts, formSenders: target.value } })}
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
          value={texts.authenticationServer}
          onChange={({ target }) => set({ texts: { ...texts, authenticationServer: target.value } })}
        />
      </Field>
      {Object.keys(chosen).length > 0 && (
        <fieldset className="flex flex-col gap-3">
          <legend className="mb-1.5 font-medium">{i18n.t('Product of new tickets')}</legend>
          {faults.products && <p className="text-meta text-red-fg">{faults.products}</p>}
          <div className="grid gap-4 sm:grid-cols-2">
            {Object.entries(chosen).map(([address, productId]) => (
              <Field key={address} label={address}>
                <Select
                  value={productId ?? ''}
                  onChange={({ target }) => set({ products: { ...chosen, [address]: target.value } })}
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
